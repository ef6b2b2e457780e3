import { describe, expect, test } from 'vitest';
import { keys } from '../../src/triage/model/keys/keys.js';
import type { State } from '../../src/triage/model/state.js';
import { textOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3', { subject: 'Print the status page' })];
const begin = (keys: string): Session => new Session(stateWith(three, { size: { columns: 80, rows: 24 } })).press(keys);
const shown = (session: Session): readonly string[] => textOf(session).split('\n').slice(2, -3);

describe('all that can be done', () => {
  test.each([':', '?'])('%s shows it, each with its key, and in grey why not now', (key) => {
    const session = new Session(stateWith(three, { size: { columns: 80, rows: 90 } })).press(key);
    const lines = shown(session).filter((line) => line !== '');
    expect(lines.slice(0, 3)).toEqual([' Decide', '  a        assign a person', '  s        set the status']);
    for (const line of [
      '  d        mark the notification as read · only for notifications',
      '  l        log time · only for tasks',
      '  t        leave theirs (a message is sent too) · no conflict here',
      '  ^N       next place found · only after a search',
    ])
      expect(lines).toContain(line);
    // Of what has the same key, only what can be done here.
    expect(lines.filter((line) => line.startsWith('  j '))).toEqual(['  j ↓      next row']);
    expect(lines.indexOf(' Not available now')).toBe(lines.indexOf('  z        put off') + 1);
    expect(session.press('<esc>').state.mode.is).toBe('list');
  });

  test('is filtered by all words that are typed, and Enter does what is marked', () => {
    const session = begin(':set stat');
    expect(shown(session)[0]).toBe(' ▸s        set the status');
    expect(session.press('<enter>').state.mode).toMatchObject({ is: 'pick', what: 'status' });
  });

  test('finds the name of a key first', () => {
    expect(shown(begin(':D'))[0]).toBe(' ▸D        close it as a duplicate · you may not do all that it does');
    expect(shown(begin(':d'))[0]).toMatch(/^ ▸d {8}mark the notification as read · only/);
    expect(shown(begin('?ctrl+z'))[0]).toBe(' ▸^Z       suspend; fg resumes');
  });

  test('what cannot be done says why, and does nothing', () => {
    const session = begin(':log time<enter>');
    expect(session.state.notice?.text).toBe('log time: only for tasks');
    expect(session.state.mode.is).toBe('list');
    const mixed = new Session(stateWith([ticket('A-1'), { ...ticket('B-1'), kind: 'task' }])).press(
      '  :set prio<enter>',
    );
    expect(mixed.state.notice?.text).toBe('tickets and tasks are selected; select only one of the two');
  });

  test('arrows mark, a blank Enter and a second ? close it', () => {
    expect(begin(':<down><enter>').state.mode).toMatchObject({ is: 'pick', what: 'assign' });
    expect(begin(':<enter>').state.mode.is).toBe('list');
    expect(begin('??').state.mode.is).toBe('list');
    expect(begin(':s<ctrl+c>').state).toMatchObject({ mode: { is: 'list' }, pending: [] });
    const marked = begin(`?${'<down>'.repeat(20)}`);
    expect(shown(marked).filter((line) => line.startsWith(' ▸'))).toHaveLength(1);
    const end = begin('?<pagedown><pagedown><pagedown><pagedown><pagedown><pagedown><pagedown>');
    expect(shown(end)).toContain('  t        leave theirs (a message is sent too) · no conflict here');
  });
});

describe('a reference or words', () => {
  test('go to the row that has them', () => {
    expect(begin(':a-2<enter>').rows()).toEqual(['A-1', '▸A-2', 'A-3']);
    expect(begin(':Print the<enter>').rows()).toEqual(['A-1', 'A-2', '▸A-3']);
    expect(begin('/A-1<enter>:A-3<enter>').state).toMatchObject({ filter: '', at: 'id-A-3' });
  });

  test('are looked for everywhere if no row here has them, or last', () => {
    expect(begin(':B-9<enter>').take('find')).toEqual([{ do: 'find', text: 'B-9' }]);
    expect(begin(':nothing like it<enter>').take('find')).toEqual([{ do: 'find', text: 'nothing like it' }]);
    const session = begin(':status');
    expect(shown(session).slice(0, 3)).toEqual([
      ' ▸s        set the status',
      '  A-3       Print the status page',
      '           search everywhere for "status"',
    ]);
    expect(session.press('<up><enter>').take('find')).toEqual([{ do: 'find', text: 'status' }]);
  });

  test('that are pasted choose nothing', () => {
    const session = begin(':').tell({ is: 'key', key: { name: 'paste', text: 'A-2\nsr' } });
    expect(session.state).toMatchObject({ mode: { is: 'actions', field: { text: 'A-2 sr' } }, pending: [] });
  });
});

test.each(['r', 'f', ' ', '.', 'o', 'y', 'z', 'D', 'M'])('without a row, %s says why there is none', (key) => {
  const entry = keys.find((each) => each.keys.includes(key === ' ' ? 'space' : key));
  const said = (state: State): unknown =>
    new Session(state).press('x').tell({ is: 'rested' }).press(key).state.notice?.text;
  expect(said(stateWith([]))).toBe(`${entry?.help}: the list is empty`);
  expect(said({ ...stateWith([]), isLoaded: false })).toBe(`${entry?.help}: the list is still being read`);
});
