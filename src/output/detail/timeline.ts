import { cleanLine } from '../../contract/text/unsafe-characters.js';
import type { TextLook } from '../prose/node.js';
import { Patience } from '../prose/patience.js';
import { renderAllOf, renderMarkdown } from '../prose/render-markdown.js';
import { type Line, prefixLines, type Span, type Style, span } from '../text/span.js';
import { asciiRuler, rulerFor, textWidth } from '../text/width.js';
import { wrapLong, wrapText } from '../text/wrap.js';
import { fullTime } from '../time.js';
import { type Detail, isSaid, type TimelineEntry } from '../view.js';

export interface TimelineLook extends TextLook {
  readonly width: number;
  readonly now: Date;
}

/** The timeline of a detail under its heading, oldest entry first; empty if there are no entries. `starts` gets the line of each. */
export async function timelineLines(
  { timeline = [], omitted = 0 }: Pick<Detail, 'timeline' | 'omitted'>,
  look: TimelineLook,
  starts?: number[],
): Promise<readonly Line[]> {
  const total = timeline.length + omitted;
  if (total === 0) return [];
  const lines: Line[] = [[span('Timeline', 'strong'), span(`  ${total}`, 'dim')]];
  if (omitted > 0)
    lines.push(
      ...(await wrapText(asciiRuler, `${omitted} earlier, not shown: --comments all`, textWidth(look.width), 'dim')),
    );
  const patience = new Patience(look);
  let previous: TimelineEntry | undefined;
  for (const entry of timeline) {
    look.signal?.throwIfAborted();
    if (!previous || isSaid(previous) || isSaid(entry)) lines.push([]);
    starts?.push(lines.length);
    const own = isSaid(entry) ? await entryLines(entry, look, patience) : await remarkLines(entry, look);
    // A text may have more lines than a call may have arguments.
    for (const line of own) lines.push(line);
    previous = entry;
  }
  return lines;
}

/** A system entry or a time log: one dimmed line instead of a heading and a text. */
async function remarkLines(entry: TimelineEntry, look: TimelineLook): Promise<readonly Line[]> {
  const dot = look.words ? '- ' : '· ';
  const mark = entry.mark === undefined ? '' : ` (${entry.mark})`;
  const time = fullTime(entry.time, look.now);
  const text = cleanLine(
    [entry.shownAuthor ?? entry.author, `${entry.shown ?? entry.text}${mark}${time === '' ? '' : `, ${time}`}`]
      .filter(Boolean)
      .join(' '),
  );
  const ruler = await rulerFor([text]);
  return prefixLines(
    await wrapLong(ruler, [span(text, 'dim')], textWidth(look.width) - 2),
    [span('  ')],
    [span(dot, 'dim')],
  );
}

async function entryLines(entry: TimelineEntry, look: TimelineLook, patience: Patience): Promise<readonly Line[]> {
  const page = textWidth(look.width);
  const render = entry.isProposed ? renderAllOf : renderMarkdown;
  const body = entry.text.trim() === '' ? [] : await render(entry.text, page - 2, look, patience);
  const attached = (entry.files ?? []).map((name) => `attached: ${cleanLine(name)}`);
  const ruler = await rulerFor([entry.shownAuthor ?? entry.author, entry.time, ...attached]);
  const files = attached.length === 0 ? [] : await wrapText(ruler, attached.join('\n'), page - 2, 'dim');
  const bar: readonly Style[] = entry.mark === undefined ? [] : ['internal'];
  const isBarred = entry.mark !== undefined && !look.words;
  const side = span(isBarred ? '│ ' : '  ', ...bar);
  const inner = [...body, ...files].map((line): Line => (line.length === 0 && !isBarred ? line : [side, ...line]));
  const heading = await wrapLong(ruler, headingSpans(entry, look), page);
  return [...heading, ...inner];
}

function headingSpans(entry: TimelineEntry, { now, words }: TimelineLook): readonly Span[] {
  const { side, time, mark, shownAuthor: author = entry.author } = entry;
  const dot = span(words ? ', ' : ' · ', 'dim');
  const spans: Span[] = [span(author === '' ? 'unknown' : cleanLine(author), 'strong')];
  if (side !== undefined)
    spans.push(
      dot,
      span(side === 'unknown' ? 'team or customer?' : side, ...(side === 'team' ? (['dim'] as const) : [])),
    );
  if (mark !== undefined) spans.push(dot, span(cleanLine(mark), 'internal'));
  const when = cleanLine(fullTime(time, now));
  if (when !== '') spans.push(dot, span(when, 'dim'));
  return spans;
}
