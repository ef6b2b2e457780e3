import type { Context } from '../../args/context.js';
import { listWords } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import type { UncertainWork } from '../../client/recorder.js';
import type { Change } from '../../contract/change.js';
import { phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import type { FollowUp } from '../../contract/following.js';
import { type Row, rowAt } from '../../contract/row.js';
import { shownWord } from '../../contract/server-word.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { whileLocked } from '../../ledger/entity-lock.js';
import { readStored } from '../../lists/read-back.js';
import type { Entity } from '../../references/find-entity.js';
import { sayLost } from '../showing/say-lost.js';
import { changeWork } from './editing/change.js';
import { requireUnchanged } from './editing/changed-by-others.js';
import { readLists, resolveLists } from './editing/lists.js';
import { task } from './task.js';
import { ticket } from './ticket.js';
import { spelled } from './words.js';
import { readFields } from './work-kind.js';

/** What was done after a text. */
interface StepOutcome {
  /** `; status open → closed`: the end of the sentence about the text; empty if nothing was done. */
  readonly said: Sentence;
  /** What the result carries about it. */
  readonly changes?: Row;
}

/** Something that follows a text once the server has it. */
export interface Step {
  /** What is not done if it fails, such as `its status`, and how that is called, such as `set`. */
  readonly undone: readonly [what: string, done: string];
  /** The command that does it alone, which the ledger keeps while it is done: the one that was typed would send the text again. */
  readonly change: Change;
  /** The same as it is typed; a word that was refused is not to be typed again. */
  readonly alone: (isRefused: boolean) => string;
  readonly run: () => Promise<StepOutcome>;
}

/** The change of fields after a text. Throws `forbidden`, `not_found` for a person, or `conflict`, before anything is sent. */
export async function permitChange(
  context: Context,
  client: Client,
  { found, given }: { readonly found: Entity<'task' | 'ticket'>; readonly given: FollowUp },
): Promise<readonly Step[]> {
  const { kind, ref, uuid, detail } = found;
  const work = kind === 'task' ? task : ticket;
  const flags: Row = { ...given };
  const names = Object.keys(flags).map((name) => plurals[name] ?? name);
  if (names.length === 0) return [];
  const before = rowAt(await detail(), kind);
  const set = readFields(context, client, { work, given: flags });
  const { fields, lists } = await resolveLists(readLists(flags), {
    assigneeIds: work.findPeople(client, { beside: ref, seen: before }),
    tags: async (tags) => tags.map((each) => spelled(client, work.tag, each)),
    dependsOnIds: async () => [],
  });
  const change = { fields: { ...set, ...fields }, lists };
  await requireUnchanged(context, found, { change });
  if ((await detail()).canEdit === false) {
    const message = `you may not set the ${listWords(names, 'and')} of ${ref}; nothing was sent`;
    throw new TrackerError('forbidden', message, { hint: `leave out --${Object.keys(flags).join(' and --')}` });
  }
  // A message may change the status itself, which is not what was there before.
  const from = Object.fromEntries(Object.keys(set).map((name) => [name, before[name]]));
  const typed = (isRefused: boolean): string =>
    Object.entries(flags)
      .flatMap(([name, value]) =>
        [value ?? []].flat().map((each) => [short[name] ?? `--${name}`, name, String(each)] as const),
      )
      .map(([flag, name, word]) => `${flag} ${isRefused && names.length === 1 ? name.toUpperCase() : shellWord(word)}`)
      .join(' ');
  return [
    {
      undone: [`its ${listWords(names, 'and')}`, 'set'],
      change: {
        ...{ words: [`${kind}s`, 'edit', ref], verbWords: 2, flags, isRepeatable: true },
        targets: { [ref.toLowerCase()]: uuid },
      },
      alone: (isRefused) => `tracker ${selection(context)}${kind}s edit ${shellWord(ref)} ${typed(isRefused)}`,
      async run() {
        return await whileLocked(context, { client, uuid }, async () => {
          const isList = Object.keys(lists).length > 0;
          const seen = isList ? { ...(await readStored(client, found)), ...from } : undefined;
          const now = { ...found, basis: undefined };
          const done = await changeWork(context, client, { found: now, change: { ...change, seen } });
          if (done.error) throw done.error;
          const isStatus = names.length === 1 && typeof set.status === 'string';
          const already = isStatus ? `the status is already ${shownWord(String(set.status))}` : 'nothing else changed';
          return { said: phrase`; ${done.words ?? already}`, changes: done.changes ?? {} };
        });
      },
    },
  ];
}

const short: Readonly<Record<string, string>> = { status: '-s', priority: '-p', assignee: '-a' };
const plurals: Readonly<Record<string, string>> = { tag: 'tags', assignee: 'assignees' };

/** Does what follows a text. A failure says what is done, and what is not: `partial` (exit 8), because the text was sent. */
export async function follow(
  context: Context,
  client: Client,
  { found: { ref }, what, steps }: { readonly found: Entity; readonly what: string; readonly steps: readonly Step[] },
): Promise<StepOutcome & { readonly failure?: TrackerError }> {
  const recorder = await client.recorder();
  let outcome: StepOutcome = { said: '', changes: {} };
  for (const [at, { change, run }] of steps.entries()) {
    const onLost: UncertainWork['onLost'] = async ({ number }) => await sayLost(context, { number }, [ref]);
    try {
      const { said, changes } = await (context.settings.dryRun ? run() : recorder.holding({ change, onLost }, run));
      outcome = { said: phrase`${outcome.said}${said}`, changes: { ...outcome.changes, ...changes } };
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      return { ...outcome, failure: halfDone(`the ${what} on ${ref} was sent`, steps.slice(at), error) };
    }
  }
  return outcome;
}

function halfDone(sent: string, left: readonly Step[], error: TrackerError): TrackerError {
  const { kind, exitCode, message, hint } = error;
  const isUnknown = kind === 'unknown_outcome' || kind === 'interrupted';
  const undone = left.map(({ undone: [name, done] }, at) => {
    const isMany = / and /.test(name);
    return `${name} ${isUnknown && at === 0 ? 'may or may not have been' : isMany ? 'were not' : 'was not'} ${done}`;
  });
  const alone = left.map((each, at) => each.alone(kind === 'invalid' && at === 0)).join('; ');
  const isStatus = left.length === 1 && left[0]?.undone[0] === 'its status';
  return new TrackerError(
    kind === 'interrupted' ? kind : 'partial',
    phrase`${sent}, but ${undone.join(', and ')}: ${message}`,
    {
      hint: hint === undefined ? alone : phrase`${hint}; ${isStatus ? 'the status alone' : 'the rest'}: ${alone}`,
      cause: error,
      ...(kind === 'interrupted' && { exitCode }),
    },
  );
}
