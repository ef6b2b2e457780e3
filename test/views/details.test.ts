import { describe, expect, test } from 'vitest';
import type { Sides } from '../../src/contract/messages.js';
import type { Detail, JsonObject } from '../../src/output/view.js';
import { limitTimeline } from '../../src/views/detail.js';
import { projectDetail } from '../../src/views/projects.js';
import { taskDetail } from '../../src/views/tasks/detail.js';
import { ticketDetail } from '../../src/views/tickets/detail.js';
import { minutesAgo, setting } from '../output/fake-io.js';

const uuid = '3f2c8a1e-0000-4000-8000-000000000001';
const field = (detail: Detail, key: string): unknown => detail.fields.find((one) => one.key === key)?.value;
const task = {
  id: 'SCM-12',
  uuid,
  title: 'Fix it',
  status: 'in_progress',
  project: 'SCM',
  assignees: ['u1'],
  due: '2025-11-22',
  estimate: 90,
  loggedMinutes: 0,
  blocked: true,
  description: 'Because **so**.',
  checklist: [
    { id: 'c1', text: 'first', done: true },
    { id: 'c2', text: 'second', done: false },
  ],
  dependsOn: [{ uuid, id: 'SCM-9', title: 'Before', status: 'done' }],
  comments: [
    { id: '2', user: 'u9', text: 'later', createdAt: minutesAgo(10), files: [{ filename: 'a.png' }] },
    { id: '1', authorId: 'u2', body: 'earlier', createdAt: minutesAgo(60) },
  ],
  timeLogs: [{ user: 'u1', date: '2025-11-20', minutes: 75, note: 'dug', createdAt: minutesAgo(30) }],
};

describe('a task', () => {
  const detail = taskDetail(
    { task, attachments: [{ id: 'f', filename: 'x.har', sizeBytes: 1234 }], authors: { u9: { name: 'Zoe' } } },
    setting,
  );

  test('has its comments and time logs in one timeline, oldest first, in both shapes', () => {
    expect(detail.timeline).toMatchObject([
      { kind: 'comment', id: '1', time: minutesAgo(60), author: 'Grace Hopper', text: 'earlier' },
      {
        kind: 'log',
        id: 'u1',
        time: minutesAgo(30),
        author: 'Ada Lovelace',
        text: 'logged 1h 15m for 2025-11-20: dug',
      },
      { kind: 'comment', id: '2', time: minutesAgo(10), author: 'Zoe', text: 'later', files: ['a.png'] },
    ]);
  });

  test('shows prerequisites by uuid if the server sends nothing else', () => {
    const { blocks } = taskDetail({ task: { id: 'SCM-12', uuid, dependsOnIds: [uuid, 5] } }, setting);
    expect(blocks?.flatMap(({ rows }) => rows)).toEqual([['depends', uuid, '', '']]);
  });

  test('time that was logged does not count as a comment', () => {
    const timeline = ['log', 'comment', 'log', 'comment', 'log'].map((kind, index) => ({
      ...{ kind, author: '', text: `${index}` },
      time: `2025-11-2${index}T00:00:00Z`,
    }));
    const left = (count: number) => {
      const { timeline: shown, omitted = 0 } = limitTimeline({ ...detail, timeline }, count);
      return [shown?.map(({ text }) => text).join(''), omitted];
    };
    expect([left(1), left(2), left(3)]).toEqual([
      ['34', 3],
      ['01234', 0],
      ['01234', 0],
    ]);
  });

  test('keeps data as it came', () => {
    expect([field(detail, 'estimate'), field(detail, 'due'), field(detail, 'uuid')]).toEqual([90, '2025-11-22', uuid]);
  });
});

describe('a ticket', () => {
  const ticket = { id: uuid, displayId: 'ACM-3', subject: 'Help', status: 'open', assignees: [], customerId: 'u2' };
  const message = (minutes: number, rest: JsonObject) => ({
    authorId: 'u1',
    kind: 'comment',
    createdAt: minutesAgo(minutes),
    ...rest,
  });
  const messages = [
    message(50, { authorId: 'u2', body: 'please' }),
    message(40, { body: 'psst', isInternalNote: true }),
    message(30, { kind: 'system', meta: { event: 'status_changed', from: 'open', to: 'closed' } }),
    message(20, { kind: 'system', meta: { event: 'assigned', added: ['u2'], removed: ['u9'] } }),
    message(10, {
      kind: 'system',
      isInternalNote: true,
      meta: { event: 'edited', tags: { from: [], to: ['vat', 'x'] } },
    }),
    message(5, { kind: 'system', authorId: null, meta: { event: 'moon_landed' } }),
  ];
  const detail = ticketDetail(
    { ticket, messages, linkedTasks: [{ id: uuid, displayId: 'SCM-1', title: 'T', status: 'todo' }] },
    setting,
  );

  test('marks internal and system entries with words', () => {
    expect(detail.timeline?.map(({ kind, author, text, mark }) => [kind, author, text, mark])).toEqual([
      ['reply', 'Grace Hopper', 'please', undefined],
      ['note', 'Ada Lovelace', 'psst', 'internal note'],
      ['system', 'Ada Lovelace', 'changed the status from open to closed', undefined],
      ['system', 'Ada Lovelace', 'assigned Grace Hopper and unassigned u9', undefined],
      ['system', 'Ada Lovelace', 'changed the tags: +vat +x', 'internal'],
      ['system', '', 'moon landed', undefined],
    ]);
  });
});

test('a ticket whose creator is not named says nothing of them', () => {
  const everybody: Sides = { get: () => 'customer' };
  const { fields } = ticketDetail({ ticket: { id: 'T-1', subject: 'x' }, messages: [] }, setting, everybody);
  expect(fields.find(({ key }) => key === 'createdByName')).toMatchObject({ value: '', human: '' });
});

test('a project, with and without its wrapper', () => {
  const project = { id: uuid, key: 'SCM', name: 'Supply', taskCount: 4, description: 'x' };
  expect(projectDetail({ project }, setting)).toEqual(projectDetail(project, setting));
  expect(projectDetail({ project }, setting)).toMatchObject({ ref: 'SCM', title: 'Supply', body: { markdown: 'x' } });
});
