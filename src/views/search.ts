import { refOf } from '../contract/row.js';
import type { Cell, JsonObject, ListView } from '../output/view.js';
import { isUuid } from './cells/project-key.js';
import { ownValue, textOf } from './read-row.js';

/** The columns of search results. The first five, and their order, are what scripts rely on. */
export const searchList: ListView = {
  noun: 'results',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => refOf(row), human: refCell },
    {
      key: 'type',
      head: 'Type',
      value: (row) => ownValue(row, 'type'),
      human: (row) => ({ text: textOf(row, 'type') ?? '', tone: 'dim' }),
    },
    { key: 'title', head: 'Title', value: (row) => ownValue(row, 'title'), grow: true },
    {
      key: 'subtitle',
      head: 'Where',
      value: (row) => ownValue(row, 'subtitle'),
      human: whereCell,
    },
    {
      key: 'url',
      head: 'URL',
      value: (row) => ownValue(row, 'url'),
      human: (row) => ({ text: textOf(row, 'url') ?? '', tone: 'dim' }),
    },
  ],
  fields: ['type', 'id', 'title', 'subtitle', 'url', 'displayId'],
};

/** Pages and notes have no reference but their id, which is shortened here: people name them by title. */
function refCell(row: JsonObject): Cell {
  const ref = refOf(row);
  return isUuid(ref)
    ? { text: `${ref.slice(0, 8)}…`, tone: 'dim', word: `${ref.slice(0, 8)}...` }
    : { text: ref, tone: 'accent' };
}

/** Servers begin a subtitle with the reference, which has a column of its own. */
function whereCell(row: JsonObject): Cell {
  const [ref, text] = [refOf(row), textOf(row, 'subtitle') ?? ''];
  const rest = text.startsWith(ref) ? text.slice(ref.length).replace(/^ *[·,:–-] */, '') : text;
  return { text: rest, tone: 'dim' };
}
