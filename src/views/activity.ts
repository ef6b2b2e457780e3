import type { JsonObject, ListView } from '../output/view.js';
import { personName } from './people.js';
import { objectOf, ownValue, textOf } from './read-row.js';
import { shortId } from './short-id.js';
import { timeCell } from './times.js';

/** The columns of a project's history, newest first. */
export const activityList: ListView = {
  noun: 'activity',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => textOf(row, 'id'), human: (row) => shortId(textOf(row, 'id')) },
    {
      key: 'time',
      head: 'Time',
      value: (row) => ownValue(row, 'createdAt'),
      human: (row, { now }) => timeCell(textOf(row, 'createdAt'), now),
    },
    {
      key: 'actor',
      head: 'Actor',
      value: (row, { people }) => textOf(actorOf(row), 'name') ?? personName(people, actorId(row)),
    },
    {
      key: 'task',
      head: 'Task',
      value: (row) => textOf(row, 'taskRef'),
      human: (row) => ({ text: textOf(row, 'taskRef') ?? '', tone: 'accent' }),
    },
    { key: 'text', head: 'What', value: (row) => ownValue(row, 'text'), grow: true },
    { key: 'type', value: (row) => ownValue(row, 'type') },
  ],
  fields: [],
};

function actorOf(row: JsonObject): JsonObject {
  return objectOf(row, 'actor');
}

function actorId(row: JsonObject): string | undefined {
  return textOf(actorOf(row), 'id') ?? textOf(row, 'actorId');
}
