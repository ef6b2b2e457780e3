import { cleanLine } from '../../contract/clean.js';
import { dataText } from '../data/json.js';
import { cellSpan, type Line, lineWidth, prefixLines, type Span, span } from '../text/span.js';
import { padTo, type Ruler, rulerFor, textWidth, unitsPerCell } from '../text/width.js';
import { wrapLong, wrapSpans } from '../text/wrap.js';
import type { Cell } from '../view.js';

/** A labelled value; a field without a label or a value has no line. */
export interface LabelledField {
  readonly label: string;
  readonly value: unknown;
  readonly human?: Cell | string;
}

interface Entry {
  readonly label: string;
  readonly value: Span;
}

const labelGap = 2;
const columnGap = 4;

/** The least width a value gets beside its label (cells). */
const narrowestValue = 10;

/** How many more entries than half the first column may have. */
const mostUneven = 3;

/** Below this width, fields are in one column (cells). */
const narrowestPair = 72;

/** Fields as aligned lines, with dimmed labels before the values; in two columns if there is room. */
export async function fieldLines(
  fields: readonly LabelledField[],
  { width, words }: { readonly width: number; readonly words: boolean },
): Promise<readonly Line[]> {
  const entries = fields.flatMap((field) => entryOf(field, words));
  const ruler = await rulerFor(entries.flatMap(({ label, value }) => [label, value.text]));
  const page = textWidth(width);
  const pair = page >= narrowestPair ? await twoColumns(entries, ruler, page) : undefined;
  return pair ?? (await oneColumn(entries, ruler, page));
}

function entryOf({ label, value, human }: LabelledField, words: boolean): readonly Entry[] {
  const shown = cellSpan(human ?? dataText(value), words);
  return label === '' || shown.text === '' ? [] : [{ label: cleanLine(label), value: shown }];
}

async function oneColumn(entries: readonly Entry[], ruler: Ruler, page: number): Promise<readonly Line[]> {
  const indent = widest(entries.map(({ label }) => ruler.width(label))) + labelGap;
  if (page - indent < narrowestValue) return await belowLabels(entries, ruler, page);
  const lines: Line[] = [];
  for (const { label, value } of entries) {
    for (const [index, line] of (await wrapLong(ruler, [value], page - indent)).entries())
      lines.push([span(padTo(ruler, index === 0 ? label : '', indent), 'dim'), ...line]);
  }
  return lines;
}

/** If labels leave no room beside them, each value goes below its label. */
async function belowLabels(entries: readonly Entry[], ruler: Ruler, page: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { label, value } of entries) {
    lines.push(...wrapSpans(ruler, [span(label, 'dim')], page));
    const wrapped = await wrapLong(ruler, [value], page - labelGap);
    for (const line of prefixLines(wrapped, [span(' '.repeat(labelGap))])) lines.push(line);
  }
  return lines;
}

/** Two columns, as short as they fit side by side; undefined if they cannot, or if there is too little to split. */
async function twoColumns(entries: readonly Entry[], ruler: Ruler, page: number): Promise<readonly Line[] | undefined> {
  if (entries.length < 6 || entries.some(({ value }) => value.text.length > page * unitsPerCell)) return undefined;
  const half = Math.ceil(entries.length / 2);
  for (let count = half; count <= half + mostUneven && count < entries.length; count += 1) {
    const lines = await sideBySide(entries, count, ruler, page);
    if (lines) return lines;
  }
  return undefined;
}

/** The first `count` entries beside the others; undefined if they do not fit. */
async function sideBySide(
  entries: readonly Entry[],
  count: number,
  ruler: Ruler,
  page: number,
): Promise<readonly Line[] | undefined> {
  const left = await oneColumn(entries.slice(0, count), ruler, Number.MAX_SAFE_INTEGER);
  const right = await oneColumn(entries.slice(count), ruler, Number.MAX_SAFE_INTEGER);
  const measure = (lines: readonly Line[]): number => widest(lines.map((line) => lineWidth(ruler, line)));
  const middle = Math.max(measure(left), Math.floor(page / 2) - columnGap);
  if (middle + columnGap + measure(right) > page) return undefined;
  return left.map((line, index) => {
    const beside = right[index];
    if (beside === undefined) return line;
    return [...line, span(' '.repeat(middle - lineWidth(ruler, line) + columnGap)), ...beside];
  });
}

function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}
