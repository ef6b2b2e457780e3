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

/** Keeps the last `count` comments or messages, and what is between and after them, such as logged time, which is not counted. */
export function limitTimeline(detail: Detail, count: number): Detail {
  const { timeline = [] } = detail;
  const said = timeline.flatMap((entry, index) => (isSaid(entry) ? [index] : []));
  const left = said.length <= count ? 0 : (said.at(-count) ?? 0);
  if (left === 0) return detail;
  return { ...detail, timeline: timeline.slice(left), omitted: left, omittedSaid: said.length - count };
}

export function fileNames(row: JsonObject): { readonly files: readonly string[] } | undefined {
  const files = objectsOf(row, 'files', 'attachments').map(attachmentName);
  return files.length === 0 ? undefined : { files };
}

/** A block with a line, and in a pipe a row, for each item; none if there are no items. */
export function blockOf<T>(
  title: string,
  items: readonly T[],
  shown: (item: T, number: number) => { readonly line: HumanLine; readonly row: readonly unknown[] },
): readonly DetailBlock[] {
  const all = items.map((item, at) => shown(item, at + 1));
  return all.length === 0 ? [] : [{ title, lines: all.map(({ line }) => line), rows: all.map(({ row }) => row) }];
}

/** A checklist with its progress. In a pipe: `checklist`, number, `done` or `open`, text. */
export function checklistBlock(items: readonly JsonObject[]): readonly DetailBlock[] {
  const isDone = (item: JsonObject): boolean => ownValue(item, 'done') === true;
  const digits = String(items.length).length;
  return blockOf(`Checklist  ${items.filter(isDone).length} of ${items.length}`, items, (item, number) => {
    const text = ownText(item, 'text') ?? '';
    return {
      line: [{ text: `${String(number).padStart(digits)} `, tone: 'dim' }, doneCell(isDone(item)), ` ${text}`],
      row: ['checklist', number, isDone(item) ? 'done' : 'open', text],
    };
  });
}

/** Related tasks. In a pipe: `key`, reference, status, title. */
export function linksBlock(title: string, key: string, links: readonly JsonObject[]): readonly DetailBlock[] {
  const widest = links.reduce((most, link) => Math.max(most, refOf(link).length), 0);
  return blockOf(title, links, (link) => {
    const [ref, status, name] = [refOf(link), ownText(link, 'status') ?? '', ownText(link, 'title') ?? ''];
    return {
      line: [{ text: ref.padEnd(widest), tone: 'accent' }, `  ${name}  `, statusCell(status)],
      row: [key, ref, status, name],
    };
  });
}

/** Files with their sizes. In a pipe: `attachment`, name, bytes, id. */
export function filesBlock(files: readonly JsonObject[]): readonly DetailBlock[] {
  return blockOf('Attachments', files, (file) => ({
    line: [attachmentName(file), { text: `  ${sizeCell(file)}`, tone: 'dim' }],
    row: ['attachment', attachmentName(file), ownValue(file, 'sizeBytes') ?? '', ownText(file, 'id') ?? ''],
  }));
}

function doneCell(isDone: boolean): Cell {
  return isDone ? { text: '☑', tone: 'good', word: '[done]' } : { text: '☐', word: '[open]' };
}
