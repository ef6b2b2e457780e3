import { asText, joined, type Sentence } from '../../contract/errors.js';
import { groupedBy } from '../../contract/row.js';
import { cleanLine, cleanText } from '../../contract/text/unsafe-characters.js';
import type { PickedColumn } from '../columns/fields.js';
import { dataText, toJson } from '../data/json.js';
import type { Format, Pair, Writer } from '../format.js';
import type { ShownWrite } from '../shown.js';
import type { DrawnTable } from '../table/draw-table.js';
import { createPaint, span } from '../text/span.js';
import { textWidth } from '../text/width.js';
import { wrapSentence } from '../text/wrap.js';
import type { Cell, JsonObject } from '../view.js';

const details = () => import('../detail/draw-detail.js');

/** The format of a terminal: tables, pages and aligned fields, in the pager if they are long. */
export const format: Format = {
  isByPage: false,
  async list(writer, { rows, columns, noun, total, emptyHint, hidden, unread = 0, note, sum, sectionOf }) {
    const { color, words } = writer;
    const isCut = total > rows.length;
    const cut = `${rows.length} of ${total}`;
    const notes: Sentence[] = [];
    if (total === 0) notes.push(`No ${noun}${emptyHint === undefined ? '' : ` ${emptyHint}`}`);
    if (hidden > 0) notes.push(`${hidden} finished hidden (--state all)`);
    if (unread > 0) notes.push(`${unread} finished not read (--state all)`);
    if (note !== undefined) notes.push(note);
    if (rows.length > 0) {
      const [paint, width] = [await createPaint(color), writer.io.stdout.columns()];
      const isAsked = writer.fields.length > 0;
      const shown = isAsked ? columns : columns.filter(({ isInTable }) => isInTable !== false);
      const draw = words
        ? (await import('../table/labelled-rows.js')).labelledRows
        : (await import('../table/draw-table.js')).drawTable;
      const parts = [...groupedBy(rows, (row) => (isAsked ? '' : (sectionOf?.(row) ?? '')))];
      const drawn = await Promise.all(
        parts.map(async ([, own]) => {
          const table = sum === undefined ? { columns: shown, rows: own } : withSum(shown, own, sum);
          return await draw({ ...table, width, paint, isAsked });
        }),
      );
      await writer.page(
        inSections(
          parts.map(([title]) => paint([span(title, 'strong')])),
          drawn,
        ),
      );
      const dropped = new Set(drawn.flatMap((each) => each.dropped));
      if (dropped.size > 0) notes.push(`no room for ${[...dropped].join(', ')}`);
    }
    await sayNotes(writer, isCut ? [`${cut} ${noun} shown`, ...notes] : notes, isCut && !words ? cut : undefined);
  },
  async detail(writer, { layout, setting: { now, base } }) {
    const { drawDetail } = await details();
    const { color, words, firstLines, processorTime } = writer;
    const { stdout } = writer.io;
    const detail = layout();
    const width = stdout.columns();
    const beyond = stdout.isTerminal ? Math.max(0, width - textWidth(width)) : undefined;
    const draw = async (links: boolean): Promise<string> =>
      await drawDetail(detail, { width, beyond, now, base, color, words, links, firstLines, processorTime });
    // Some pagers print the codes of links, or nothing at all.
    await writer.page([await draw(writer.links)], writer.links ? () => draw(false) : undefined);
  },
  async object(writer, data) {
    const { drawObject } = await details();
    const paint = await createPaint(writer.color);
    const lines = await drawObject(data, { width: writer.io.stdout.columns(), words: writer.words });
    await writer.page([lines.map((line) => `${paint(line)}\n`).join('')]);
  },
  async pairs(writer, pairs) {
    const paint = await createPaint(writer.color);
    const width = pairs.reduce((widest, [key]) => Math.max(widest, key.length), 0) + 2;
    const lineOf = ([key, value]: Pair): string => {
      const label = paint([span(cleanText(key).padEnd(width), 'dim')]);
      return `${label}${cleanText(dataText(value)).replaceAll('\n', `\n${' '.repeat(width)}`)}\n`;
    };
    await writer.page([pairs.map(lineOf).join('')]);
  },
  requests: (writer, shown) => writer.page([shown.map(requestText).join('\n')]),
};

function inSections(titles: readonly string[], tables: readonly Pick<DrawnTable, 'text'>[]) {
  return {
    *[Symbol.iterator]() {
      for (const [at, { text }] of tables.entries()) {
        if (titles[at]) yield `${at === 0 ? '' : '\n'}${titles[at]}\n`;
        yield* text;
      }
    },
  };
}

/** The rows and their sum, which is named in the first column. */
function withSum(columns: readonly PickedColumn[], rows: readonly JsonObject[], sum: JsonObject) {
  const sumCell = ({ human }: PickedColumn, at: number): Cell => {
    const { text } = human(sum);
    return { text: text === '' && at === 0 ? 'Total' : text, tone: 'strong' };
  };
  return {
    columns: columns.map(
      (column, at): PickedColumn => ({
        ...column,
        human: (row) => (row === sum ? sumCell(column, at) : column.human(row)),
      }),
    ),
    rows: [...rows, sum],
  };
}

/** Prints what a table does not show; `cut` replaces the first note where there is little room. */
async function sayNotes({ io: { stderr }, color }: Writer, notes: readonly Sentence[], cut: string | undefined) {
  if (notes.length === 0) return;
  const whole = `${asText(joined(notes, '; '))}.`;
  const line =
    cut === undefined || whole.length <= stderr.columns()
      ? whole
      : `${asText(joined([cut, ...notes.slice(1)], '; '))}.`;
  const paint = await createPaint(color && stderr.isTerminal);
  const lines = await wrapSentence(stderr, cleanLine(`${line[0]?.toUpperCase()}${line.slice(1)}`));
  await stderr.write(`${paint([span(lines, 'dim')])}\n`);
}

function requestText({ method, url, body, files }: ShownWrite): string {
  const lines = [`${method} ${url}`];
  if (body !== undefined) lines.push(toJson(body, 2));
  for (const { name, size } of files) lines.push(`attachments: ${name} (${size} bytes)`);
  return `${cleanText(lines.join('\n'))}\n`;
}
