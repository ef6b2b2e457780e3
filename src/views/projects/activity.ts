import type { Cell, Column, JsonObject, ListView } from '../../output/view.js';
import { shortId } from '../cells/short-id.js';
import { sentColumn } from '../cells/state-columns.js';
import { timeCell } from '../cells/times.js';
import { objectOf, ownValue, textOf } from '../read-row.js';

const actorColumn: Column = { key: 'actorName', head: 'Who', value: actorName };

/** The columns of a project's history. Scripts rely on the first six and their order; `ref` is the id of the entry. */
export const activityList: ListView = {
  noun: 'entries',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => textOf(row, 'id'), human: (row) => shortId(textOf(row, 'id')) },
    {
      key: 'time',
      head: 'Time',
      value: (row) => ownValue(row, 'createdAt'),
      human: (row, { now }) => timeCell(textOf(row, 'createdAt'), now),
    },
    actorColumn,
    { key: 'type', head: 'What', value: (row) => ownValue(row, 'type'), human: typeCell },
    {
      key: 'task',
      head: 'Task',
      value: (row) => textOf(row, 'taskRef'),
      human: (row) => ({ text: textOf(row, 'taskRef') ?? '', tone: 'accent' }),
    },
    {
      key: 'text',
      head: 'Text',
      value: (row) => ownValue(row, 'text'),
      human: (row) => ({ text: plainMarks(textOf(row, 'text') ?? '') }),
      grow: true,
    },
    sentColumn('actor', actorColumn),
    { key: 'actorId', value: (row) => textOf(objectOf(row, 'actor'), 'id') },
    { key: 'taskId', value: (row) => textOf(row, 'taskId') },
  ],
  fields: ['id', 'type', 'taskId', 'taskRef', 'text', 'createdAt', 'actor'],
};

function actorName(row: JsonObject): string {
  const actor = objectOf(row, 'actor');
  return textOf(actor, 'name', 'id') ?? textOf(row, 'actor', 'actorId') ?? '';
}

/** `task.status` becomes `task status`. */
function typeCell(row: JsonObject): Cell {
  return { text: (textOf(row, 'type') ?? '').replaceAll(/[._]/g, ' '), tone: 'dim' };
}

/** Turns mentions and references into plain text: `@Name` and `REF` (docs/api.md, Comment). */
function plainMarks(text: string): string {
  return text
    .replaceAll(/@\[([^\]\n]{1,200})\]\([^()\s]{1,200}\)/g, '@$1')
    .replaceAll(/~\[([^\]\n]{1,200})\]\([a-z]+:[^()\s]{1,200}\)/gi, '$1');
}
