import { expect, test } from 'vitest';
import { asciiRuler } from '../../src/output/text/width.js';
import type { Item } from '../../src/triage/model/state.js';
import { drawScreen } from '../../src/triage/view/screen.js';
import { setting } from '../output/fake-io.js';
import { Session, stateWith, ticket } from './state.js';

const item = (uuid: string): Item => ({ uuid, ref: uuid, kind: 'notification', row: { id: uuid, title: 'News' } });

const shown = ({ state }: Session): string =>
  drawScreen(state, { ruler: asciiRuler, setting, body: [], news: undefined })
    .lines.map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

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
  expect(shown(session())).toMatch(/open . high . nobody/);
  expect(shown(session().press('sr').press('k'))).toMatch(/resolved . high . nobody/);
  expect(shown(session().press('j'))).not.toContain('nobody');
});

test('the head says of how many unread notifications the list has only the newest', () => {
  expect(shown(session(139))).toContain('2 of 139 left');
  expect(shown(session(2))).toContain('2 left');
});

test('the heading of the first column follows the rows: when something last happened, when they are due, or both', () => {
  const [one, task]: readonly Item[] = [ticket('A-1'), { ...ticket('B-1'), kind: 'task' }];
  if (!one || !task) throw new Error('two were expected');
  const heading = (began: Session): string | undefined => /(LAST|DUE\S*)\s+REF/.exec(shown(began))?.[1];
  const began = new Session(stateWith([one]));
  const list = { is: 'list', people: {}, title: 'my tasks', fill: 'another' } as const;
  expect(heading(began)).toBe('LAST');
  expect(heading(began.tell({ ...list, items: [task], kind: 'task' }))).toBe('DUE');
  expect(heading(began.tell({ ...list, items: [task, one], kind: 'task' }))).toBe('DUE/LAST');
  expect(heading(began.tell({ ...list, items: [], kind: 'task' }))).toBe('DUE');
  expect(heading(began.tell({ ...list, items: [one], kind: 'ticket' }))).toBe('LAST');
});

test('after S, the inbox is a list of notifications', () => {
  const began = new Session(stateWith([ticket('A-1')], { unread: 139 }));
  began.tell({ is: 'list', items: [item('one')], people: {}, kind: 'notification', title: 'inbox', fill: 'another' });
  expect(shown(began)).toContain('1 of 139 left');
});

test('the category of the ticket that a notification is about can be set', () => {
  const { state } = session().press('gb');
  expect(state.pending).toMatchObject([{ what: 'category', kind: 'ticket', value: 'billing' }]);
  expect(session().press('jg').state.notice?.text).toBe('not possible here: set the category');
});

test('only a notification is marked as read', () => {
  expect(shown(session())).toContain('d read');
  const empty = new Session(stateWith([], { kind: 'notification', title: 'inbox' }));
  expect(shown(empty)).not.toContain('d read');
  expect(empty.press('d').state.pending).toEqual([]);
});

test('(true.36) the reference of what a notification is about is shown once, and no column is empty', () => {
  const about = (uuid: string, entityType: string, title: string): Item => ({
    ...item(uuid),
    row: { id: uuid, title, entityType },
  });
  const items = [
    about('one', 'ticket', 'BERG-9 Invoice totals differ'),
    about('two', 'task', 'OPS-8 → done Restore test'),
    about('three', 'ticket', 'SCM-3'),
    about('four', 'thread', 'COVID-19 rules'),
  ];
  const state = stateWith(items, { kind: 'notification', title: 'inbox', size: { columns: 80, rows: 24 } });
  const { lines } = drawScreen(state, { ruler: asciiRuler, setting, body: [], news: undefined });
  const texts = lines.slice(2, 7).map((line) => line.map(({ text }) => text).join(''));
  expect(
    texts.map((text) =>
      text
        .replace(/^.{10}/, '')
        .replace(/ {2,}/g, '  ')
        .trim(),
    ),
  ).toEqual([
    'REF  SUBJECT  WHO',
    'BERG-9 Invoice totals differ  –',
    'OPS-8  → done Restore test  –',
    'SCM-3  SCM-3  –',
    'COVID-19 rules  –',
  ]);
});
