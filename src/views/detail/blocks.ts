import { refOf } from '../../contract/row.js';
import type { Cell, DetailBlock, HumanLine, JsonObject } from '../../output/view.js';
import { sizeText } from '../cells/amounts.js';
import { statusCell } from '../cells/tones.js';
import { ownValue, textOf } from '../read-row.js';

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
        return [number, doneCell(isDone(item)), ` ${textOf(item, 'text') ?? ''}`];
      }),
      rows: items.map((item, index) => [
        'checklist',
        index + 1,
        isDone(item) ? 'done' : 'open',
        textOf(item, 'text') ?? '',
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
        `  ${textOf(link, 'title') ?? ''}  `,
        statusCell(textOf(link, 'status')),
      ]),
      rows: links.map((link) => [key, refOf(link), textOf(link, 'status') ?? '', textOf(link, 'title') ?? '']),
    },
  ];
}

/** Files with their sizes. In a pipe: `attachment`, name, bytes, id. */
export function filesBlock(files: readonly JsonObject[]): readonly DetailBlock[] {
  if (files.length === 0) return [];
  const nameOf = (file: JsonObject): string => textOf(file, 'filename', 'name', 'id') ?? '';
  return [
    {
      title: 'Attachments',
      lines: files.map((file) => [nameOf(file), { text: `  ${sizeOf(file)}`, tone: 'dim' }]),
      rows: files.map((file) => [
        'attachment',
        nameOf(file),
        ownValue(file, 'sizeBytes') ?? '',
        textOf(file, 'id') ?? '',
      ]),
    },
  ];
}

function doneCell(isDone: boolean): Cell {
  return isDone ? { text: '☑', tone: 'good', word: '[done]' } : { text: '☐', word: '[open]' };
}

function sizeOf(file: JsonObject): string {
  const bytes = ownValue(file, 'sizeBytes');
  return typeof bytes === 'number' && bytes >= 0 ? sizeText(bytes) : '';
}
