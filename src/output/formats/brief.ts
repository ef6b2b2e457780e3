import { asText } from '../../contract/errors.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { cellLength, cellsLine, cut, lastLine, textLength } from '../brief/lines.js';
import { valuesOf } from '../columns/fields.js';
import { dataText } from '../data/json.js';
import type { Format, Rows, Writer } from '../format.js';
import type { ObjectData } from '../shown.js';
import { format as tsv } from './tsv.js';

/** For programs that pay for each word they read: rows and texts are cut, and the last line says what is missing. */
export const format: Format = {
  isByPage: false,
  isBrief: true,
  async list(writer, list) {
    await writer.io.stdout.write(briefRows(writer, list));
  },
  async detail(writer, data) {
    const { briefDetail } = await import('../brief/detail.js');
    await writer.io.stdout.write(briefDetail(data, writer.goOn));
  },
  async object(writer, data) {
    await writer.io.stdout.write(briefObject(writer, data));
  },
  said: async (writer, sentence, ref) =>
    await writer.io.stdout.write(cellsLine([...(ref === undefined ? [] : [ref]), asText(sentence)]) + lastLine([], '')),
  pairs: tsv.pairs,
  requests: tsv.requests,
};

/** Rows, and what is missing of them. What is named by `--fields` is not cut. */
function briefRows({ goOn, fields }: Writer, list: Rows): string {
  const { rows, columns, noun, hidden, unread = 0, note, emptyHint } = list;
  const shown = rows.slice(0, goOn.most);
  const total = Math.max(list.total, rows.length);
  const lines = shown.map((row) =>
    cellsLine(valuesOf(columns, row), fields.length > 0 || list.isWhole ? undefined : cellLength),
  );
  if (rows.length === 0) lines.push(`no ${noun}${emptyHint === undefined ? '' : ` ${emptyHint}`}\n`);
  const notes = [
    ...(hidden > 0 ? [`${hidden} finished hidden (--state all)`] : []),
    ...(unread > 0 ? [`${unread} finished not read (--state all)`] : []),
    ...(note === undefined ? [] : [asText(note)]),
  ];
  lines.push(...notes.map((each) => cellsLine(['note', each])));
  const left = total - shown.length;
  const missing = left > 0 ? [`${left} of ${total} ${noun}`] : list.more ? [`older ${noun}`] : [];
  return (
    lines.join('') + lastLine(missing, goOn.rows(list.more ? 2 * shown.length : Math.min(total, shown.length + 100)))
  );
}

function briefObject({ goOn }: Writer, { fields, isBare }: ObjectData): string {
  const texts = fields.map(({ key, value }) => ({ key, ...cut(cleanLine(dataText(value)), textLength) }));
  const long = texts.filter(({ more }) => more > 0);
  const lines = texts.map(({ key, text }) => cellsLine(isBare ? [text] : [key, text]));
  return (
    lines.join('') + lastLine(long.length === 0 ? [] : [`the rest of ${long.map(({ key }) => key)}`], goOn.inJson())
  );
}
