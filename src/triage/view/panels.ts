import { asText, phrase } from '../../contract/errors.js';
import { shownWord } from '../../contract/server-word.js';
import { cleanLine, cleanText } from '../../contract/text/unsafe-characters.js';
import { type Line, lineWidth, type Span, shortLine, span } from '../../output/text/span.js';
import { cutTo, padTo, type Ruler, unitsPerCell } from '../../output/text/width.js';
import { wrapSpans } from '../../output/text/wrap.js';
import { ageCell } from '../../views/cells/times.js';
import { subjectOfRow } from '../model/decisions/rights.js';
import { leaveLead, leaveWords } from '../model/leaving.js';
import type { AskingLine, Mode, PickMode, PickOption, WritingMessage } from '../model/mode.js';
import { optionsShown } from '../model/picking.js';
import type { State } from '../model/state.js';
import { completionOf } from '../model/texts/completing.js';
import type { TextField } from '../model/texts/text-field.js';
import { alsoWords, followUps, unkeptWords } from '../model/texts/writing.js';
import { writingKeys } from '../model/update.js';
import { firstShown } from './list-pane.js';
import { asLine, fill, flow, type ScreenCell, spread, wrapTo } from './look.js';

/** What is below the list while something is being chosen or typed. */
interface Panel {
  readonly lines: readonly Line[];
  /** Within the lines. */
  readonly cursor: ScreenCell | undefined;
}

interface Room {
  readonly ruler: Ruler;
  readonly width: number;
  readonly height: number;
  readonly now: Date;
}

type Draw<M> = (state: State, mode: M, room: Room) => Panel;

const panels: { readonly [K in Mode['is']]?: Draw<Extract<Mode, { is: K }>> } = {
  filter: (_state, { field }, room) => question('/', field, room, 'Enter to keep, Esc to cancel'),
  actions: (_state, { field }, room) =>
    question(': ', field, room, 'words, a key or a reference; Enter to go, Esc to close'),
  search: (_state, { field }, room) => question('/', field, room, 'Enter to keep, Esc to cancel'),
  pick: drawPicker,
  ask: (_state, mode: AskingLine, room) =>
    question(`${cleanLine(mode.title)}: `, mode.field, room, askHints[mode.what] ?? 'Enter to confirm, Esc to cancel'),
  write: drawComposer,
  find: (_state, { text }: Extract<Mode, { is: 'find' }>, { ruler, width }) => ({
    lines: [spread(ruler, [span(` looking for ${cleanLine(text)} …`)], [span('Esc to cancel ', 'dim')], width)],
    cursor: undefined,
  }),
  leave: (state, _mode, { ruler, width, now }) => ({
    lines: flow(
      ruler,
      [[span(leaveLead(state, now), 'warn')], ...leaveWords(state, now).map(({ key, words }) => keyWord(key, words))],
      width,
    ),
    cursor: undefined,
  }),
};

const askHints: Readonly<Partial<Record<AskingLine['what'], string>>> = {
  attach: 'Tab to complete, Enter to attach, Esc to cancel',
  original: 'a reference; Enter to go on, Esc to cancel',
};

/** The panel of this mode; undefined if it has none. */
export function panelOf(state: State, room: Room): Panel | undefined {
  return panels[state.mode.is]?.(state, state.mode as never, room);
}

/** The least that is seen of a line that is typed, whatever stands before it (cells). */
const leastTyped = 12;

/** A line that is typed, after what it is for. */
function question(purpose: string, { text, at }: TextField, { ruler, width }: Room, hint: string): Panel {
  const most = width - leastTyped - 2;
  const lead = ruler.width(purpose) <= most ? purpose : `${cutTo(ruler, purpose, Math.max(0, most - 1))} `;
  const room = Math.max(leastTyped, width - ruler.width(lead) - 2);
  // The end of a long text is what is being typed.
  const before = endOf(ruler, cleanLine(text.slice(0, at)), room);
  const shown = cutTo(ruler, `${before}${cleanLine(text.slice(at))}`, room);
  const spare = room - ruler.width(shown) - ruler.width(hint) - 2;
  const line: Line = [
    span(' '),
    span(lead, 'accent', 'strong'),
    span(shown),
    ...(spare > 0 ? [span(`   ${hint}`, 'dim')] : []),
  ];
  return { lines: [line], cursor: { row: 0, column: 1 + ruler.width(lead) + ruler.width(before) } };
}

/** The end of a text that has room in so many cells. */
function endOf(ruler: Ruler, text: string, cells: number): string {
  // Before that, nothing has room.
  const end = text.slice(-(cells + 1) * unitsPerCell);
  const excess = ruler.width(end) - cells;
  if (excess <= 0) return end;
  const rest = end.slice(ruler.take(end, excess).length);
  return ruler.width(rest) <= cells ? rest : rest.slice(ruler.take(rest, 2).length);
}

export function keyWord(key: string, label: string): readonly Span[] {
  return [span(shownKey(key), 'strong'), span(` ${label}`)];
}

/** A key as people write it; nothing for what no key does. */
export function shownKey(key: string): string {
  if (/^:./.test(key)) return '';
  const control = /^ctrl\+(.)$/.exec(key)?.[1];
  return control === undefined ? (keyNames[key] ?? key) : `^${control.toUpperCase()}`;
}

const keyNames: Readonly<Record<string, string>> = {
  ...{ esc: 'Esc', tab: 'Tab', enter: 'Enter', backspace: 'Bksp', up: '↑', down: '↓' },
  ...{ pagedown: 'PgDn', pageup: 'PgUp', 'wheel-down': 'wheel', 'wheel-up': 'wheel' },
};

function drawComposer(state: State, mode: WritingMessage, room: Room): Panel {
  const { ruler, width, height } = room;
  // Who it is for comes first, and where room is short the text comes before everything else.
  let heads = composerHead(state, mode, room).slice(0, Math.max(1, height - 1));
  const left = height - heads.length;
  if (mode.preview?.text === mode.field.text) return drawPreview(heads, mode.preview, Math.max(1, left));
  const offers = completionLines(state, mode, { ruler, width, most: Math.min(2, left - 1) });
  heads = [...heads, ...offers];
  const field = fieldLines(ruler, mode.field, width - 3);
  const space = Math.max(1, height - heads.length);
  const from = Math.max(0, Math.min(field.row - Math.floor(space / 2), field.lines.length - space));
  const lines = field.lines
    .slice(from, from + space)
    .map((text, at): Line => [span(at + from === 0 ? ' > ' : '   ', 'accent'), span(text)]);
  return {
    lines: [...heads, ...lines],
    cursor: { row: heads.length + field.row - from, column: 3 + field.column },
  };
}

/** What the word at the cursor may become, around the marked one, in a line or two. */
function completionLines(
  state: State,
  mode: WritingMessage,
  { ruler, width, most }: { readonly ruler: Ruler; readonly width: number; readonly most: number },
): readonly Line[] {
  const open = completionOf(state, mode);
  if (!open || most < 1) return [];
  const marked = mode.completion?.at ?? 0;
  const words = open.options.map(({ text }, at) => [
    span(at === marked ? '▸' : ' ', 'accent'),
    span(cutTo(ruler, shortLine(text), widestOffer), ...(at === marked ? (['strong'] as const) : [])),
  ]);
  const rows = fill(ruler, [[span('Tab inserts', 'dim')], ...words], width);
  const markedIn = rows.findIndex((row) => row.includes(words[marked] ?? []));
  const from = Math.max(0, Math.min(markedIn, rows.length - most));
  return rows.slice(from, from + most).map(asLine);
}

/** The widest name offered (cells). */
const widestOffer = 36;

/** How the text will look, in place of it. */
function drawPreview(
  heads: readonly Line[],
  { lines = [[span('…', 'dim')]], from }: NonNullable<WritingMessage['preview']>,
  space: number,
): Panel {
  const start = Math.max(0, Math.min(from, lines.length - space));
  const shown = lines.slice(start, start + space).map((line): Line => [span(' │ ', 'accent'), ...line]);
  return { lines: [...heads, ...shown], cursor: undefined };
}

function composerHead(state: State, mode: WritingMessage, { ruler, width, height }: Room): readonly Line[] {
  const isReply = mode.what === 'reply';
  const isTask = subjectOfRow(state, mode.row)?.kind === 'task';
  const reply = isTask ? 'COMMENT' : 'REPLY · PUBLIC';
  const name = isReply ? span(reply, 'warn', 'strong') : span('NOTE · INTERNAL', 'internal', 'strong');
  const refs = mode.targets.map(({ ref }) => cleanLine(ref));
  const [to, named] = receiverWords(refs, isTask ? 'tasks' : 'tickets');
  const hasFiles = mode.attach.length > 0;
  const files = hasFiles ? [[span(`with ${mode.attach.map(cleanLine).join(', ')}`, 'dim')]] : [];
  const then = thenWords(state, mode, { ruler, width });
  const sets = alsoWords(mode);
  const words = span(`also: ${cleanLine(sets.join(', '))}`, 'warn');
  const also = sets.length === 0 ? [] : wrapSpans(ruler, [words], width - 2);
  const [send = [], ...keys] = writingKeys
    .filter(({ label, key }) => label !== '' && key !== 'tab' && (key !== 'ctrl+t' || state.words.templates.length > 0))
    .filter(({ key, changesText }) => (key !== 'ctrl+x' || hasFiles) && (!changesText || !mode.macro?.texts))
    .map(({ key, label }) => keyWord(key, label));
  const texts: readonly Line[] = [
    ...(mode.unkept === undefined ? [] : [[span(`! ${cleanLine(asText(unkeptWords(mode)))}`, 'bad')]]),
    ...[mode.audience === undefined ? undefined : phrase`read by ${mode.audience}`, mode.remark]
      .filter((each) => each !== undefined)
      .map((text): Line => [span(cleanLine(asText(text)), 'dim')]),
  ];
  const said = (most: number): readonly Line[] => texts.flatMap((text) => wrapTo(ruler, text, width, most));
  const receivers: Line = [name, span(`${to}${named.length > 0 ? ':' : ''}`)];
  const all = [receivers, ...named, ...files, send, ...then, ...also, ...keys];
  const heads = [...flow(ruler, all, width), ...said(mostSaid)];
  if (heads.length < height) return heads;
  // Where room is short, what is sent, and with which key, comes first.
  const first = flow(ruler, [[name, span(to)], send, ...then, ...also, ...named], width);
  const each = Math.floor((height - 1 - first.length) / texts.length);
  return [...first, ...said(Math.min(mostSaid, Math.max(1, each))), ...flow(ruler, [...files, ...keys], width)];
}

/** The most lines that say who reads a message. */
const mostSaid = 4;

/** The statuses that may follow, the chosen one in brackets; only that one where not all have room. */
function thenWords(state: State, { status, ...mode }: WritingMessage, { ruler, width }: Pick<Room, 'ruler' | 'width'>) {
  const known = followUps(state, mode);
  const statuses = [undefined, ...known.slice(0, 3)];
  const all = statuses.includes(status) ? statuses : [...statuses, status];
  const name = (each: string | undefined): string => cleanLine(shownWord(each ?? 'stay'));
  const more = all.length > known.length ? '' : '/…';
  const words = `${all.map((each) => (each === status ? `[${name(each)}]` : name(each))).join('/')}${more}`;
  const whole = keyWord('tab', `then: ${words}`);
  if (all.length < 2) return [];
  return [lineWidth(ruler, whole) < width ? whole : keyWord('tab', `then: [${name(status)}]`)];
}

/** Whom a message goes to; of many, as many as one can take in. */
function receiverWords(refs: readonly string[], noun: string): readonly [string, readonly Line[]] {
  const [first = '', ...others] = refs;
  if (others.length === 0) return [` to ${first}`, []];
  const more = refs.length > mostNamed ? [[span(`and ${refs.length - mostNamed} more`)]] : [];
  return [` to ${refs.length} ${noun}`, [...refs.slice(0, mostNamed).map((ref) => [span(ref)]), ...more]];
}

const mostNamed = 6;

/** A text as lines of at most this width, and where its cursor is. */
function fieldLines(ruler: Ruler, { text, at }: TextField, cells: number) {
  const cursor = cleanText(text.slice(0, at)).length;
  const lines: string[] = [];
  let [row, column, from] = [0, 0, 0];
  for (const paragraph of cleanText(text).split('\n')) {
    for (const piece of piecesOf(ruler, paragraph, cells)) {
      if (from <= cursor) [row, column] = [lines.length, ruler.width(piece.slice(0, cursor - from))];
      lines.push(piece.trimEnd());
      from += piece.length;
    }
    from += 1;
  }
  // Behind a full line, it stands in the next one.
  if (column < cells) return { lines, row, column };
  return { lines: row + 1 < lines.length ? lines : [...lines, ''], row: row + 1, column: 0 };
}

/** Breaks a line after spaces, or within a word that is wider than a line; the space at a break may have no room. */
function piecesOf(ruler: Ruler, line: string, cells: number): readonly string[] {
  const pieces: string[] = [];
  for (let rest = line; ; ) {
    const head = ruler.take(rest, cells) || rest.slice(0, 1);
    const space = rest.slice(0, head.length + 1).lastIndexOf(' ');
    const piece = head === rest || space < 1 ? head : rest.slice(0, space + 1);
    pieces.push(piece);
    rest = rest.slice(piece.length);
    if (rest === '') return pieces;
  }
}

/** The options around the marked one, and how many there are before and after them. */
function drawPicker(_state: State, mode: PickMode, room: Room): Panel {
  const { ruler, width, height } = room;
  const options = optionsShown(mode);
  const word = (option: PickOption, at: number): readonly Span[] => optionWord(mode, option, { at, room });
  // Most of a long list is never looked at.
  const isNear = (at: number): boolean => Math.abs(at - Math.max(0, mode.at)) <= height;
  const words = options.map((option, at) => (mode.isList && !isNear(at) ? [] : word(option, at)));
  const rows = mode.isList ? words.map((each) => [each]) : fill(ruler, words, width);
  const space = height - 1;
  const markedIn = rows.findIndex((row) => row.includes(words[mode.at] ?? []));
  const from = firstShown(rows.length, markedIn, space);
  const shown = rows.slice(from, from + space);
  const sign = moreWords(rows.slice(0, from).flat().length, rows.slice(from + space).flat().length);
  const head = headPanel(mode, { ...room, width: width - lineWidth(ruler, sign) });
  const [first = []] = head.lines;
  const lines = options.length === 0 ? [[span('  no match', 'dim')]] : shown.map(asLine);
  return { lines: [sign.length > 0 ? spread(ruler, first, sign, width) : first, ...lines], cursor: head.cursor };
}

function headPanel({ title, field }: PickMode, room: Room): Panel {
  const name = shortLine(title);
  if (field) return question(`${name}: `, field, room, 'Enter to choose, Esc to cancel');
  return { lines: [[span(' '), span(name, 'accent', 'strong')]], cursor: undefined };
}

function optionWord(
  { field, at: marked, what }: PickMode,
  { letter, text, isSet, time }: PickOption,
  { at, room: { ruler, width, now } }: { readonly at: number; readonly room: Room },
): readonly Span[] {
  const isAt = at === marked;
  const name = cutTo(ruler, shortLine(text), Math.max(8, width - 12));
  return [
    ...(field || isAt ? [span(isAt ? '▸' : ' ', 'accent')] : []),
    ...(letter === undefined ? [] : [span(`${letter} `, 'strong')]),
    ...(time === undefined ? [] : [span(`${padTo(ruler, ageCell(time, now).text, widestAge, 'left')}  `, 'dim')]),
    span(name, ...(isAt ? (['strong'] as const) : [])),
    ...(isSet ? [span(' ✓', 'good')] : []),
    ...(isSet && isAt && field ? [span(what === 'assign' ? ' unassign' : ' remove', 'warn')] : []),
  ];
}

/** The widest age (cells), such as `11w`. */
const widestAge = 4;

function moreWords(before: number, after: number): Line {
  const words = [...(before > 0 ? [`${before} more ↑`] : []), ...(after > 0 ? [`${after} more ↓`] : [])];
  return words.map((text) => span(` ${text} `, 'dim'));
}
