import { refOf, textsOf } from '../contract/row.js';
import { placesIn } from '../contract/text/search-words.js';
import type { Cell, JsonObject, ListView, Setting } from '../output/view.js';
import { fieldColumn, refColumn, shortId, statusColumn, toned } from './cells/columns.js';
import { ownText, ownValue } from './read-row.js';

/** The columns of search results. Scripts rely on the first five and their order. */
export const searchList: ListView = {
  brief: ['ref', 'type', 'title', 'subtitle'],
  noun: 'results',
  columns: [
    // Of the id of a page or note, the start is enough.
    { key: 'ref', head: 'Ref', value: refOf, human: (row) => ({ ...shortId(refOf(row)), tone: 'accent' }) },
    { key: 'type', head: 'Type', value: (row) => ownValue(row, 'type'), human: toned('dim', 'type') },
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), grow: true },
    { key: 'subtitle', head: 'Where', value: (row) => ownValue(row, 'subtitle'), human: whereCell },
    { key: 'url', head: 'URL', value: (row) => ownValue(row, 'url'), human: addressCell, isWhole: true },
  ],
  fields: ['type', 'id', 'title', 'subtitle', 'url', 'displayId'],
};

/** The same with the line of a text in which the words are, marked there. */
export function matchesOf(sought: readonly string[]): ListView {
  const marks = (text: string) => placesIn(text, sought);
  return {
    ...searchList,
    brief: ['ref', 'type', 'title', 'match'],
    columns: [
      ...searchList.columns.map(({ grow: _, ...column }) => column),
      fieldColumn('match', 'Match', { human: (row) => ({ text: ownText(row, 'match') ?? '', marks }), grow: true }),
    ],
  };
}

/** Tickets and tasks that are like one, with the words in common. */
export const similarList: ListView = {
  noun: 'tickets or tasks',
  columns: [
    refColumn,
    { key: 'type', head: 'Type', value: (row) => ownValue(row, 'type'), human: toned('dim', 'type') },
    statusColumn,
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), grow: true },
    fieldColumn('words', 'Words', { human: (row) => ({ text: textsOf(row.words).join(', '), tone: 'dim' }) }),
  ],
  fields: [],
};

/** The whole address, which a terminal makes a link. */
function addressCell(row: JsonObject, { base }: Setting): Cell {
  const url = ownText(row, 'url') ?? '';
  const path = url.replace(/^\/+/, '');
  const isAddress = (url !== path || /^https?:/.test(url)) && URL.canParse(path, base);
  return { text: isAddress ? new URL(path, base).href : '', tone: 'dim' };
}

/** The subtitle without the reference that some servers put first, which has its own column. */
function whereCell(row: JsonObject): Cell {
  const [ref, text] = [refOf(row), ownText(row, 'subtitle') ?? ''];
  const rest = text.startsWith(ref) ? text.slice(ref.length).replace(/^ *[·,:–-] */, '') : text;
  return { text: rest, tone: 'dim' };
}
