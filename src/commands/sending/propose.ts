import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../args/context.js';
import { ledgerOf } from '../../compose/saved/drafts.js';
import { hashOfFile } from '../../compose/saved/once.js';
import { keepChange } from '../../compose/saved/save.js';
import { type Sentence, TrackerError } from '../../contract/errors.js';
import { textsOf } from '../../contract/row.js';
import { fileTrouble } from '../../disk/file-trouble.js';
import { makeFolder } from '../../disk/folder.js';
import { storedPath } from '../../files/read-input.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import { argumentsOf, commandOf, type Entry, subjectsOf } from '../../ledger/entry.js';
import { changeProposal, openProposal } from '../../ledger/proposals.js';
import { isProposed, Queued } from '../../ledger/send.js';
import { groupOf } from '../../ledger/written.js';
import type { Outcome, VerbResult } from '../../output/shown.js';
import { Unreached } from '../bulk/exit-code.js';
import { watchNamed } from './held.js';
import { lastRead } from './last-read.js';
import { changeOf, isPiped, namesEntity, type Run, tryRun } from './ran.js';

/**
 * Runs a command whose changes may need a person to decide (docs/requirements.md, R98). What may only be proposed is kept, a
 * draft for each thing that it names, and the result says so. Throws what the command throws for any other cause.
 */
export async function runOrPropose(context: Context, ran: Run): Promise<VerbResult | undefined> {
  const within = { ...context, settings: { ...context.settings, queue: 'propose' as const } };
  const proposing = { ...within, onNamed: watchNamed(within, ran) };
  const { shown, failure } = await tryRun(proposing, ran);
  if (failure === undefined || (shown && !isProposed(failure))) return shown;
  if (!isProposed(failure)) throw failure;
  const proposed = await keepProposals(proposing, ran, failure);
  if (proposed.length === 0) throw failure;
  const left = failure instanceof Unreached ? failure.trouble : undefined;
  return { ...resultOf(shown, proposed), failure: left };
}

/** What is said of the proposals in a result, for formats that do not show them. */
export function proposedIn(shown: VerbResult | undefined): readonly Sentence[] {
  if (shown?.is === 'result') return shown.object.state === 'proposed' ? [shown.sentence] : [];
  const outcomes = shown?.is === 'outcomes' ? shown.outcomes : [];
  return outcomes.flatMap((each) => (each?.proposedAs === undefined || !each.sentence ? [] : [each.sentence]));
}

/** Replaces what was queued by the proposals; those for lines already printed come last. */
function resultOf(shown: VerbResult | undefined, proposed: readonly Outcome[]): VerbResult {
  const [first] = proposed;
  const draft = first?.proposedAs;
  if (!(shown?.is === 'outcomes' && shown.names.length > 1) && proposed.length === 1)
    return {
      is: 'result',
      sentence: first?.sentence ?? '',
      object: { state: 'proposed', draft },
      quiet: '',
    };
  const rest = [...proposed];
  const before = shown?.is === 'outcomes' ? shown.outcomes : [];
  const outcomes = [...before.map((each) => (each?.isQueued ? rest.shift() : each)), ...rest];
  return { is: 'outcomes', names: outcomes.map((each) => each?.ref ?? ''), outcomes };
}

async function keepProposals(context: Context, ran: Run, cause: unknown): Promise<readonly Outcome[]> {
  const entries =
    cause instanceof Queued ? await keepText(context, ran, cause.entry) : await keepEach(context, ran, cause);
  const client = await context.client();
  const proposed: Outcome[] = [];
  for (const entry of entries) {
    const own = await withOwnFiles(context, entry);
    const join = async (): Promise<number> => await joinOpen(context, own);
    // Of two that are the same, at the same moment, each would give way to the other.
    const proposedAs = await whileLocked(context, { client, uuid: 'proposals' }, join);
    const [subject] = subjectsOf(entry);
    const [ref = ''] = argumentsOf(entry);
    const sentence = `Proposed as draft ${proposedAs}; nothing was sent.`;
    proposed.push({ ref, uuid: subject?.uuid, sentence, proposedAs });
  }
  return proposed;
}

/** A text, which is in an entry already; the others that it is for get entries of their own. */
async function keepText(context: Context, { verb }: Run, entry: Entry): Promise<readonly Entry[]> {
  const { ledger } = ledgerOf(context);
  const args = argumentsOf(entry);
  const refs = args.filter((_, at) => namesEntity(verb, at));
  const others = args.filter((_, at) => !namesEntity(verb, at));
  const [first, ...more] = refs.map((ref) => [...commandOf(entry).split(' '), ref, ...others]);
  const proposed = { state: 'proposed', seen: await lastRead(context, entry) } as const;
  const { number: _number, ...same } = entry;
  // Before the first entry stops naming them, so that none is lost.
  const rest = more.map((words) => ledger.begin({ ...same, ...proposed, words }));
  ledger.stepIfPossible(entry, 'propose');
  const kept = await changeProposal(ledgerOf(context), entry.number, { ...proposed, words: first ?? entry.words });
  return [kept ?? entry, ...rest];
}

async function keepEach(context: Context, ran: Run, error: unknown): Promise<readonly Entry[]> {
  const parts = error instanceof Unreached ? error.left.map((each) => [each]) : [undefined];
  const kept: Entry[] = [];
  for (const rest of parts) {
    const change = await changeOf(context, ran, rest);
    if (change && isPiped(change))
      throw new TrackerError('read_only', 'a file from standard input cannot be proposed; nothing was sent', {
        hint: 'give the name of the file instead of -',
      });
    const seen = change && (await lastRead(context, change));
    const entry = change && (await keepChange(context, { ...change, state: 'proposed', seen }));
    if (entry) kept.push(entry);
  }
  return kept;
}

/** The same with copies of its files, so that what a person accepts is what was proposed, whatever becomes of the files meanwhile. */
async function withOwnFiles(context: Context, entry: Entry): Promise<Entry> {
  const paths = textsOf(entry.flags?.attach);
  if (paths.length === 0) return entry;
  const parts = ledgerOf(context);
  const { ledger } = parts;
  try {
    const attach: string[] = [];
    for (const [at, path] of paths.entries()) {
      const folder = join(ledger.filesFolder(entry.number), String(at));
      makeFolder(folder);
      const copy = join(folder, basename(path));
      await pipeline(createReadStream(storedPath(path)), createWriteStream(copy, { mode: 0o600 }), {
        signal: context.signal,
      });
      attach.push(copy);
    }
    return (await changeProposal(parts, entry.number, { flags: { ...entry.flags, attach } })) ?? entry;
  } catch (cause) {
    ledger.forget(entry.number);
    throw cause instanceof TrackerError ? cause : fileTrouble('copy', paths.join(', '), cause);
  }
}

/**
 * Adds it to the same agent's open proposal for the same thing, if there is one, unless it is in there already; gives the number of that
 * proposal, or else its own.
 */
async function joinOpen(context: Context, entry: Entry): Promise<number> {
  const { ledger } = ledgerOf(context);
  const open = openProposal(ledger, entry, subjectsOf(entry));
  if (!open) return entry.number;
  const group = open.group ?? open.number;
  const parts = groupOf(open, ledger.outlines()).filter(({ state }) => state === 'proposed');
  // What has a key of its own is another one.
  const others = entry.once ? [] : parts.filter(({ number }) => number !== entry.number);
  let isRepeated = false;
  for (const { number } of others) isRepeated ||= await isSameChange(ledger.find(number), entry);
  if (isRepeated) ledger.forget(entry.number);
  // Another one at the same moment may have joined this one already.
  else if (group !== entry.number) await changeProposal(ledgerOf(context), entry.number, { group });
  return group;
}

async function isSameChange(one: Entry | undefined, other: Entry): Promise<boolean> {
  const files = ({ flags }: Entry): readonly string[] => textsOf(flags?.attach);
  const sent = (entry: Entry): string =>
    JSON.stringify([entry.words, { ...entry.flags, attach: files(entry).map((path) => basename(path)) }]);
  if (one === undefined || sent(one) !== sent(other)) return false;
  const hashes = async (entry: Entry) => await Promise.all(files(entry).map(hashOfFile));
  return isDeepStrictEqual(await hashes(one), await hashes(other));
}
