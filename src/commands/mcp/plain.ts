import { isRow, type Row } from '../../contract/row.js';
import { cleanText } from '../../contract/text/unsafe-characters.js';
import { pickColumns, valuesOf } from '../../output/columns/fields.js';
import { sideIn } from '../../output/detail/side.js';
import { bodySource } from '../../output/detail/values.js';
import type { DetailData, ListData, VerbResult } from '../../output/shown.js';
import { isSaid, type ListView } from '../../output/view.js';

/** How much of a text an answer has (UTF-16 units): those of a conversation are read one by one with view. */
const longestText = 300;

/** What a command gives back as plain data: what a person would see, with long texts cut, and without what is empty. */
export function plainData(shown: VerbResult): Row {
  switch (shown.is) {
    case 'list':
      return { rows: plainRows(shown.view, shown.data) };
    case 'detail':
      return plainDetail(shown.data);
    case 'details':
      return { things: shown.all.map((data) => plainDetail(data)) };
    case 'object':
      return filled(Object.fromEntries(shown.data.fields.map(({ key, value }) => [key, value])));
    case 'outcomes':
      return {
        rows: shown.outcomes.map((each, at) =>
          filled({ ref: each?.ref ?? shown.names[at], draft: each?.proposedAs, error: each?.error?.kind }),
        ),
      };
    case 'result':
    case 'created':
      return filled(shown.object);
    case 'value':
      return { value: cut(shown.value) };
    case 'pages':
    case 'none':
      return {};
  }
}

/** The columns of a list that a person would see, by their names. */
function plainRows(view: ListView, { rows, setting }: ListData): readonly Row[] {
  const columns = pickColumns(view, [], view.brief ?? [], setting);
  const keys = columns.map(({ key }) => key);
  return rows.map((row) => filled(Object.fromEntries(valuesOf(columns, row).map((value, at) => [keys[at], value]))));
}

/** A task, a ticket or the like, or one of its messages; `long` takes the place of its long text. */
export function plainDetail({ layout, waits, setting }: DetailData, long?: Row): Row {
  const { ref, title, fields, body, by, blocks = [], timeline = [], omittedSaid = 0 } = layout();
  let number = omittedSaid;
  return {
    ...filled({
      ...{ ref, title, ...Object.fromEntries(fields.map(({ key, value }) => [key, value])), waits, by },
      // The first cell says what each row is.
      ...Object.fromEntries(
        blocks.map(({ title, rows }) => [rows[0]?.[0] ?? title, rows.map(([, ...cells]) => cells)]),
      ),
      ...(body && !long && { [body.key]: bodySource(body) }),
    }),
    ...long,
    // Their numbers are those of `view --message`.
    ...(timeline.length > 0 && {
      messages: timeline.map((entry) => {
        const { kind, time, author, text, files } = entry;
        const side = sideIn(entry, setting);
        return filled({ number: isSaid(entry) ? ++number : undefined, kind, time, author, side, text, files });
      }),
    }),
  };
}

/** The same without what is empty, and with long texts cut. */
function filled(row: Row): Row {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(row).flatMap(([key, value]) => (isEmpty(value) ? [] : [[key, cut(value)]])));
}

function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cut);
  if (isRow(value)) return filled(value);
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string') return value;
  const text = cleanText(value);
  // Half of a pair would be no text.
  const start = text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '');
  return text.length <= longestText ? text : `${start}… ${text.length - start.length} more`;
}
