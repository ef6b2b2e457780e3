import { isUuid } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { dataText } from '../data/json.js';
import type { TextLook } from '../prose/node.js';
import { renderMarkdown } from '../prose/render-markdown.js';
import { renderPlain } from '../prose/render-plain.js';
import type { ObjectData } from '../shown.js';
import {
  cellSpan,
  createPaint,
  cutLine,
  humanSpans,
  type Line,
  lineWidth,
  longestShown,
  type Paint,
  prefixLines,
  type Span,
  span,
} from '../text/span.js';
import { padTo, type Ruler, rulerFor, textWidth, unitsPerCell } from '../text/width.js';
import { unhurried, wrapLong, wrapSpans } from '../text/wrap.js';
import type { Detail, DetailBlock, DetailBody, DetailField } from '../view.js';
import { type TimelineLook, timelineLines } from './timeline.js';
import { bodySource } from './values.js';

/** The title goes below a reference that is longer than this, not beside it (cells). */
const widestIndent = 16;

/** A shorter body stays above the timeline (lines). */
const longBody = 8;

interface DetailLook extends TimelineLook {
  /** How many lines are seen at first, if that matters. */
  readonly firstLines?: number | undefined;
}

/**
 * A detail as text for a terminal: header, fields, body, timeline and blocks, separated by blank lines. What was written last in a
 * conversation should be seen at first, so a long body that leaves no room for it goes below the timeline.
 */
export async function drawDetail(detail: Detail, look: DetailLook): Promise<string> {
  const head = [await headerLines(detail, look), await fieldLines(detail.fields, look)];
  const body = detail.body === undefined ? [] : await bodyLines(detail.body, { ...look, title: detail.title });
  const timeline = await timelineLines(detail, look);
  const isTooLong = body.length > longBody && heightOf([...head, body, timeline]) > (look.firstLines ?? Infinity);
  const isBelow = detail.isConversation === true && timeline.length > 0 && isTooLong;
  const note = span(`The description, ${body.length} lines, is below the timeline.`, 'dim');
  const sections = [
    ...head,
    ...(isBelow ? [[[note]], timeline, [[span('Description', 'strong')], [], ...body]] : [body, timeline]),
  ];
  for (const block of detail.blocks ?? []) sections.push(await blockSection(block, look));
  const paint = await createPaint(look.color);
  const texts: string[] = [];
  for (const lines of sections) if (lines.length > 0) texts.push((await unhurried(painted(lines, paint))).join('\n'));
  return `${texts.join('\n\n')}\n`;
}

/** One plain object for people: its own lines, fitted to the width as `tooWide` says, or its fields, aligned. */
export async function drawObject(
  { human, tooWide = 'cut', fields }: Pick<ObjectData, 'human' | 'tooWide' | 'fields'>,
  look: { readonly width: number; readonly words: boolean },
): Promise<readonly Line[]> {
  if (human === undefined) return await fieldLines(fields, look);
  const how = tooWide === 'cut' && look.words ? 'leave' : tooWide;
  const longest = how === 'cut' ? longestShown : undefined;
  const lines = human().map((line) => humanSpans(line, look.words, longest));
  if (how === 'leave') return lines;
  const ruler = await rulerFor(lines.flatMap((line) => line.map(({ text }) => text)));
  if (how === 'wrap') return lines.flatMap((line) => wrapBelowLast(ruler, line, look.width));
  return lines.map((line) => cutLine(ruler, line, look.width));
}

function* painted(lines: readonly Line[], paint: Paint): Generator<string> {
  for (const line of lines) yield paint(line);
}

/** How many lines sections need, with the blank ones between them. */
function heightOf(sections: readonly (readonly Line[])[]): number {
  return sections.reduce((sum, { length }) => sum + length + (length > 0 ? 1 : 0), -1);
}

async function headerLines({ ref, title }: Detail, { width }: TimelineLook): Promise<readonly Line[]> {
  // A thing that has only an id is known by its title.
  const [name, words] = [isUuid(ref) && title !== '' ? '' : cleanLine(ref), cleanLine(title)];
  const ruler = await rulerFor([name, words]);
  const page = textWidth(width);
  const [lead, text] = [span(name === '' ? '' : `${name}  `, 'accent', 'strong'), span(words, 'strong')];
  const indent = ruler.width(lead.text);
  if (name === '' || words === '' || indent > widestIndent) return await wrapLong(ruler, [lead, text], page);
  return prefixLines(await wrapLong(ruler, [text], page - indent), [span(' '.repeat(indent))], [lead]);
}

/** A block under its title; no lines if it is empty. */
export async function blockSection({ title, lines }: DetailBlock, { width, words, signal }: TimelineLook) {
  const section: Line[] = lines.length === 0 ? [] : [[span(cleanLine(title), 'strong')]];
  const shown = lines.map((line) => humanSpans(line, words));
  const ruler = await rulerFor(shown.flatMap((line) => line.map(({ text }) => text)));
  for (const line of shown) {
    const wrapped = await wrapLong(ruler, line, textWidth(width) - 4, signal);
    for (const each of prefixLines(wrapped, [span('    ')], [span('  ')])) section.push(each);
  }
  return section;
}

/** A line, wrapped if it is too wide; its last cell continues in its own column. */
function wrapBelowLast(ruler: Ruler, line: Line, width: number): readonly Line[] {
  if (lineWidth(ruler, line) <= width) return [line];
  const last = line.at(-1);
  const before = line.slice(0, -1);
  const indent = lineWidth(ruler, before);
  if (last === undefined || indent >= width / 2) return wrapSpans(ruler, line, width);
  return prefixLines(wrapSpans(ruler, [last], width - indent), [span(' '.repeat(indent))], before);
}

/** The long text of a detail for a terminal; no lines if there is nothing to read. */
async function bodyLines(body: DetailBody, look: TextLook & { readonly width: number; readonly title: string }) {
  if (bodySource(body).trim() === '') return [];
  const width = textWidth(look.width);
  if ('markdown' in body) return await renderMarkdown(body.markdown, width, look);
  if ('plain' in body) return await renderPlain(body.plain, width);
  return await (await import('../prose/render-html.js')).renderHtml(body.html, width, look);
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
async function fieldLines(
  fields: readonly Omit<DetailField, 'key'>[],
  { width, words }: { readonly width: number; readonly words: boolean },
): Promise<readonly Line[]> {
  const entries = fields.flatMap((field) => entryOf(field, words));
  const ruler = await rulerFor(entries.flatMap(({ label, value }) => [label, value.text]));
  const page = textWidth(width);
  if (words) return await labelled(entries, ruler, page);
  const pair = page >= narrowestPair ? await twoColumns(entries, ruler, page) : undefined;
  return pair ?? (await oneColumn(entries, ruler, page));
}

/** A field without a label or a value has no line. */
function entryOf({ label, value, human }: Omit<DetailField, 'key'>, words: boolean): readonly Entry[] {
  const shown = cellSpan(human ?? dataText(value), words);
  return label === '' || shown.text === '' ? [] : [{ label: cleanLine(label), value: shown }];
}

/** Each label right before its value: the space between columns says nothing to those who do not see it. */
async function labelled(entries: readonly Entry[], ruler: Ruler, page: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { label, value } of entries)
    lines.push(...(await wrapLong(ruler, [span(`${label}: `, 'dim'), value], page)));
  return lines;
}

async function oneColumn(entries: readonly Entry[], ruler: Ruler, page: number): Promise<readonly Line[]> {
  // There may be more of them than a call may have arguments.
  const indent = entries.reduce((most, { label }) => Math.max(most, ruler.width(label)), 0) + labelGap;
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
async function sideBySide(entries: readonly Entry[], count: number, ruler: Ruler, page: number) {
  const left = await oneColumn(entries.slice(0, count), ruler, Number.MAX_SAFE_INTEGER);
  const right = await oneColumn(entries.slice(count), ruler, Number.MAX_SAFE_INTEGER);
  const measure = (lines: readonly Line[]) => lines.reduce((most, line) => Math.max(most, lineWidth(ruler, line)), 0);
  const middle = Math.max(measure(left), Math.floor(page / 2) - columnGap);
  if (middle + columnGap + measure(right) > page) return undefined;
  return left.map((line, index) => {
    const beside = right[index];
    if (beside === undefined) return line;
    return [...line, span(' '.repeat(middle - lineWidth(ruler, line) + columnGap)), ...beside];
  });
}
