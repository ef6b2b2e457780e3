import { describe, expect, test } from 'vitest';
import { dataText } from '../../src/output/data/json.js';
import type { JsonObject, ListView, Setting } from '../../src/output/view.js';
import { inboxList } from '../../src/views/inbox.js';
import { projectList } from '../../src/views/projects.js';
import { searchList } from '../../src/views/search.js';
import { taskList } from '../../src/views/tasks/list.js';
import { instanceList, knownInstanceList } from '../../src/views/this-computer.js';
import { ticketList } from '../../src/views/tickets/list.js';
import { minutesAgo, setting } from '../output/fake-io.js';

const uuid = '3f2c8a1e-0000-4000-8000-000000000001';
const other = '3f2c8a1e-0000-4000-8000-000000000002';

/** What a row is in a pipe. */
const data = (view: ListView, row: JsonObject, given: Setting = setting): string =>
  view.columns
    .filter(({ head }) => head !== undefined)
    .map(({ value }) => dataText(value(row, given)))
    .join('|');

/** What a row is in a table. */
const human = (view: ListView, row: JsonObject): string =>
  view.columns
    .filter(({ head }) => head !== undefined)
    .map(({ value, human: show }) => {
      const cell = show === undefined ? dataText(value(row, setting)) : show(row, setting);
      return typeof cell === 'string' ? cell : cell.text;
    })
    .join('|');

const column = (view: ListView, key: string, row: JsonObject): unknown =>
  view.columns.find((candidate) => candidate.key === key)?.value(row, setting);

describe.each([
  ['tasks', taskList, 'ref title status priority due assigneeNames type projectKey'],
  ['tickets', ticketList, 'ref subject status priority updated assigneeNames org category'],
  ['projects', projectList, 'ref name status lead memberCount updated'],
  ['inbox', inboxList, 'ref unread time actor kind title'],
  ['search', searchList, 'ref type title subtitle url'],
  ['instances', instanceList, 'ref url user signedIn default'],
  ['known instances', knownInstanceList, 'ref name added'],
])('the columns of %s', (_, view, keys) => {
  test('are in their documented order, each with a unique key', () => {
    const shown = view.columns.filter(({ head }) => head !== undefined).map(({ key }) => key);
    expect(shown.join(' ')).toBe(keys);
    expect(new Set(view.columns.map(({ key }) => key)).size).toBe(view.columns.length);
  });
});

describe('tasks', () => {
  const row = {
    id: 'SCM-12',
    uuid,
    title: 'Fix it',
    status: 'in_progress',
    priority: 'high',
    type: 'bug',
    due: '2025-11-20',
    project: 'SCM',
    assignees: ['u1', 'u2'],
  };

  test('both shapes of a server give the same columns', () => {
    const spec = { ...row, id: uuid, displayId: 'SCM-12', uuid: undefined, project: other };
    expect(data(taskList, spec, { ...setting, names: new Map([[other, 'NOT']]) })).toBe(data(taskList, row));
    expect(data(taskList, { ...row, project: other })).toBe(data(taskList, row));
  });

  test('a project without a known key is shown as sent', () => {
    expect(column(taskList, 'projectKey', { id: uuid, project: other })).toBe(other);
    expect(column(taskList, 'projectKey', { id: 'SCM-1', project: 'constructor' })).toBe('constructor');
  });

  test('an unknown person is shown by id, a missing one is empty', () => {
    expect(column(taskList, 'assigneeNames', { assignees: ['constructor', '__proto__'] })).toEqual([
      'constructor',
      '__proto__',
    ]);
    expect(column(taskList, 'assigneeNames', { assignee: 'u2' })).toEqual(['Grace Hopper']);
    expect(column(taskList, 'assigneeNames', { assignee: '' })).toEqual([]);
    expect(column(taskList, 'assigneeIds', row)).toEqual(['u1', 'u2']);
  });
});

describe('tickets', () => {
  const wire = {
    id: uuid,
    displayId: 'ACM-3',
    subject: 'Help',
    status: 'waiting_on_agent',
    priority: 'urgent',
    category: 'billing',
    orgId: 'o1',
    orgSlug: 'acme',
    orgName: 'Acme GmbH',
    assignees: ['u1'],
    lastMessageAt: minutesAgo(20),
    updatedAt: minutesAgo(600),
  };

  test('both shapes of a server give the same columns', () => {
    const spec = { ...wire, id: 'ACM-3', uuid, displayId: undefined, assignees: undefined, assigneeIds: ['u1'] };
    expect(data(ticketList, spec)).toBe(data(ticketList, wire));
  });
});

test('projects, in both shapes', () => {
  const members = [{ id: 'u9', name: 'Bob' }, { id: 'u2' }];
  const wire = {
    id: uuid,
    key: 'SCM',
    name: 'Supply',
    status: 'active',
    leadId: 'u9',
    members,
    updatedAt: minutesAgo(120),
  };
  expect(data(projectList, wire)).toBe(`SCM|Supply|active|Bob|2|${minutesAgo(120)}`);
  expect(human(projectList, wire)).toBe('SCM|Supply|active|Bob|2|2h ago');
  expect(data(projectList, { ...wire, id: 'SCM', uuid, key: undefined, members: undefined, leadId: 'u2' })).toBe(
    `SCM|Supply|active|Grace Hopper||${minutesAgo(120)}`,
  );
});
