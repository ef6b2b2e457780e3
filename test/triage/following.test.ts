import { describe, expect, test } from 'vitest';
import type { Followable } from '../../src/triage/model/mode.js';
import type { Item } from '../../src/triage/model/state.js';
import { linesOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const links = (count: number): readonly Followable[] =>
  Array.from({ length: count }, (_, at) => {
    const url = `https://example.org/${at + 1}`;
    return { does: 'open', text: url, url };
  });

const begin = (all: readonly Followable[] | undefined, more = {}): Session => {
  const session = new Session(stateWith([ticket('A-1'), ticket('A-2')], more)).press('f');
  expect(session.take('follow')).toEqual([{ do: 'follow', uuid: 'id-A-1' }]);
  return session.tell({ is: 'followable', uuid: 'id-A-1', all });
};

describe('what a detail shows', () => {
  test('is downloaded, opened, gone to or copied with one more key', () => {
    const all: readonly Followable[] = [
      { does: 'download', text: 'plan.pdf', id: 'file-1', size: '12 kB' },
      ...links(1),
      { does: 'go to', text: 'A-2  Subject of A-2', to: 'ticket:id-A-2' },
      { does: 'go to', text: 'B-7', to: 'B-7' },
      { does: 'copy', text: 'Noa', value: 'Noa' },
    ];
    const session = begin(all);
    const screen = linesOf(session).map((line) => line.trim());
    expect(screen).toEqual(
      expect.arrayContaining([
        'follow in A-1',
        'a download plan.pdf  12 kB',
        'b open https://example.org/1',
        'c go to A-2  Subject of A-2',
        'd go to B-7',
        'e copy Noa',
      ]),
    );
    const chosen = (key: string) => {
      const one = begin(all).press(key);
      return [one.state.notice?.text, ...one.effects];
    };
    expect(chosen('a')).toEqual([
      'downloading plan.pdf …',
      { do: 'download', row: 'id-A-1', id: 'file-1', name: 'plan.pdf' },
    ]);
    expect(chosen('b')).toEqual([undefined, { do: 'open-link', url: 'https://example.org/1' }]);
    expect(chosen('d')).toEqual([undefined, { do: 'find', text: 'B-7', exactly: 'B-7' }]);
    expect(chosen('e')).toEqual(['copied Noa', { do: 'copy', text: 'Noa' }]);
    expect(session.press('c').state).toMatchObject({ at: 'id-A-2', mode: { is: 'list' } });
    expect(session.press('<backspace>').state.at).toBe('id-A-1');
  });

  test.each([
    [60, 20],
    [80, 24],
    [120, 40],
    [200, 60],
  ])('has keys for 40 links, and arrows for all, at %i × %i', (columns, rows) => {
    const session = begin(links(40), { size: { columns, rows } });
    const lines = linesOf(session).map((line) => line.trimEnd());
    expect(lines).toHaveLength(rows);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines).toContain(' a open https://example.org/1');
    const letters = session.state.mode.is === 'pick' ? session.state.mode.options.map(({ letter }) => letter) : [];
    expect(new Set(letters).size).toBe(40);
    expect(letters).not.toContain('f');
    expect(session.press('f').state.mode.is).toBe('pick');
    session.press('<up>');
    expect(linesOf(session).join('\n')).toMatch(/▸\S open https:\/\/example\.org\/40/);
    expect(session.press('<enter>').take('open-link')).toEqual([{ do: 'open-link', url: 'https://example.org/40' }]);
  });

  test('is reached with arrows where there are more than keys', () => {
    const session = begin(links(100)).press('<up><enter>');
    expect(session.take('open-link')).toEqual([{ do: 'open-link', url: 'https://example.org/100' }]);
  });

  test('is said to be nothing, or why it could not be read', () => {
    expect(begin([]).state).toMatchObject({ mode: { is: 'list' }, notice: { text: 'nothing in A-1 can be followed' } });
    const marks = new Map([['id-A-1', { unreadable: 'the server cannot be reached' }]]);
    const unread = begin(undefined, { marks }).state;
    expect(unread).toMatchObject({ mode: { is: 'list' }, notice: { text: 'A-1: the server cannot be reached' } });
  });

  test('of a notification is not called by its id', () => {
    const news: Item = { uuid: 'id-1', ref: 'e18c47ce', kind: 'notification', row: { entityType: 'ticket' } };
    const session = new Session(stateWith([news], { kind: 'notification' })).press('f');
    session.tell({ is: 'followable', uuid: 'id-1', all: [] });
    expect(session.state.notice?.text).toBe('nothing in this notification can be followed');
  });

  test('is waited for, when no key acts on the row, until Esc', () => {
    const session = new Session(stateWith([ticket('A-1'), ticket('A-2')])).press('fjax');
    expect(session.state).toMatchObject({ at: 'id-A-1', mode: { is: 'find' } });
    expect(linesOf(session).join('\n')).toContain(' looking for what can be followed here …');
    session.press('<esc>').tell({ is: 'followable', uuid: 'id-A-1', all: links(1) });
    expect(session.state.mode.is).toBe('list');
  });

  test('cannot move the screen with what it is called', () => {
    const text = '\u001b[2J\u202efdp.exe\n\t';
    const session = begin([{ does: 'download', text, id: 'file-1', size: '' }]);
    const all = [...linesOf(session), ...linesOf(session.press('a'))].join('');
    expect(all).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});
