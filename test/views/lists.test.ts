import { describe, expect, test } from 'vitest';
import { describePrints } from '../../src/args/prints.js';
import { dataText } from '../../src/output/data/json.js';
import type { JsonObject, ListView, Setting } from '../../src/output/view.js';
import { inboxList } from '../../src/views/inbox.js';
import { projectList } from '../../src/views/projects.js';
import { searchList } from '../../src/views/search.js';
import { taskList } from '../../src/views/tasks/list.js';
import { instanceList, instanceRow, knownInstanceList } from '../../src/views/this-computer.js';
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

  test('survive whatever a server sends', () => {
    const values: readonly unknown[] = [undefined, null, 0, true, '', 'x', [], [null, {}, [1]], {}, { toString: 1 }];
    const names = ['id', 'uuid', 'displayId', 'key', 'title', 'status', 'due', 'assignees', 'members', 'actor', 'url'];
    for (const value of values) {
      const row = Object.fromEntries(
        [...names, 'createdAt', 'updatedAt', 'kind', 'project'].map((name) => [name, value]),
      );
      expect(`${data(view, row)}${human(view, row)}`).not.toMatch(/undefined|\[object|function/);
    }
  });
});

test('the help names the columns', () => {
  expect(describePrints({ list: taskList })).toEqual([
    'Columns, in order: ref, title, status, priority, due, assigneeNames, type, projectKey.\n' +
      'Also with --fields: uuid, assignees, project, assigneeIds, tags, updated, createdByName, createdBy, dependsOnIds, id, estimate, assignee, labels, ' +
      'startDate, endDate, createdAt, plannedFor, inMyPlan, dependsOn, dependents, blocked, ' +
      'loggedMinutes, checklistDone, checklistTotal, parent, channel, description, checklist, comments, timeLogs, ' +
      'files, sourceTicket, and any key of the JSON.',
    'Formats: a table on a terminal, TSV in a pipe; --json, --jsonl, --csv, --tsv, --yaml, -q (see tracker help formatting).',
  ]);
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

  test('in a pipe and on a terminal', () => {
    expect(data(taskList, row)).toBe('SCM-12|Fix it|in_progress|high|2025-11-20|Ada Lovelace,Grace Hopper|bug|SCM');
    expect(human(taskList, row)).toBe('SCM-12|Fix it|in progress|high|overdue 1d|me +1|bug|SCM');
  });

  test('finished ones are not overdue', () => {
    expect(human(taskList, { ...row, status: 'done' })).toContain('|20 Nov|');
  });

  test('both shapes of a server give the same columns', () => {
    const spec = { ...row, id: uuid, displayId: 'SCM-12', uuid: undefined, project: other };
    expect(data(taskList, spec, { ...setting, projects: { [other]: 'NOT' } })).toBe(data(taskList, row));
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

  test('in a pipe and on a terminal', () => {
    const time = minutesAgo(20);
    expect(data(ticketList, wire)).toBe(`ACM-3|Help|waiting_on_agent|urgent|${time}|Ada Lovelace|acme|billing`);
    expect(human(ticketList, wire)).toBe('ACM-3|Help|waiting on agent|urgent|20m|me|Acme GmbH|billing');
  });

  test('both shapes of a server give the same columns', () => {
    const spec = { ...wire, id: 'ACM-3', uuid, displayId: undefined, assignees: undefined, assigneeIds: ['u1'] };
    expect(data(ticketList, spec)).toBe(data(ticketList, wire));
  });

  test('without messages the last change counts', () => {
    expect(column(ticketList, 'updated', { ...wire, lastMessageAt: null })).toBe(minutesAgo(600));
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

test('the inbox', () => {
  const item = {
    id: uuid,
    kind: 'ticketStatusChanged',
    title: 'ACM-3 closed',
    actorId: 'u2',
    readAt: null,
    createdAt: minutesAgo(5),
  };
  expect(data(inboxList, item)).toBe(`${uuid}|true|${minutesAgo(5)}|Grace Hopper|ticketStatusChanged|ACM-3 closed`);
  expect(human(inboxList, item)).toBe('3f2c8a1e|●|5m ago|Grace Hopper|ticket status changed|ACM-3 closed');
  expect(human(inboxList, { ...item, readAt: minutesAgo(1), actorId: null })).toBe(
    '3f2c8a1e||5m ago||ticket status changed|ACM-3 closed',
  );
});

test('search results', () => {
  const task = { type: 'task', id: uuid, displayId: 'SCM-1', title: 'T', subtitle: 'SCM-1', url: '/tasks?task=SCM-1' };
  expect(data(searchList, task)).toBe('SCM-1|task|T|SCM-1|/tasks?task=SCM-1');
  expect(human(searchList, { type: 'wiki', id: uuid, title: 'W', subtitle: null })).toBe('3f2c8a1e|wiki|W||');
});

test('instances', () => {
  const row = instanceRow({
    name: 'work',
    url: 'https://t.example',
    userName: 'Ada',
    isDefault: true,
    isSignedIn: true,
  });
  expect(data(instanceList, row)).toBe('work|https://t.example|Ada|true|true');
  expect(human(instanceList, row)).toBe('work|https://t.example|Ada|signed in|yes');
  expect(human(instanceList, { ...row, default: false, signedIn: false })).toBe(
    'work|https://t.example|Ada|signed out|',
  );
});
