import { phrase } from '../../../contract/errors.js';
import { timeOf } from '../../../contract/messages.js';
import { textOf } from '../../../contract/row.js';
import { isZoomed } from '../layout.js';
import type { AcceptedProposal, AskingLine, Proposal, WritingMessage } from '../mode.js';
import { ask } from '../picker.js';
import { current, withMark } from '../rows/rows.js';
import type { Item, ReadProposals, State } from '../state.js';
import { type Effect, type Step, say, stepForEach } from '../step.js';
import { fieldWith } from '../texts/text-field.js';
import { isAmong } from '../texts/unsent-texts.js';
import { blankMessage, sendMessage } from '../texts/writing.js';
import { delayWords } from './deciding.js';
import { endsWait } from './decision.js';
import { nameOfAuthor, subjectOfRow, whyNotHere } from './rights.js';
import { foreignEntry } from './unseen.js';

/** How far a command that was accepted is; undefined if it stays proposed. */
interface AcceptedAnswer {
  readonly draft: string;
  readonly command: 'going' | 'gone' | undefined;
  /** The status that it has set, once the server has it; empty if it was about something else. */
  readonly status?: string | undefined;
}

/** What agents have proposed and nobody has decided on, the oldest first (docs/requirements.md, R98). */
function openProposals({ unsent, accepted = [] }: State): readonly Proposal[] {
  const decided = new Set(accepted.flatMap(({ parts }) => parts.map(({ draft }) => draft)));
  return (unsent?.proposals ?? []).filter(({ draft }) => !decided.has(draft));
}

/** The same for a row. */
export function proposalsAbout(state: State, item: Item | undefined): readonly Proposal[] {
  return item ? openProposals(state).filter(({ receivers }) => isAmong(state, item, receivers)) : [];
}

/** How many there are to decide on: what belongs together is one. */
export function countProposals(state: State): number {
  return new Set(openProposals(state).map(({ group }) => group)).size;
}

function here(state: State): readonly Proposal[] {
  const all = proposalsAbout(state, current(state));
  return all.filter(({ group }) => group === all[0]?.group);
}

/** What a person must have read: it changes with all that is sent. */
export function proposalsKey(proposals: readonly Proposal[]): string {
  return JSON.stringify(proposals.map(({ draft, words, flags, text }) => [draft, words, flags, text]));
}

export function hasProposal(state: State): boolean {
  return here(state).length > 0;
}

/** Why the user may not send all of it; undefined if that is possible. */
export function whyNotSent(state: State): string | undefined {
  return here(state).flatMap(({ message }) => (message && whyNotHere(state, message.what)) ?? [])[0];
}

/** Whether it is one text, which can be changed first. */
export function hasOneText(state: State): boolean {
  const [proposal, ...others] = here(state);
  return proposal?.message !== undefined && others.length === 0;
}

/** Such as `bot proposes a reply (status closed)`. */
export function proposalWords({ author, message, words, flags }: Proposal): string {
  return `${author} proposes ${message === undefined ? words : `a ${message.what}`}${flags === '' ? '' : ` (${flags})`}`;
}

/** Sends what is proposed for the row at the cursor, in its order; what others have written since is named first. */
export function accept(state: State): Step {
  const item = current(state);
  const all = here(state);
  const [first] = all;
  if (!item || !first) return [state];
  if (!state.details.has(item.uuid)) return [say(state, `${item.ref} has not been read yet`)];
  const key = proposalsKey(proposalsAbout(state, item));
  if (unreadFrom(state, key) !== undefined) return [showAll(state, key)];
  const news = newsSince(state, item, first);
  if (news && state.warnedOf !== news.id) return [{ ...say(state, news.words, 'bad'), warnedOf: news.id }];
  // Decided only once.
  if (all.length === 1 && first.message) return acceptOne(without(state, all), item, first);
  const batch = state.next;
  const begun = { ...withAccepted(state, item, all), next: batch + 1 };
  const [sent, ...effects] = stepForEach(begun, all, (now, each) => acceptOne(now, item, each, batch));
  const isDelayed = sent.pending.some((each) => each.batch === batch && each.dueWith !== undefined);
  return [isDelayed ? say(sent, delayWords(sent, item.ref, 'the proposal')) : sent, ...effects];
}

/** The first line that has not been read of these proposals; undefined if all were. */
function unreadFrom({ readProposals: read }: State, key: string): number | undefined {
  if (read?.key !== key) return 0;
  return read.upTo < read.lines ? read.upTo : undefined;
}

/** What has not all been read fills the screen first, from the first line that has not. */
function showAll(state: State, key: string): State {
  const scroll = isZoomed(state) ? Math.min(state.scroll, unreadFrom(state, key) ?? 0) : 0;
  const all: State = { ...state, isZoomed: true, isToLastWords: false, scroll };
  return say(all, state.isSpoken ? 'this is new; Y sends it' : 'read it to its end (Space scrolls); Y sends it then');
}

/** What of a detail is on the screen: how many lines a page has, and which of those that are proposed. */
export interface ShownEvent {
  readonly is: 'shown';
  readonly pageLines: number;
  /** Without it, nothing is proposed, or it is cut. */
  readonly proposed?: Omit<ReadProposals, 'upTo'> & { readonly from: number; readonly to: number };
}

/** Notes how far what is proposed has been read; where it is laid out anew before its end, it is read from the start. */
export function takeShown(state: State, { pageLines, proposed }: ShownEvent): Step {
  const next: State = { ...state, pageLines };
  if (!proposed || unreadFrom(state, proposed.key) === undefined) return [next];
  const { from, to, ...now } = proposed;
  const { key, lines, upTo: before = 0 } = state.readProposals ?? {};
  const upTo = key === now.key && lines === now.lines ? before : 0;
  return [{ ...next, readProposals: { ...now, upTo: from <= upTo ? Math.max(upTo, to) : upTo } }];
}

/** With the parts that can be taken back together. */
function withAccepted(state: State, { uuid: row, ref }: Item, all: readonly Proposal[]): State {
  const { kind } = subjectOfRow(state, row) ?? {};
  const parts = all.map(({ draft, message, words }) =>
    message
      ? { draft, noun: message.what === 'reply' && kind === 'task' ? 'comment' : message.what }
      : { draft, noun: words, command: 'waits' as const },
  );
  return { ...state, accepted: [...(state.accepted ?? []), { batch: state.next, row, ref, parts }] };
}

/** Which parts have not gone yet. */
export function leftOf({ pending }: State, { batch, parts }: AcceptedProposal): AcceptedProposal['parts'] {
  const waiting = pending.filter((each) => each.batch === batch && (each.isHeld === true || !each.isBegun));
  const drafts = new Set(waiting.map(({ message }) => message?.draft));
  return parts.filter(({ draft, command }) => command === 'waits' || drafts.has(draft));
}

/** Whether a command that was accepted is not to be sent after all. */
export function isTakenBack({ accepted = [] }: State, draft: string): boolean {
  return !accepted.some(({ parts }) => parts.some((each) => each.draft === draft));
}

/** The drafts of the messages that a command was accepted with. */
export function messagesWith({ accepted = [] }: State, draft: string): readonly string[] {
  const { parts = [] } = accepted.find((each) => each.parts.some((part) => part.draft === draft)) ?? {};
  return parts.flatMap((part) => (part.command === undefined ? [part.draft] : []));
}

/** How many commands were accepted that have not been sent. */
export function countGoing({ accepted = [] }: State): number {
  return accepted.flatMap(({ parts }) => parts).filter(({ command = 'gone' }) => command !== 'gone').length;
}

/** A command of a proposal is sent, or stays proposed. */
export function takeAccepted(state: State, { draft, command, status }: AcceptedAnswer): Step {
  const accepted = state.accepted?.map((each): AcceptedProposal => {
    const parts = each.parts.filter((part) => command !== undefined || part.draft !== draft);
    return { ...each, parts: parts.map((part) => (part.draft === draft && command ? { ...part, command } : part)) };
  });
  const next: State = { ...state, ...(accepted && { accepted }) };
  const settles =
    status !== undefined && (state.after === 'next' || endsWait({ what: 'status', kind: 'ticket', value: status }));
  const about = settles ? accepted?.find(({ parts }) => parts.some((part) => part.draft === draft)) : undefined;
  const noun = about?.parts.find((part) => part.draft === draft)?.noun;
  if (!about || noun === undefined) return [next];
  return [withMark(next, about.row, (mark) => ({ ...mark, decided: [mark.decided ?? [], noun].flat().join(', ') }))];
}

function without(state: State, decided: readonly Proposal[]): State {
  const { unsent } = state;
  if (!unsent) return state;
  const left = unsent.proposals?.filter((each) => !decided.includes(each)) ?? [];
  return { ...state, unsent: { ...unsent, proposals: left } };
}

function acceptOne(state: State, item: Item, proposal: Proposal, batch?: number): Step {
  const writing = writingFor(state, item, proposal);
  if (writing) return sendMessage(state, writing, batch);
  const effect: Effect = { do: 'accept', draft: proposal.draft, row: item.uuid };
  // What was said of a message before it stays.
  return [state.notice ? state : say(state, `${proposal.words}: sending …`), effect];
}

/** What others have written last since something was proposed, which each new entry is anew. */
function newsSince(state: State, item: Item, { draft, at, author }: Proposal) {
  const detail = state.details.get(item.uuid);
  const news = detail && foreignEntry(at, detail, state.me);
  if (!news) return undefined;
  const who = nameOfAuthor(state, item.uuid, news);
  const words = phrase`${who} has written since ${author} proposed this; to send it anyway, press Y again`;
  return { id: `${draft} ${textOf(news.id) ?? ''} ${timeOf(news)}`, words };
}

/** The text of a proposal as if it had been written here. */
function writingFor(state: State, item: Item, { message, text, draft }: Proposal): WritingMessage | undefined {
  if (!message) return undefined;
  const blank = blankMessage(state, message.what, [item]);
  return blank && { ...blank, ...message, field: fieldWith(text), draft };
}

/** Goes on with the text that is proposed. */
export function edit(state: State): Step {
  const item = current(state);
  const [proposal] = here(state);
  const writing = item && proposal && writingFor(state, item, proposal);
  if (!writing) return [state];
  const mode: WritingMessage = { ...writing, remark: `proposed by ${proposal.author}` };
  return [
    { ...without(state, [proposal]), mode },
    { do: 'begin', writing: mode, inEditor: false },
  ];
}

/** Asks why what is proposed is rejected. */
export function reject(state: State): Step {
  const item = current(state);
  const drafts = here(state).map(({ draft }) => draft);
  if (!item || drafts.length === 0) return [state];
  const title = 'reason for rejecting it (Enter: none)';
  return ask(state, { what: 'reject', title, rows: [item.uuid], drafts });
}

/** Rejects what was asked about, whatever has been proposed since. */
export function rejectFor(state: State, { drafts = [] }: AskingLine, reason: string): Step {
  const rejected = state.unsent?.proposals?.filter(({ draft }) => drafts.includes(draft)) ?? [];
  return [
    { ...without(state, rejected), mode: { is: 'list' } },
    { do: 'reject', drafts, reason },
  ];
}
