import { expect, test } from 'vitest';
import type { Item } from '../../src/triage/model/state.js';
import { aboutRef } from '../../src/views/inbox.js';
import { linesOf, textOf } from './drawn.js';
import { list, Session, stateWith, ticket } from './state.js';

const item = (uuid: string): Item => ({ uuid, ref: uuid, kind: 'notification', row: { id: uuid, title: 'News' } });

const session = (unread?: number): Session =>
  new Session(
    stateWith([item('one'), item('two')], {
      ...{ kind: 'notification', title: 'inbox', unread },
      details: new Map([
        ['one', { ticket: { uuid: 't', displayId: 'A-1', status: 'open', priority: 'high', assignees: [] } }],
        ['two', { notification: { id: 'two' } }],
      ]),
    }),
  );

test('a notification shows the status, priority and assignees of what it is about, as just decided', () => {
  expect(textOf(session())).toMatch(/open . high . nobody/);
  expect(textOf(session().press('sr').press('k'))).toMatch(/resolved . high . nobody/);
  expect(textOf(session().press('j'))).not.toContain('nobody');
});

test('the head says of how many unread notifications the list has only the newest', () => {
  expect(textOf(session(139))).toContain('2 of 139 left');
  expect(textOf(session(2))).toContain('2 left');
});

test('the heading of the first column follows the rows: when something last happened, when they are due, or either', () => {
  const [one, task] = [ticket('A-1'), { ...ticket('B-1'), kind: 'task' } as const];
  const heading = (began: Session): string | undefined => /(\S+)\s+REF/.exec(textOf(began))?.[1];
  const began = new Session(stateWith([one]));
  expect(heading(began)).toBe('LAST');
  expect(heading(began.tell(list([task], 'another', { kind: 'task' })))).toBe('DUE');
  expect(heading(began.tell(list([task, one], 'another', { kind: 'task' })))).toBe('WHEN');
  expect(heading(began.tell(list([], 'another', { kind: 'task' })))).toBe('DUE');
  expect(heading(began.tell(list([one], 'another', { kind: 'ticket' })))).toBe('LAST');
});

test('the category of the ticket that a notification is about can be set', () => {
  const { state } = session().press('gb');
  expect(state.pending).toMatchObject([{ what: 'category', kind: 'ticket', value: 'billing' }]);
  expect(session().press('jg').state.notice?.text).toBe('set the category: only for tickets');
});

test('only a notification is marked as read', () => {
  expect(textOf(session())).toContain('d read');
  const empty = new Session(stateWith([], { kind: 'notification', title: 'inbox' }));
  expect(textOf(empty)).not.toContain('d read');
  expect(empty.press('d').state.pending).toEqual([]);
});

test('the reference of what a notification is about is shown once, and no column is empty', () => {
  const about = (uuid: string, entityType: string, title: string): Item => {
    const row = { id: uuid, title, entityType };
    return { ...item(uuid), row, about: aboutRef(row, undefined) };
  };
  const items = [
    about('one', 'ticket', 'BERG-9 Invoice totals differ'),
    about('two', 'task', 'OPS-8 → done Restore test'),
    about('three', 'ticket', 'SCM-3'),
    about('four', 'thread', 'COVID-19 rules'),
  ];
  const state = stateWith(items, { kind: 'notification', title: 'inbox', size: { columns: 80, rows: 24 } });
  const rows = linesOf({ state }).slice(2, 7);
  expect(rows.map((row) => row.slice(7).replace(/ {2,}/g, '  ').trim())).toEqual([
    'REF  SUBJECT  FROM',
    'BERG-9 Invoice totals differ  –',
    'OPS-8  → done Restore test  –',
    'SCM-3  SCM-3  –',
    'COVID-19 rules  –',
  ]);
});
