import { type Line, lineWidth, type Span, shortLine, span } from '../../output/text/span.js';
import { cutTo } from '../../output/text/width.js';
import type { Option, Picking } from '../model/mode.js';
import { optionsShown } from '../model/picking.js';
import type { State } from '../model/state.js';
import { firstShown } from './list-pane.js';
import { asLine, fill, spread } from './look.js';
import { type Panel, question, type Room } from './question.js';

/** The options around the marked one, and how many there are before and after them. */
export function drawPicker(_state: State, mode: Picking, room: Room): Panel {
  const { ruler, width, height } = room;
  const options = optionsShown(mode);
  const rows = fill(
    ruler,
    options.map((option, at) => optionWord(mode, option, { at, room })),
    width,
  );
  const space = height - 1;
  const from = firstShown(rows.length, rowAt(rows, mode.at), space);
  const shown = rows.slice(from, from + space);
  const sign = moreWords(countIn(rows.slice(0, from)), countIn(rows.slice(from + space)));
  const head = headPanel(mode, { ...room, width: width - lineWidth(ruler, sign) });
  const [first = []] = head.lines;
  const lines = options.length === 0 ? [[span('  no match', 'dim')]] : shown.map(asLine);
  return { lines: [sign.length > 0 ? spread(ruler, first, sign, width) : first, ...lines], cursor: head.cursor };
}

function headPanel({ title, field }: Picking, room: Room): Panel {
  const name = shortLine(title);
  if (field) return question(`${name}: `, field, room, 'Enter to choose, Esc to cancel');
  return { lines: [[span(' '), span(name, 'accent', 'strong')]], cursor: undefined };
}

function optionWord(
  { field, at: marked, what }: Picking,
  { letter, text, isSet }: Option,
  { at, room: { ruler, width } }: { readonly at: number; readonly room: Room },
): readonly Span[] {
  const isAt = at === marked;
  const name = cutTo(ruler, shortLine(text), Math.max(8, width - 12));
  return [
    ...(field || isAt ? [span(isAt ? '▸' : ' ', 'accent')] : []),
    ...(letter === undefined ? [] : [span(`${letter} `, 'strong')]),
    span(name, ...(isAt ? (['strong'] as const) : [])),
    ...(isSet ? [span(' ✓', 'good')] : []),
    ...(isSet && isAt && field ? [span(what === 'assign' ? ' unassign' : ' remove', 'warn')] : []),
  ];
}

type Rows = ReturnType<typeof fill>;

/** The row of a word. */
function rowAt(rows: Rows, at: number): number {
  let left = at;
  const found = rows.findIndex(({ length }) => {
    left -= length;
    return left < 0;
  });
  return Math.max(0, found);
}

function countIn(rows: Rows): number {
  return rows.reduce((sum, { length }) => sum + length, 0);
}

function moreWords(before: number, after: number): Line {
  const words = [...(before > 0 ? [`${before} more ↑`] : []), ...(after > 0 ? [`${after} more ↓`] : [])];
  return words.map((text) => span(` ${text} `, 'dim'));
}
