import { phrase, type Sentence } from '../../../contract/errors.js';
import { authorOf } from '../../../contract/messages.js';
import { isRow } from '../../../contract/row.js';
import type { AskingLine, Proposal, WritingMessage } from '../mode.js';
import { current } from '../rows/rows.js';
import type { Item, State } from '../state.js';
import { andThen, type Effect, type Step, say } from '../step.js';
import { fieldWith } from '../texts/text-field.js';
import { isAmong } from '../texts/unsent-texts.js';
import { blankMessage, sendMessage } from '../texts/writing.js';
import { foreignEntry } from './unseen.js';

/** What agents have proposed for a row, the oldest first (docs/requirements.md, R98). */
export function proposalsAbout(state: State, item: Item | undefined): readonly Proposal[] {
  const { proposals = [] } = state.unsent ?? {};
  return item ? proposals.filter(({ receivers }) => isAmong(state, item, receivers)) : [];
}

function here(state: State): readonly Proposal[] {
  const all = proposalsAbout(state, current(state));
  return all.filter(({ group }) => group === all[0]?.group);
}

export function hasProposal(state: State): boolean {
  return here(state).length > 0;
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
  const news = newsWords(state, item, first);
  if (news !== undefined && state.warnedOf !== first.draft)
    return [{ ...say(state, news, 'bad'), warnedOf: first.draft }];
  // Decided only once.
  const decided = without(state, all);
  return all.reduce<Step>((sum, each) => andThen(sum, (now) => acceptOne(now, item, each, each === first)), [decided]);
}

function without(state: State, decided: readonly Proposal[]): State {
  const { unsent } = state;
  if (!unsent) return state;
  const left = unsent.proposals?.filter((each) => !decided.includes(each)) ?? [];
  return { ...state, unsent: { ...unsent, proposals: left } };
}

function acceptOne(state: State, item: Item, proposal: Proposal, isFirst: boolean): Step {
  const writing = writingFor(state, item, proposal);
  if (writing) return sendMessage(state, writing);
  const effect: Effect = { do: 'accept', draft: proposal.draft, row: item.uuid };
  // What is said of the first, such as how long a reply can be taken back, stays.
  return [isFirst ? say(state, `${proposal.words}: sending …`) : state, effect];
}

function newsWords(state: State, item: Item, { at, author }: Proposal): Sentence | undefined {
  const detail = state.details.get(item.uuid);
  const news = detail && foreignEntry(at, detail, state.me);
  if (!detail || !news) return undefined;
  const person = (isRow(detail.authors) ? detail.authors : state.people)[authorOf(news)];
  const who = isRow(person) && typeof person.name === 'string' ? person.name : 'somebody else';
  return phrase`${who} has written since ${author} proposed this; to send it anyway, press Y again`;
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
  return [{ ...state, mode: { is: 'ask', what: 'reject', title, rows: [item.uuid], drafts, field: fieldWith('') } }];
}

/** Rejects what was asked about, whatever has been proposed since. */
export function rejectFor(state: State, { drafts = [] }: AskingLine, reason: string): Step {
  const rejected = state.unsent?.proposals?.filter(({ draft }) => drafts.includes(draft)) ?? [];
  return [
    { ...without(state, rejected), mode: { is: 'list' } },
    { do: 'reject', drafts, reason },
  ];
}
