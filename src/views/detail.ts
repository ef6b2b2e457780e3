import { refOf } from '../contract/row.js';
import {
  type Cell,
  type Detail,
  type DetailBlock,
  type DetailBody,
  type HumanLine,
  isSaid,
  type JsonObject,
} from '../output/view.js';
import { attachmentName, sizeCell, statusCell } from './cells/columns.js';
import { objectsOf, ownText, ownValue } from './read-row.js';

/** The text of a page or note: its HTML, or the plain text of servers that send no HTML. */
export function htmlBody(row: JsonObject): { readonly body: DetailBody } | undefined {
  const html = ownText(row, 'bodyHtml');
  if (html !== undefined) return { body: { key: 'bodyHtml', html } };
  const plain = ownText(row, 'body', 'text', 'content');
  return plain === undefined ? undefined : { body: { key: 'body', plain } };
}

/**
 * Keeps the last `count` comments or messages, and the entries between and after them, such as logged time, which are not
 * counted.
 */
export function limitTimeline(detail: Detail, count: number): Detail {
  const { timeline = [], omitted = 0 } = detail;
  const said = timeline.flatMap((entry, index) => (isSaid(entry) ? [index] : []));
  const left = said.length <= count ? 0 : (said.at(-count) ?? 0);
  if (left === 0) return detail;
  return { ...detail, timeline: timeline.slice(left), omitted: omitted + left, omittedSaid: said.length - count };
}

/** The names of the files of a comment or message. */
export function fileNames(row: JsonObject): { readonly files: readonly string[] } | undefined {
  const files = objectsOf(row, 'files', 'attachments').map(attachmentName);
  return files.length === 0 ? undefined : { files };
}

/** A checklist with its progress. In a pipe: `checklist`, number, `done` or `open`, text. */
export function checklistBlock(items: readonly JsonObject[]): readonly DetailBlock[] {
  if (items.length === 0) return [];
  const isDone = (item: JsonObject): boolean => ownValue(item, 'done') === true;
  const digits = String(items.length).length;
  return [
    {
      title: `Checklist  ${items.filter(isDone).length} of ${items.length}`,
      lines: items.map((item, index): HumanLine => {
        const number: Cell = { text: `${String(index + 1).padStart(digits)} `, tone: 'dim' };
        return [number, doneCell(isDone(item)), ` ${ownText(item, 'text') ?? ''}`];
      }),
      rows: items.map((item, index) => [
        'checklist',
        index + 1,
        isDone(item) ? 'done' : 'open',
        ownText(item, 'text') ?? '',
      ]),
    },
  ];
}

/** Related tasks. In a pipe: `key`, reference, status, title. */
export function linksBlock(title: string, key: string, links: readonly JsonObject[]): readonly DetailBlock[] {
  if (links.length === 0) return [];
  const widest = links.reduce((most, link) => Math.max(most, refOf(link).length), 0);
  return [
    {
      title,
      lines: links.map((link) => [
        { text: refOf(link).padEnd(widest), tone: 'accent' },
        `  ${ownText(link, 'title') ?? ''}  `,
        statusCell(ownText(link, 'status')),
      ]),
      rows: links.map((link) => [key, refOf(link), ownText(link, 'status') ?? '', ownText(link, 'title') ?? '']),
    },
  ];
}

/** Files with their sizes. In a pipe: `attachment`, name, bytes, id. */
export function filesBlock(files: readonly JsonObject[]): readonly DetailBlock[] {
  if (files.length === 0) return [];
  return [
    {
      title: 'Attachments',
      lines: files.map((file) => [attachmentName(file), { text: `  ${sizeCell(file)}`, tone: 'dim' }]),
      rows: files.map((file) => [
        'attachment',
        attachmentName(file),
        ownValue(file, 'sizeBytes') ?? '',
        ownText(file, 'id') ?? '',
      ]),
    },
  ];
}

function doneCell(isDone: boolean): Cell {
  return isDone ? { text: '☑', tone: 'good', word: '[done]' } : { text: '☐', word: '[open]' };
}
