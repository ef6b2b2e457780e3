import { cleanLine } from '../../contract/clean.js';
import type { TextLook } from '../prose/node.js';
import { renderMarkdown } from '../prose/render-markdown.js';
import type { ObjectData } from '../shown.js';
import { createPaint, type Paint } from '../text/colour.js';
import { cutLine, humanSpans, type Line, lineWidth, prefixLines, span } from '../text/span.js';
import { cutMark, type Ruler, rulerFor, textWidth } from '../text/width.js';
import { unhurried, wrapLong, wrapSpans, wrapText } from '../text/wrap.js';
import type { Detail, DetailBlock, DetailBody } from '../view.js';
import { fieldLines } from './field-lines.js';
import { type TimelineLook, timelineLines } from './timeline.js';
import { bodySource } from './values.js';

/** The title goes below a reference that is longer than this, not beside it (cells). */
const widestIndent = 16;

/** A shorter body stays above the timeline (lines). */
const longBody = 8;

export interface DetailLook extends TimelineLook {
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
  const sections = [
    ...head,
    ...(isBelow ? [[noteOf(body)], timeline, [[span('Description', 'strong')], [], ...body]] : [body, timeline]),
  ];
  for (const block of detail.blocks) sections.push(await blockSection(block, look));
  const paint = await createPaint(look.color);
  const texts: string[] = [];
  for (const lines of sections) if (lines.length > 0) texts.push((await unhurried(painted(lines, paint))).join('\n'));
  return `${texts.join('\n\n')}\n`;
}

function* painted(lines: readonly Line[], paint: Paint): Generator<string> {
  for (const line of lines) yield paint(line);
}

/** How many lines sections need, with the blank ones between them. */
function heightOf(sections: readonly (readonly Line[])[]): number {
  return sections.reduce((sum, { length }) => sum + length + (length > 0 ? 1 : 0), -1);
}

/** What stands in the place of a body that goes below the timeline. */
function noteOf({ length }: readonly Line[]): Line {
  return [span(`The description, ${length} lines, is below the timeline.`, 'dim')];
}

async function headerLines({ ref, title }: Detail, { width }: TimelineLook): Promise<readonly Line[]> {
  // A thing that has only an id is known by its title.
  const [name, words] = [isId(ref) && title !== '' ? '' : cleanLine(ref), cleanLine(title)];
  const ruler = await rulerFor([name, words]);
  const page = textWidth(width);
  if (words === '') return await wrapText(ruler, name, page, 'accent', 'strong');
  if (name === '') return await wrapText(ruler, words, page, 'strong');
  const indent = ruler.width(name) + 2;
  if (indent > widestIndent)
    return await wrapLong(ruler, [span(`${name}  `, 'accent', 'strong'), span(words, 'strong')], page);
  return prefixLines(
    await wrapText(ruler, words, page - indent, 'strong'),
    [span(' '.repeat(indent))],
    [span(`${name}  `, 'accent', 'strong')],
  );
}

function isId(ref: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(ref);
}

async function blockSection({ title, lines }: DetailBlock, { width, words }: TimelineLook): Promise<readonly Line[]> {
  if (lines.length === 0) return [];
  const shown = lines.map((line) => humanSpans(line, words));
  const ruler = await rulerFor(shown.flatMap((line) => line.map(({ text }) => text)));
  const section: Line[] = [[span(cleanLine(title), 'strong')]];
  for (const line of shown) {
    const wrapped = await wrapLong(ruler, line, textWidth(width) - 4);
    for (const each of prefixLines(wrapped, [span('    ')], [span('  ')])) section.push(each);
  }
  return section;
}

/** One plain object for people: its own lines, fitted to the width as `tooWide` says, or its fields, aligned. */
export async function drawObject(
  { human, tooWide = 'cut', fields }: Pick<ObjectData, 'human' | 'tooWide' | 'fields'>,
  look: { readonly width: number; readonly words: boolean },
): Promise<readonly Line[]> {
  if (human === undefined) return await fieldLines(fields, look);
  const lines = human().map((line) => humanSpans(line, look.words));
  if (tooWide === 'leave') return lines;
  const ruler = await rulerFor(lines.flatMap((line) => line.map(({ text }) => text)));
  if (tooWide === 'wrap') return lines.flatMap((line) => wrapBelowLast(ruler, line, look.width));
  return lines.map((line) => cutLine(ruler, line, look.width, cutMark(look.words)));
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
async function bodyLines(
  body: DetailBody,
  look: TextLook & { readonly width: number; readonly title: string },
): Promise<readonly Line[]> {
  if (bodySource(body).trim() === '') return [];
  const width = textWidth(look.width);
  if ('markdown' in body) return await renderMarkdown(body.markdown, width, look);
  const { renderHtml, renderPlain } = await import('../prose/render-html.js');
  return 'html' in body ? await renderHtml(body.html, width, look) : await renderPlain(body.plain, width);
}
