import { refOf, rowIn, startOfId, uuidOf } from '../contract/row.js';
import type { Cell, Column, Detail, DetailLines, JsonObject, ListView, Setting } from '../output/view.js';
import { dimmed, fieldColumn, shortId } from './cells/columns.js';
import { timeFields, updatedColumn } from './cells/times.js';
import { htmlBody } from './detail.js';
import { ownText, ownValue } from './read-row.js';

export const wikiLines: DetailLines = {
  keys: 'ref title folder updated icon uuid'.split(' '),
  rest: 'bodyHtml, as the server sent it',
};

const idColumn: Column = { key: 'ref', head: 'Ref', value: uuidOf, human: (row) => shortId(uuidOf(row)) };

const titleColumn = fieldColumn('title', 'Title', { human: titleCell, grow: true });

/** The columns of the wiki. Scripts rely on these five and their order; `ref` and `parent` are ids. */
export const wikiList: ListView = {
  noun: 'pages',
  brief: ['ref', 'title'],
  columns: [
    idColumn,
    { key: 'parent', head: 'Parent', value: (row) => ownText(row, 'parentId'), human: dimmed('parentId', startOfId) },
    titleColumn,
    { key: 'folder', head: 'Folder', value: isFolder },
    updatedColumn,
    { key: 'icon', value: (row) => ownValue(row, 'icon') },
  ],
  fields: ['id', 'parentId', 'title', 'icon', 'isFolder', 'sortOrder', 'bodyHtml', 'updatedAt'],
};

/** The fields of a wiki page and its envelope (docs/api.md, Wiki page). */
export const wikiFields: readonly string[] = [...wikiList.fields, 'page'];

/** Pages deeper than this are not indented further. */
const deepest = 12;

/** The wiki as a tree for people: titles are indented by their depth, or say it with all other columns where lines are read out. */
export function wikiTree(depthOf: (row: JsonObject) => number, isReadOut: boolean): ListView {
  const human = (row: JsonObject): Cell => {
    const { text, tone = 'plain' } = titleCell(row);
    const depth = depthOf(row);
    return { text: `${'  '.repeat(Math.min(deepest, depth))}${text}`, word: `${text}, level ${depth + 1}`, tone };
  };
  const columns = isReadOut ? wikiList.columns : [idColumn, titleColumn];
  return { ...wikiList, columns: columns.map((each) => (each === titleColumn ? { ...each, human } : each)) };
}

/** Lays out a page from the response to `GET /wiki/:id`, wrapped in an envelope or not. */
export function wikiDetail(envelope: JsonObject, { now }: Setting): Detail {
  const page = rowIn(envelope, 'page');
  return {
    ref: refOf(page),
    title: ownText(page, 'title') ?? '',
    fields: [
      { key: 'folder', label: '', value: isFolder(page) },
      timeFields(page, now)('updated', 'Updated', 'updatedAt', 'updated'),
      { key: 'icon', label: '', value: ownValue(page, 'icon') },
      { key: 'uuid', label: '', value: uuidOf(page) },
    ],
    ...htmlBody(page),
  };
}

function isFolder(row: JsonObject): boolean {
  return ownValue(row, 'isFolder') === true;
}

/** A folder ends in a slash. An icon that is a picture comes before the title; the name of an icon is not shown. */
function titleCell(row: JsonObject): Cell {
  const title = ownText(row, 'title') ?? 'Untitled';
  const icon = ownText(row, 'icon') ?? '';
  const isPicture = icon.length <= 16 && /^[^\p{ASCII}]+$/u.test(icon);
  const text = `${isPicture ? `${icon} ` : ''}${title}${isFolder(row) ? '/' : ''}`;
  return isFolder(row) ? { text, tone: 'strong' } : { text };
}
