import { describe, expect, test } from 'vitest';
import type { Decision } from '../../src/triage/model/decisions/decision.js';
import { optionsShown } from '../../src/triage/model/picking.js';
import { Session, stateWith, ticket, unsentReply } from './state.js';

const people = {
  me: { name: 'Mara' },
  sean: { name: 'Seán' },
  casa: { name: 'Lucía' },
  berg: { name: 'Petra' },
};
const usersOf = (...ids: readonly (keyof typeof people)[]) => ({
  assignableUsers: ids.map((id) => ({ id, name: people[id].name })),
});
const { words } = stateWith([]);
const begin = (details: Readonly<Record<string, object>>): Session =>
  new Session(
    stateWith([ticket('A-1'), ticket('B-2', { assignees: ['berg'] }), ticket('A-3')], {
      people,
      words: { ...words, team: ['sean'] },
      details: new Map(Object.entries(details).map(([ref, detail]) => [`id-${ref}`, { ...detail }])),
    }),
  );
const offered = ({ state: { mode } }: Session): readonly string[] =>
  mode.is === 'pick' ? optionsShown(mode).map(({ text }) => text) : [];

describe('the people whom rows can be assigned to', () => {
  test('are those of all selected rows', () => {
    const session = begin({ 'A-1': usersOf('me', 'sean', 'casa'), 'B-2': usersOf('me', 'sean', 'berg') });
    expect(offered(session.press('  a'))).toEqual(['Mara (me)', 'Seán']);
    expect(offered(session.press('<esc><esc>ka'))).toEqual(['Mara (me)', 'Seán', 'Petra']);
  });

  test('are read for those that have not been, and then those of all too', () => {
    const session = begin({ 'B-2': usersOf('me', 'sean', 'berg') }).press('  ');
    session.press('k');
    session.effects.length = 0;
    session.press('a');
    expect(offered(session)).toEqual(['Mara (me)', 'Seán']);
    expect(session.state.marks.get('id-A-1')).toMatchObject({ isUnsure: true });
    expect(session.take('look')).toEqual([{ do: 'look', uuid: 'id-A-1' }]);
    session.tell({ is: 'detail', uuid: 'id-A-1', detail: usersOf('me', 'casa'), item: undefined });
    expect(offered(session)).toEqual(['Mara (me)']);
    session.tell({ is: 'detail', uuid: 'id-A-1', detail: usersOf('casa'), item: undefined });
    expect(offered(session)).toEqual([]);
    expect(session.press('<enter>').take('send')).toEqual([]);
  });

  test('are the team and whoever is assigned where nothing can be read, never strangers', () => {
    const session = begin({});
    expect(offered(session.press('a'))).toEqual(['Mara (me)', 'Seán']);
    session.press('<esc>ja');
    expect(offered(session)).toEqual(['Mara (me)', 'Seán', 'Petra']);
    session.tell({ is: 'detail', uuid: 'id-B-2', detail: usersOf('me', 'berg'), item: undefined });
    expect(offered(session)).toEqual(['Mara (me)', 'Petra']);
  });
});

describe('a row that is gone', () => {
  const gone = (): Session =>
    begin({}).tell({ is: 'no-detail', uuid: 'id-A-1', why: 'there is no ticket A-1', isMissing: true });

  test.each([...'rnaspgtcxl+E.oyz ', '<space>'])('does not offer %s', (key) => {
    const session = gone();
    session.effects.length = 0;
    session.press(key);
    expect(session.state).toMatchObject({ mode: { is: 'list' }, pending: [], at: 'id-A-1' });
    expect(session.state.selected.size).toBe(0);
    expect(session.effects).toEqual([]);
    if (key !== 'l') expect(session.state.notice).toEqual({ text: 'A-1: there is no ticket A-1', tone: 'bad' });
  });

  test('can be left, and is not counted or selected any longer', () => {
    const selected = begin({}).press('  ').tell({ is: 'no-detail', uuid: 'id-A-1', why: 'gone', isMissing: true });
    expect([...selected.state.selected]).toEqual(['id-B-2']);
    expect(gone().press('j').state.at).toBe('id-B-2');
    expect(gone().press('<tab>').state.at).toBe('id-B-2');
    expect(gone().press('?').state.mode.is).toBe('actions');
  });

  test('is there again once it can be read', () => {
    const session = gone().tell({ is: 'detail', uuid: 'id-A-1', detail: {}, item: undefined });
    expect(session.press('ph').state.pending).toHaveLength(1);
  });

  test('is not gone because the server cannot be reached', () => {
    const session = begin({}).tell({ is: 'no-detail', uuid: 'id-A-1', why: 'cannot reach it' });
    expect(session.press('ph').state.pending).toHaveLength(1);
  });
});

describe('what is outside the list', () => {
  const titles = { 'C-9': 'Invoice totals' };

  test('is named with its title', () => {
    const drafted = new Session(stateWith([ticket('A-1')], { titles, remindsOf: [unsentReply('C-9')] }));
    expect(drafted.state.titles).toBe(titles);
    const target = { uuid: 'id-C-9', ref: 'C-9' };
    const decision: Decision = {
      ...{ id: 9, what: 'priority', kind: 'ticket', value: 'high', shown: 'high', isBegun: true },
      targets: [target],
    };
    const session = drafted.tell({ is: 'sent', decision, outcomes: [{ target, is: 'done' }], words: '' });
    expect(session.state.notice?.text).toBe('C-9 "Invoice totals": high');
  });
});
