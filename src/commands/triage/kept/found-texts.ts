import {
  type Draft,
  findDraft,
  isFor,
  ledgerOf,
  otherFlags,
  ownDrafts,
  targetNames,
} from '../../../compose/saved/drafts.js';
import { textOf, textsOf } from '../../../contract/row.js';
import { isFree } from '../../../ledger/claim.js';
import { argumentsOf, commandOf, plainName, targetOf } from '../../../ledger/entry.js';
import { relativeTime } from '../../../output/time.js';
import type {
  NamedRow,
  Proposal,
  Receiver,
  UnsentText,
  UnsentWork,
  WritingMessage,
} from '../../../triage/model/mode.js';
import { fieldWith } from '../../../triage/model/texts/text-field.js';
import { messageFlagsIn } from '../../sending/decision.js';
import { messageCommand } from '../change-of.js';
import type { SessionParts } from '../shared.js';

const commands = ['tickets reply', 'tickets note', 'tasks comment'];

type FindParts = Pick<SessionParts, 'context' | 'kept'>;

/** What of this user has not been sent, the newest first; where access is not full, only what was written so. */
export async function allUnsent({ context, kept }: FindParts): Promise<readonly Draft[]> {
  const { memory } = kept;
  const drafts = (await ownDrafts(context)).filter((draft) => isFor(context, draft));
  return [...[...memory.values()].toReversed(), ...drafts.filter(({ number }) => !memory.has(number))];
}

/** What of this user has not been sent, for the marks of rows. */
export async function readUnsent(finding: FindParts): Promise<UnsentWork> {
  const all = await allUnsent(finding);
  const names = await targetNames(finding.context, all);
  const namedIn = (draft: Draft): readonly NamedRow[] =>
    argumentsOf(draft).map((target) => ({ uuid: targetOf(draft, target), ref: names.get(target) ?? target }));
  const texts = all.filter(isText).map((draft): UnsentText => {
    const [noun, verb] = draft.words;
    return {
      draft: String(draft.number),
      kind: noun === 'tasks' ? 'task' : 'ticket',
      what: verb === 'note' ? 'note' : 'reply',
      receivers: namedIn(draft),
      ...(draft.state === 'writing' && { isBeingWritten: true }),
      ...(draft.state === 'doubtful' && { isDoubtful: true }),
    };
  });
  const isAllowed = finding.context.settings.access.level === 'full';
  const proposed = isAllowed ? all.filter(({ state }) => state === 'proposed').toReversed() : [];
  const proposals = proposed.map((draft) => proposalOf(draft, namedIn(draft)));
  return { texts, queued: all.filter(isQueued).flatMap(namedIn), proposals };
}

function proposalOf(draft: Draft, receivers: readonly NamedRow[]): Proposal {
  const { number, group = number, author = 'agent', at, words, flags } = draft;
  const text = textOf(flags.body) ?? '';
  const isMessage = text !== '' && receivers.length === 1 && commands.includes(commandOf(draft));
  return {
    ...{ draft: String(number), group: String(group), author, at, receivers, text, flags: otherFlags(draft) },
    words: [commandOf(draft), ...receivers.map(({ ref }) => ref)].join(' '),
    ...(isMessage && {
      message: {
        ...{ what: words[1] === 'note' ? 'note' : 'reply', attach: textsOf(flags.attach) },
        ...messageFlagsIn(draft),
      },
    }),
  };
}

function isQueued({ state, decision }: Draft): boolean {
  return decision === undefined && (state === 'waiting' || state === 'sending');
}

/** Goes on with the unsent draft of such a message to the same rows, and to no others, if there is one. */
export async function withDraft(
  finding: FindParts,
  kind: 'ticket' | 'task',
  writing: WritingMessage,
): Promise<WritingMessage> {
  const { context } = finding;
  // What is proposed is gone on with as it is.
  if (writing.draft !== undefined) return writing;
  const { draft, inUse } = await idleDraft(finding, messageCommand(writing.what, `${kind}s`), writing);
  const body = textOf(draft?.flags.body);
  const remarkOn = ({ at, author }: Draft): string =>
    `${author === undefined ? 'your draft' : `draft of ${author}`} from ${relativeTime(at, context.now())}`;
  if (!draft || body === undefined)
    return inUse ? { ...writing, remark: `${remarkOn(inUse)} is being written in another window` } : writing;
  return {
    ...writing,
    field: fieldWith(body),
    ...messageFlagsIn(draft),
    attach: [...textsOf(draft.flags.attach), ...writing.attach],
    draft: String(draft.number),
    ...(draft.state === 'doubtful'
      ? {
          remark: `${remarkOn(draft)}; it may have arrived, so check above before you send it again`,
          isDoubtful: true,
        }
      : { remark: remarkOn(draft) }),
  };
}

/** The newest draft for just these receivers that nothing is done with, and the newest one that another program is writing. */
async function idleDraft(
  finding: FindParts,
  command: string,
  { targets }: Pick<WritingMessage, 'targets'>,
): Promise<{ readonly draft: Draft | undefined; readonly inUse: Draft | undefined }> {
  const { context, kept } = finding;
  const parts = ledgerOf(context);
  const isTo = (draft: Draft, { ref, uuid }: Receiver): boolean =>
    argumentsOf(draft).some((word) => (targetOf(draft, word) ?? uuid) === uuid && isNamed(draft, word, ref));
  let inUse: Draft | undefined;
  const texts = (await allUnsent(finding)).filter((draft) => isText(draft) && commandOf(draft) === command);
  for (const draft of texts) {
    const isForAll = argumentsOf(draft).length === targets.length && targets.every((target) => isTo(draft, target));
    // What has been typed since is no other text.
    if (!isForAll || kept.claims.isTaken(draft.number)) continue;
    if (kept.memory.has(draft.number) || (await isFree(parts, draft.number)))
      return { draft: kept.memory.get(draft.number) ?? findDraft(parts.ledger, draft.number), inUse };
    inUse ??= draft;
  }
  return { draft: undefined, inUse };
}

/** A draft that knows its targets may be for what has another reference by now. */
function isNamed(draft: Draft, word: string, ref: string): boolean {
  return targetOf(draft, word) !== undefined || plainName(word) === plainName(ref);
}

/** Whether it is a text that nobody is about to send. */
function isText(draft: Draft): boolean {
  const isLeft = draft.state === 'unsent' || draft.state === 'writing' || draft.state === 'doubtful';
  return isLeft && commands.includes(commandOf(draft));
}
