import { asText } from '../../contract/errors.js';
import { cutLine, type Line, lineWidth, type Span, shortLine, span } from '../../output/text/span.js';
import { cutTo, type Ruler } from '../../output/text/width.js';
import { localMinute } from '../../output/time.js';
import { givenName } from '../../views/cells/people.js';
import {
  conflictWords,
  type OpenConflict,
  openConflict,
  troubledElsewhere,
  troubledIn,
} from '../model/decisions/conflicts.js';
import { countProposals } from '../model/decisions/proposals.js';
import { countAsleep } from '../model/decisions/putting-off.js';
import { type KeyEntry, labelOf, offeredKeys } from '../model/keys/keys.js';
import { isZoomed, type Layout, layoutOf } from '../model/layout.js';
import { counts, current, listName, shownItems } from '../model/rows/rows.js';
import { isTooSmall, type State } from '../model/state.js';
import { reminderWords } from '../model/texts/unsent-texts.js';
import { actionsPane } from './actions-pane.js';
import { detailPane } from './detail-pane.js';
import { listPane, windowOf } from './list-pane.js';
import { type Frame, fitTo, flow, type Look, rule, spread, unsentSign, wrapTo } from './look.js';
import { ownLines } from './own-columns.js';
import { keyWord, panelOf, shownKey } from './panels.js';

/** The whole screen: a pure function of the state. */
export function drawScreen(state: State, look: Look): Frame {
  const { columns, rows } = state.size;
  if (isTooSmall(state.size)) return { lines: tooSmall(state.size), cursor: undefined, furthest: 0 };
  const bottom = bottomLines(state, look);
  const top = [headLine(state, look), ...tabLines(state, look)];
  const least = Math.max(3, Math.floor(rows / 3));
  // Options with keys of their own are all shown if the whole screen has room for them.
  const isByKey = state.mode.is === 'pick' && !state.mode.field;
  const most = rows - top.length - 2 - bottom.length;
  // A text needs room, but what it is about is to be seen beside it.
  const isText = state.mode.is === 'write';
  const wanted = isByKey ? most : isText ? Math.min(most - 2, Math.ceil(rows / 2) + headRows) : least;
  const height = Math.max(least, wanted);
  const panel = panelOf(state, { ruler: look.ruler, width: columns, height, now: look.setting.now });
  const panelTall = panel ? panel.lines.length + 1 : 0;
  const room = rows - top.length - 1 - panelTall - bottom.length;
  const layout = layoutOf(state, Math.max(3, room));
  const pane =
    state.mode.is === 'actions'
      ? actionsPane(state, state.mode, look, { width: columns, height: Math.max(0, room) })
      : panes(state, look, layout);
  const middle = pane.lines.slice(0, Math.max(0, room));
  const below = panel ? [rule(columns), ...panel.lines] : [];
  const lines = [...top, joint(state, layout), ...middle, ...below, ...bottom];
  const cursor = panel?.cursor && { ...panel.cursor, row: top.length + 1 + middle.length + 1 + panel.cursor.row };
  return { ...pane, lines: lines.slice(0, rows).map((line) => fitTo(look.ruler, line, columns)), cursor };
}

/** How many lines above a text say to whom it goes, and which keys there are. */
const headRows = 4;

/** Every line is drawn, so that nothing of a larger screen is left. */
function tooSmall({ columns, rows }: State['size']): readonly Line[] {
  return Array.from({ length: rows }, (_, at): Line => (at === 0 ? [span('too small'.slice(0, columns))] : []));
}

/** The row of the list at a line of the screen, for clicks. */
export function itemAt(state: State, ruler: Ruler, row: number, column: number): string | undefined {
  const layout = layoutOf(state, Math.max(3, state.size.rows - 1 - topTall(state) - bottomTall(state, ruler)));
  if (layout.isWide && column >= layout.listWidth) return undefined;
  return windowOf(state, layout.listHeight)[row - 2 - topTall(state)]?.uuid;
}

function panes(state: State, look: Look, layout: Layout): Omit<Frame, 'cursor'> {
  const { isWide, listWidth, listHeight, detailWidth, detailHeight } = layout;
  const { lines: detail, furthest, shown } = detailPane(state, look, detailWidth, detailHeight);
  const isRead = detailHeight > 0 && (isZoomed(state) || look.body?.proposed !== undefined);
  const of = { furthest, shown: isRead ? shown : undefined };
  if (listHeight === 0) return { lines: detail, ...of };
  const list = listOf(state, look, listWidth, listHeight);
  const blank: Line = fitTo(look.ruler, [], listWidth);
  const tall = Array.from({ length: listHeight }, (_, at) => list[at] ?? blank);
  if (!isWide) return { lines: detailHeight > 0 ? [...tall, rule(detailWidth), ...detail] : tall, ...of };
  return { lines: tall.map((line, at) => [...line, span('│ ', 'dim'), ...(detail[at] ?? [])]), ...of };
}

function listOf(state: State, look: Look, width: number, height: number): readonly Line[] {
  if (!state.own?.columns.length || !current(state)) return listPane(state, look, width, height);
  return ownLines(state, look, { window: windowOf(state, height), width });
}

/** The line between the head and what is below, with a joint where the panes meet. */
function joint({ size: { columns }, mode }: State, { isWide, listWidth }: Layout): Line {
  if (!isWide || mode.is === 'actions') return rule(columns);
  return [span(`${'─'.repeat(listWidth)}┬${'─'.repeat(columns - listWidth - 1)}`, 'dim')];
}

const badges = {
  live: ['●', 'good'],
  polling: ['◐', 'warn'],
  failing: ['○', 'bad'],
  offline: ['○', 'bad'],
  'signed out': ['○', 'bad'],
  opening: ['·', 'dim'],
} as const;

/** What is beside the point is left out before anything is cut that keys depend on: first the inbox, then what is done. */
function headLine(state: State, look: Look): Line {
  const { columns } = state.size;
  const forms = columns < shortBelow ? [] : (['whole', 'alone'] as const);
  const fitting = forms.map((form) => headParts(state, look, form)).find((parts) => leastHead(look, parts) <= columns);
  const { start, title, after, right } = fitting ?? headParts(state, look, 'short');
  const room = columns - lineWidth(look.ruler, [...start, ...after, ...right]) - 1;
  // A long title makes room for what follows it.
  return spread(
    look.ruler,
    [...start, ...cutLine(look.ruler, title, Math.max(leastTitle, room)), ...after],
    right,
    columns,
  );
}

/** Narrower screens have a short head (cells). */
const shortBelow = 70;

/** How much of a title is shown at least (cells). */
const leastTitle = 8;

function leastHead({ ruler }: Look, { start, title, after, right }: ReturnType<typeof headParts>): number {
  return lineWidth(ruler, [...start, ...cutLine(ruler, title, leastTitle), ...after, ...right]) + 1;
}

/** `alone` is without the inbox. */
function headParts(state: State, { setting }: Look, form: 'whole' | 'alone' | 'short') {
  const isShort = form === 'short';
  const { kind, badge, unread, host, size, filter, sort, selected } = state;
  const { left, done } = counts(state);
  const [sign, tone] = badges[badge.is];
  const since = badge.since === undefined ? '' : ` since ${clock(new Date(badge.since))}`;
  // Only the newest notifications are in the list.
  const others = kind === 'notification' && unread !== undefined && unread > left ? ` of ${unread}` : '';
  const name = givenName(setting.recall?.(state.me ?? '') ?? '').toLowerCase();
  const who = [name, host].filter((each) => each !== '').join('@');
  const right: Line = [
    span(`${sign} ${badge.is}${since}`, tone),
    ...(unread === undefined || form !== 'whole' ? [] : [span(`   inbox ${unread}`)]),
    ...(size.columns < 100 ? [] : [span(`   ${shortLine(who)}   ${clock(setting.now)}`, 'dim')]),
    span(' '),
  ];
  const picked = selected.size > 0 ? [span(`   ${selected.size} selected`, 'accent')] : [];
  const sifted = [
    ...(sort === undefined
      ? []
      : [span(`   by ${shortLine(sort.replace(/^-/, ''))} ${sort.startsWith('-') ? '↓' : '↑'}`, 'accent')]),
    ...(filter === '' ? [] : [span(`   /${shortLine(filter)}`, 'accent')]),
  ];
  const asleep = countAsleep(state);
  const later = asleep > 0 ? `  ${asleep} put off` : '';
  const count = state.isLoaded
    ? `${placeWords(state)}${left}${others} left${isShort ? '' : `  ${done} done${later}`}`
    : 'loading …';
  const after: Line = [span(`   ${count}`), ...markCounts(state), ...picked, ...sifted];
  return {
    start: [span(isShort ? ' ' : ' triage: ', 'dim')],
    title: [span(shortLine(listName(state, state.title)), 'strong')],
    after,
    right,
  };
}

function topTall({ tabs = [] }: State): number {
  return tabs.length > 0 ? 2 : 1;
}

/** The lists that digits open, with their numbers of rows; the current one stands out. Long names are cut so that all fit. */
function tabLines({ tabs = [], tab, size }: State, { ruler }: Look): readonly Line[] {
  const words = (most: number): readonly Line[] =>
    tabs.map(({ title, count }, at) => [
      span(`${at + 1} `, 'strong'),
      span(cutTo(ruler, shortLine(title), most), ...(at === tab ? (['inverse'] as const) : [])),
      span(count === undefined ? '' : ` ${count}`, 'dim'),
    ]);
  let most = widestTab;
  while (most > 2 && flow(ruler, words(most), size.columns).length > 1) most -= 1;
  return flow(ruler, words(most), size.columns).slice(0, 1);
}

/** The widest name of a tab (cells). */
const widestTab = 30;

/** Which of the rows is at the cursor: `12/131  `. */
function placeWords(state: State): string {
  const shown = shownItems(state);
  const at = shown.findIndex(({ uuid }) => uuid === current(state)?.uuid);
  return at < 0 ? '' : `${at + 1}/${shown.length}  `;
}

/** How many rows were refused or are in conflict, and how much has not been sent. */
function markCounts(state: State): Line {
  const { pending, unsent } = state;
  const waiting = new Set(pending.flatMap(({ targets }) => targets.map(({ uuid }) => uuid)));
  const all = [
    ['!', troubledIn(state).length, 'bad'],
    ['~', waiting.size + (unsent?.queued.length ?? 0), 'warn'],
    [unsentSign, unsent?.texts.length ?? 0, 'warn'],
    ['?', countProposals(state), 'warn'],
  ] as const;
  return all.flatMap(([sign, count, style]) => (count > 0 ? [span(`  ${sign} ${count}`, style)] : []));
}

function clock(time: Date): string {
  return localMinute(time).slice(-'14:05'.length);
}

/** What was done, a question that is open, and the keys. */
function bottomLines(state: State, look: Look): readonly Line[] {
  const { columns } = state.size;
  return [rule(columns), ...saidLines(state, look.ruler), ...keyLines(state, look)];
}

function bottomTall(state: State, ruler: Ruler): number {
  return 1 + saidLines(state, ruler).length + (state.mode.is === 'list' ? 1 : 0);
}

/** What earlier sessions left comes first, so that what is done at the start does not hide it. */
function saidLines(state: State, ruler: Ruler): readonly Line[] {
  const { notice, size } = state;
  const reminder = reminderWords(state);
  if (reminder === undefined) return noticeLines(state, ruler);
  const most = Math.max(size.rows < 10 ? 1 : 2, Math.floor(size.rows / 4));
  if (openConflict(state))
    return [...wrapTo(ruler, [span(shortLine(asText(reminder)))], size.columns, most), ...noticeLines(state, ruler)];
  const words = notice
    ? [span('  '), span(`${signs[notice.tone]}${shortLine(asText(notice.text))}`, ...tones[notice.tone])]
    : [];
  return wrapTo(ruler, [span(shortLine(asText(reminder))), ...words], size.columns, notice ? most + 1 : most);
}

/** What was done, and the question that is open, with the keys they have: side by side if there is room for all of both. */
function noticeLines(state: State, ruler: Ruler): readonly Line[] {
  const { notice, size, mode } = state;
  const open = mode.is === 'list' ? openConflict(state) : undefined;
  // What the question says is not said twice.
  const question = open && asText(conflictWords(open));
  const parts = asText(notice?.text ?? '').split('; ');
  const words = parts.filter((part) => part !== question);
  const said = notice && words.join('') !== '' ? `${signs[notice.tone]}${shortLine(words.join('; '))}` : '';
  const told: LineAndKeys = {
    text: said === '' ? [] : [span(said, ...tones[notice?.tone ?? 'plain'])],
    keys: [
      ...(notice?.canUndo ? [keyWord('u', 'undo')] : []),
      ...(notice?.canLook && !open && troubledElsewhere(state).length > 0 ? [keyWord('v', 'look')] : []),
    ],
  };
  if (mode.is === 'actions' && said === '') return [];
  if (!open || question === undefined) return toldLines(told, size, ruler);
  const asked: LineAndKeys = { text: [span(`! ${shortLine(question)}`, 'bad')], keys: answerKeys(state, open) };
  if (said === '') return askedLines(asked, size, ruler);
  const [left, right] = [told, asked].map(onOneLine) as [Line, Line];
  if (lineWidth(ruler, left) + lineWidth(ruler, right) + 4 <= size.columns)
    return [spread(ruler, left, [...right, span(' ')], size.columns)];
  return [...toldLines(told, size, ruler), ...askedLines(asked, size, ruler)];
}

interface LineAndKeys {
  readonly text: Line;
  readonly keys: readonly Line[];
}

function onOneLine({ text, keys }: LineAndKeys): Line {
  return [span(' '), ...text, ...keys.flatMap((key) => [span('  '), ...key])];
}

/** The keys that answer a conflict, or go there; also the one that opens the message again. */
function answerKeys(state: State, { isHere, conflict }: OpenConflict): readonly Line[] {
  const answers = offeredKeys(state).filter(({ group }) => group === 'Settle');
  const { what, message } = conflict.decision;
  const edit = isHere && message ? [keyWord(what === 'note' ? 'n' : 'r', 'edit')] : [];
  return [...answers.map((entry) => keyWord(entry.keys[0] ?? '', labelOf(state, entry))), ...edit];
}

/** What was done, on as many lines as it needs, if there is room. */
function toldLines({ text, keys }: LineAndKeys, { columns, rows }: State['size'], ruler: Ruler): readonly Line[] {
  const most = mostNotice(rows);
  const end: Line = keys.flatMap((key) => [...key, span(' ')]);
  const room = columns - lineWidth(ruler, end) - 2;
  if (most > 1 && lineWidth(ruler, text) > room)
    return withKeys(ruler, wrapTo(ruler, text, columns, most), keys, columns);
  return [spread(ruler, [span(' '), ...cutLine(ruler, text, room)], end, columns)];
}

/** A question, with its keys right after it, or below it. */
function askedLines(asked: LineAndKeys, { columns, rows }: State['size'], ruler: Ruler): readonly Line[] {
  const line = onOneLine(asked);
  if (lineWidth(ruler, line) < columns) return [line];
  return withKeys(ruler, wrapTo(ruler, asked.text, columns, mostNotice(rows)), asked.keys, columns);
}

function mostNotice(rows: number): number {
  return rows < 16 ? 1 : Math.floor(rows / 4);
}

const signs = { good: '✓ ', bad: '! ', plain: '' } as const;
const tones = { good: ['good'], bad: ['bad'], plain: [] } as const;

/** Keys after a text, on its last line if there is room. */
function withKeys(ruler: Ruler, lines: readonly Line[], keys: readonly Line[], cells: number): readonly Line[] {
  const last = [...(lines.at(-1) ?? []), ...keys.flatMap((key) => [span('  '), ...key])];
  return lineWidth(ruler, last) < cells ? [...lines.slice(0, -1), last] : [...lines, ...flow(ruler, keys, cells - 1)];
}

/** The keys that are offered, as many as there is room for on one line; the last one shows all of them. */
function keyLines(state: State, { ruler }: Look): readonly Line[] {
  const { columns } = state.size;
  const labelled = offeredKeys(state).filter(
    ({ keys: [key = ''], label }) => label !== undefined && shownKey(key) !== '',
  );
  const isLast = ({ keys: all }: KeyEntry): boolean => all.includes('?') || all.includes('q');
  const word = (entry: KeyEntry): readonly Span[] => keyWord(entry.keys[0] ?? '', labelOf(state, entry));
  const ends = labelled.filter(isLast).map(word);
  if (state.mode.is !== 'list') return [];
  // A question that is open has its keys beside it.
  let middle = labelled.filter((entry) => !isLast(entry) && entry.group !== 'Settle').map(word);
  for (;;) {
    const lines = flow(ruler, [...middle, ...ends], columns - 1);
    if (lines.length <= 1 || middle.length === 0) return lines.slice(0, 1);
    middle = middle.slice(0, -1);
  }
}
