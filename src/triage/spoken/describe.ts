import { asText, type Sentence } from '../../contract/errors.js';
import { titleOf } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { cellSpan, type Line, type Style, span } from '../../output/text/span.js';
import type { Setting } from '../../output/view.js';
import { awaitedWords } from '../model/awaiting.js';
import { conflictWords, openConflict } from '../model/decisions/conflicts.js';
import { hasOneText, hasProposal, proposalsAbout, proposalsKey } from '../model/decisions/proposals.js';
import { countAsleep } from '../model/decisions/putting-off.js';
import { actionsShown, groups } from '../model/keys/actions.js';
import { type KeyEntry, labelOf, offeredKeys } from '../model/keys/keys.js';
import { isZoomed } from '../model/layout.js';
import { writingIn } from '../model/mode.js';
import { otherTickets, similarTo } from '../model/rows/customers.js';
import { counts, countWords, current, listName, markOf, newsOf, shownItems, targetsOf } from '../model/rows/rows.js';
import { type Item, isAway, type State } from '../model/state.js';
import { listedNames } from '../model/step.js';
import { fieldWith } from '../model/texts/text-field.js';
import { reminderWords } from '../model/texts/unsent-texts.js';
import { unkeptWords } from '../model/texts/writing.js';
import { type Remark, remarksAbout, stateCells } from '../view/detail-pane.js';
import { findText } from '../view/find-text.js';
import { emptyLines, refIn, timeOfRow, titleIn } from '../view/list-pane.js';
import { type Look, unsentSign } from '../view/look.js';
import { shownKey } from '../view/panels.js';
import type { DetailBody } from '../work.js';

/** What a state is read out with; the body has lines of the width of the terminal. */
type ReadingParts = Pick<Look, 'setting' | 'body'>;

/** Where a sign would say it on a screen, a word does. */
export function inWords(text: Sentence): string {
  return cleanLine(asText(text)).replaceAll(' → ', ' to ').replaceAll(' · ', '; ').replaceAll(/ ?…/g, '...');
}

export function lineOf(text: Sentence, ...styles: readonly Style[]): Line {
  return [span(inWords(text), ...styles)];
}

/** What has changed since a state was read out, each change as a line; all of what is at the cursor if that is something else. */
export function changesSince(before: State | undefined, state: State, reading: ReadingParts): readonly Line[] {
  const { notice, badge, unread } = state;
  const isNew = <T>(read: (of: State) => T): boolean => before === undefined || read(before) !== read(state);
  const reminder = before === undefined ? reminderWords(state) : undefined;
  const isAnother = isNew(({ title, sort, filter, tab, isLoaded }) => [title, sort, filter, tab, isLoaded].join());
  const awayNow = isAway(badge) || badge.is === 'failing';
  const wasAway = before !== undefined && (isAway(before.badge) || before.badge.is === 'failing');
  return [
    ...(notice && !notice.isReading && isNew((of) => of.notice) ? [lineOf(notice.text)] : []),
    ...(reminder === undefined ? [] : [lineOf(reminder)]),
    ...unkeptLines(before, state),
    ...(isNew((of) => of.badge.is) && (awayNow || wasAway) ? [lineOf(`now ${badge.is}`)] : []),
    ...(state.isLoaded && isAnother ? [headLine(state)] : []),
    ...(before === undefined && state.isPlaced ? [lineOf('back where you left off')] : []),
    ...(before?.unread !== undefined && (unread ?? 0) > before.unread ? [lineOf(`inbox: ${unread} unread`)] : []),
    ...(before && !isAnother ? newsOfOthers(before, state) : []),
    ...(isNew((of) => [...of.selected].join()) ? selectionLines(before, state) : []),
    ...hereSince(before, state, reading),
  ];
}

/** What is selected; that nothing is any longer, unless that follows from what was done. */
function selectionLines(before: State | undefined, state: State): readonly Line[] {
  const { selected, notice } = state;
  if (selected.size === 0) return before && notice === before.notice ? [lineOf('nothing selected')] : [];
  return [lineOf(`${selected.size} selected: ${listedNames(targetsOf(state).map(({ ref }) => ref))}`)];
}

/** Why the text that is being written cannot be kept. */
function unkeptLines(before: State | undefined, state: State): readonly Line[] {
  const [was, now] = [before && writingIn(before.mode)?.unkept, writingIn(state.mode)];
  return now?.unkept !== undefined && was === undefined ? [lineOf(unkeptWords(now))] : [];
}

function headLine(state: State): Line {
  const { sort, unread, kind } = state;
  const asleep = countAsleep(state);
  const by = sort === undefined ? '' : `, by ${sort.replace(/^-/, '')}${sort.startsWith('-') ? ', descending' : ''}`;
  const more = [
    ...(asleep > 0 ? [`${asleep} put off`] : []),
    ...(unread === undefined || kind === 'notification' ? [] : [`inbox ${unread}`]),
  ];
  return lineOf([`${listName(state, state.title)}: ${countWords(state)}${by}`, ...more].join('; '), 'strong');
}

const mostNamed = 5;

/** What others have done to rows that are not at the cursor. */
function newsOfOthers(before: State, state: State): readonly Line[] {
  const at = current(state)?.uuid;
  const all = state.items.flatMap((item) => {
    const { changed, isNew } = newsOf(markOf(state, item.uuid));
    const was = newsOf(markOf(before, item.uuid));
    if (item.uuid === at || (changed === was.changed && isNew === was.isNew)) return [];
    if (isNew && !was.isNew) return [`new: ${refIn(state, item)} ${titleIn(state, item)}`];
    return changed === undefined ? [] : [`${refIn(state, item)}: ${changed || 'changed by someone else'}`];
  });
  const more = all.length > mostNamed ? [`and ${all.length - mostNamed} more rows have changed`] : [];
  return [...all.slice(0, mostNamed), ...more].map((text) => lineOf(text));
}

/** The row at the cursor, or what is new about it, or the part of it that it was scrolled to. */
function hereSince(before: State | undefined, state: State, reading: ReadingParts): readonly Line[] {
  const item = current(state);
  const isSame = before?.title === state.title && before.isLoaded === state.isLoaded;
  if (!item) return isSame && !current(before) ? [] : emptyLines(state).map((text) => lineOf(text));
  if (!before || !isSame || current(before)?.uuid !== item.uuid) return itemLines(state, item, reading);
  const { body } = reading;
  const remarks = remarksSince(before, state, reading);
  if (isZoomed(state) !== isZoomed(before))
    return [...remarks, ...(isZoomed(state) ? wholeLines(state, item, reading) : [placeLine(state)])];
  if (state.sought && state.sought !== before.sought) return [...remarks, ...soughtLine(state, body)];
  const moved = state.scroll - before.scroll;
  if (moved === 0) return remarks;
  const length = Math.min(mostScrolled, Math.abs(moved));
  return [...remarks, ...(body?.lines.slice(state.scroll, state.scroll + length) ?? [])];
}

/** What is new about the row at the cursor, and the keys that settle it; what was just said is not said again. */
function remarksSince(before: State, state: State, { setting, body }: ReadingParts): readonly Line[] {
  const item = current(state);
  const remarksIn = (of: State): readonly Remark[] =>
    item ? remarksAbout(of, { setting, body: undefined }, item) : [];
  const known = [...remarksIn(before).map(({ text }) => asText(text)), asText(state.notice?.text ?? '')];
  const news = remarksIn(state).filter(({ text }) => !known.some((each) => each.includes(asText(text))));
  const keys = settleWords(state);
  const { key, end } = body?.proposed ?? {};
  const isProposed = key !== undefined && key !== proposalsKey(proposalsAbout(before, item));
  return [
    ...news.flatMap((remark) => (isProposed && remark.isProposal ? [] : [remarkLine(remark)])),
    ...(isProposed ? (body?.lines.slice(0, end) ?? []) : []),
    ...(keys === '' || keys === settleWords(before) ? [] : [lineOf(keys)]),
  ];
}

function soughtLine({ sought }: State, body: DetailBody | undefined): readonly Line[] {
  const place = sought && findText(body?.lines ?? [], sought.text)[sought.at];
  return place ? (body?.lines.slice(place[0].line, place[0].line + 1) ?? []) : [];
}

/** The most lines that are read out after a scroll. */
export const mostScrolled = 20;

/** What most decisions need: what it is, what is said about it, and what the other side wrote last. The rest is for Enter. */
function itemLines(state: State, item: Item, reading: ReadingParts): readonly Line[] {
  const { setting, body } = reading;
  const { unreadable } = markOf(state, item.uuid);
  const name = item.kind === 'notification' ? '' : `${refIn(state, item)} `;
  const known = otherTickets(state, item).length;
  const others = [
    ...counted(known, `${known === 1 ? 'other' : 'others'} from the customer`),
    ...counted(similarTo(state, item).length, 'similar'),
  ];
  const title = [span(cleanLine(name), 'accent', 'strong'), span(cleanLine(titleOf(item.row)), 'strong')];
  if (isZoomed(state)) return [title, ...wholeLines(state, item, reading), placeLine(state)];
  return [
    title,
    cellsLine(cellsOf(state, item, setting).filter(([label]) => first.includes(label))),
    ...remarksAbout(state, reading, item).flatMap((remark) => (body && remark.isProposal ? [] : [remarkLine(remark)])),
    ...(body ? lastWords(body) : [lineOf(unreadable ?? 'loading...', 'dim')]),
    ...(others.length === 0 ? [] : [lineOf(`H: ${others.join(', ')}`)]),
    placeLine(state),
  ];
}

function counted(count: number, of: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${of}`];
}

/** The values that are read out unasked. */
const first: readonly string[] = ['Status', 'Priority', 'Assignee', 'Due', 'Target', 'Waiting', 'Last', 'Attached'];

function cellsOf(state: State, item: Item, setting: Setting): ReturnType<typeof stateCells> {
  const { name, cell } = timeOfRow(item, setting);
  return [...stateCells(state, setting, item), ...(item.kind === 'task' ? [] : [[name, cell] as const])];
}

function cellsLine(cells: ReturnType<typeof stateCells>): Line {
  return cells.flatMap(([label, cell], at) => [
    ...(at === 0 ? [] : [span('; ')]),
    span(`${label}: `, 'dim'),
    cellSpan(cell, true),
  ]);
}

/** All that is known of the row at the cursor. */
function wholeLines(state: State, item: Item, { setting, body }: ReadingParts): readonly Line[] {
  return [cellsLine(cellsOf(state, item, setting)), ...(body?.lines ?? [])];
}

/** What is proposed, what the other side wrote last, with what has happened since, and how much there was before. */
function lastWords({ lines, starts, lastWords: words, proposed }: DetailBody): readonly Line[] {
  const from = Math.max(words, (proposed?.end ?? -1) + 1);
  const end = starts.find((start) => start > from) ?? lines.length;
  const earlier = new Set(starts.filter((start) => start >= end)).size;
  const shown = lines.slice(0, end).filter((line, at) => line.length > 0 || at < end - 1);
  return [...shown, lineOf(`Enter: all${earlier > 0 ? `, ${earlier} earlier` : ''}`)];
}

/** The words for the signs before what is said about a row. */
const signs = { '?': '', '*': 'new', '✓': 'done', '!': 'attention', [unsentSign]: 'draft' } as const;

function remarkLine({ sign, style, text }: Remark): Line {
  return lineOf([signs[sign], asText(text)].filter(Boolean).join(': '), style);
}

export function placeLine(state: State): Line {
  const shown = shownItems(state);
  const open = openConflict(state);
  const { left } = counts(state);
  const isCounted = state.filter === '' && left !== shown.length;
  const at = shown.findIndex(({ uuid }) => uuid === current(state)?.uuid) + 1;
  const parts = [
    ...(open && !open.isHere ? [asText(conflictWords(open))] : []),
    `${at} of ${shown.length}${isCounted ? `, ${left} left` : ''}`,
    settleWords(state),
  ];
  return lineOf(parts.filter(Boolean).join('; '));
}

/** The keys that settle what is proposed, refused or was changed by someone first: `m keep yours, t take theirs`. */
function settleWords(state: State): string {
  const isForProposals = ({ isOffered }: KeyEntry): boolean => isOffered === hasProposal || isOffered === hasOneText;
  const keys = offeredKeys(state).filter((entry) => entry.group === 'Settle' || isForProposals(entry));
  return keys.map((entry) => `${entry.keys[0]} ${labelOf(state, entry)}`).join(', ');
}

/** Every key with what it does, and those that do nothing now with the reason. */
export function keyLines(state: State): readonly Line[] {
  const all = actionsShown(state, { field: fieldWith('') }).flatMap((each) =>
    each.is === 'key' && !each.entry.isDrawn ? [each] : [],
  );
  const named = all.map(({ entry, why }) => ({ entry, why, key: entry.keys.map(shownKey).find(isWord) ?? '' }));
  const lines = groups.flatMap((group) => {
    const own = named.filter(({ entry, why, key }) => entry.group === group && why === undefined && key !== '');
    return own.length === 0
      ? []
      : [lineOf(group, 'strong'), ...own.map(({ entry, key }) => lineOf(`${key} ${entry.help}`))];
  });
  const not = named.filter(({ why, key }) => why !== undefined && key !== '');
  return [
    ...lines,
    ...(not.length === 0 ? [] : [lineOf('Not available now', 'strong')]),
    ...not.map(({ entry, why, key }) => lineOf(`${key} ${entry.help}: ${asText(why ?? '')}`, 'dim')),
  ];
}

/** Whether somebody can type it. */
function isWord(key: string): boolean {
  return /^[!-~]+$/.test(key) && key !== 'wheel';
}

/** Whether there is nothing more to come of the row at the cursor, or it is the one that was read out. */
export function isReadOut(said: State | undefined, state: State): boolean {
  const uuid = current(state)?.uuid;
  return uuid === undefined || markOf(state, uuid).unreadable !== undefined || (said && current(said)?.uuid) === uuid;
}

/** What is said while something takes long. */
export function waitingWords(state: State): string {
  if (state.awaited) return awaitedWords(state);
  return state.pending.some(({ isHeld }) => !isHeld) ? 'sending...' : 'waiting for the server...';
}
