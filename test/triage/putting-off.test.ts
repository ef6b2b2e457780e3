import { describe, expect, test } from 'vitest';
import { countAsleep, type SnoozedAnswer } from '../../src/triage/model/decisions/putting-off.js';
import { counts } from '../../src/triage/model/rows/rows.js';
import type { Effect } from '../../src/triage/model/step.js';
import { textOf } from './drawn.js';
import { list, Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** What has been asked for, by reference. */
const asked = (session: Session): readonly (readonly [string, string])[] =>
  session.effects.flatMap((effect: Effect) =>
    effect.do === 'snooze' ? [[effect.when, effect.rows.map(({ ref }) => ref).join()] as const] : [],
  );

const answer = (refs: readonly string[], more: Partial<SnoozedAnswer> = {}): SnoozedAnswer => ({
  ...{ is: 'snoozed', rows: refs.map((ref) => `id-${ref}`), when: '1h', isDone: true },
  notice: { text: 'put off', tone: 'good', canUndo: true },
  ...more,
});

const later = ({ state }: Session): readonly string[] =>
  [...state.marks].flatMap(([uuid, { isLater }]) => (isLater ? [uuid.slice(3)] : []));

const optionsOf = ({ state }: Session): readonly string[] =>
  state.mode.is === 'pick' ? state.mode.options.map(({ letter, text }) => `${letter} ${text}`) : [];

describe('z and a letter', () => {
  test.each([
    ['h', '1h'],
    ['e', '18:00'],
    ['t', 'tomorrow'],
    ['f', 'fri'],
    ['m', 'mon'],
  ])('z %s puts off at once, and goes on', (key, when) => {
    const session = new Session(stateWith(three)).press(`z${key}`);
    expect(asked(session)).toEqual([[when, 'A-1']]);
    expect([later(session), session.rows()]).toEqual([['A-1'], ['A-1', '▸A-2', 'A-3']]);
    expect([counts(session.state).left, countAsleep(session.state)]).toEqual([2, 1]);
  });

  test('z d asks for a day, and what is none can be corrected', () => {
    const session = new Session(stateWith(three)).press('zdsoon<enter>');
    expect([asked(session), later(session)]).toEqual([[['soon', 'A-1']], []]);
    session.tell(answer(['A-1'], { isDone: false, notice: { text: 'no day', tone: 'bad' } }));
    expect(session.state.mode).toMatchObject({ is: 'ask', what: 'snooze', field: { text: 'soon' } });
    session.press('<ctrl+u>dec 3<enter>').tell(answer(['A-1'], { when: 'dec 3' }));
    expect(asked(session).at(-1)).toEqual(['dec 3', 'A-1']);
    expect([session.state.mode.is, later(session), session.state.at]).toEqual(['list', ['A-1'], 'id-A-2']);
    expect(asked(session.press('zz')).at(-1)).toEqual(['dec 3', 'A-2']);
  });

  test('selected rows are put off together', () => {
    const session = new Session(stateWith(three)).press('  zt');
    expect(asked(session)).toEqual([['tomorrow', 'A-1,A-2']]);
    expect([later(session), session.state.selected.size, session.state.at]).toEqual([['A-1', 'A-2'], 0, 'id-A-3']);
  });

  test('what could not be kept is not put off, and the cursor stays', () => {
    const session = new Session(stateWith(three)).press('zh');
    session.tell(answer(['A-1'], { isDone: false, notice: { text: 'the disk is full', tone: 'bad' } }));
    expect([later(session), session.state.at, session.state.notice?.text]).toEqual([[], 'id-A-2', 'the disk is full']);
  });

  test('is for tickets alone', () => {
    const task = { ...ticket('T-1'), kind: 'task' } as const;
    const session = new Session(stateWith([task])).press('z');
    expect([session.state.mode.is, session.state.notice?.text]).toEqual([
      'list',
      'put it off; z z wakes it: only for tickets',
    ]);
  });
});

describe('z z', () => {
  test('wakes what is put off', () => {
    const session = new Session(stateWith(three))
      .press('zh')
      .tell(answer(['A-1']))
      .press('kz');
    expect(optionsOf(session).at(-1)).toBe('z wake');
    expect(asked(session.press('z')).at(-1)).toEqual(['off', 'A-1']);
    expect([later(session), counts(session.state).left]).toEqual([[], 3]);
  });

  test('puts off to the time that was chosen last, and a woken row to its own', () => {
    const woken = { ...ticket('A-3'), woken: 'short', until: '2026-11-23T08:00:00.000Z' } as const;
    const session = new Session(stateWith([...three.slice(0, 2), woken]));
    expect(optionsOf(session.press('z'))).not.toContainEqual(expect.stringMatching(/^z/));
    session.press('<esc>zmzz');
    expect(asked(session)).toEqual([
      ['mon', 'A-1'],
      ['mon', 'A-2'],
    ]);
    expect(textOf(session)).toContain('short · Subject of A-3');
    expect(asked(session.press('zz')).at(-1)).toEqual([woken.until, 'A-3']);
    expect(textOf(session)).not.toContain('short');
  });
});

describe('a list that is read', () => {
  const asleep = (...refs: readonly string[]): ReadonlySet<string> => new Set(refs.map((ref) => `id-${ref}`));

  test('leaves a row that is put off where it is, and wakes it once it is in the list again', () => {
    const session = new Session(stateWith(three)).press('zh').tell(answer(['A-1']));
    session.tell(list(three.slice(1), 'again', { asleep: asleep('A-1') }));
    expect([later(session), session.state.marks.get('id-A-1')?.isGone]).toEqual([['A-1'], undefined]);
    const written = { ...ticket('A-1', { messageCount: 3 }), woken: 'message' } as const;
    session.tell(list([written, ...three.slice(1)], 'again', { asleep: asleep() }));
    expect([later(session), counts(session.state).left, countAsleep(session.state)]).toEqual([[], 3, 0]);
    expect(session.state.items[0]?.woken).toBe('message');
  });

  test('marks what was put off elsewhere, and counts it after a reload too', () => {
    const session = new Session(stateWith(three));
    session.tell(list(three.slice(0, 2), 'again', { asleep: asleep('A-3') }));
    expect([later(session), session.state.marks.get('id-A-3')?.changed]).toEqual([['A-3'], undefined]);
    session.press('R').tell(list(three.slice(0, 2), 'reload', { asleep: asleep('A-3') }));
    expect([session.rows(), countAsleep(session.state)]).toEqual([['▸A-1', 'A-2'], 1]);
    // Nothing is put off in the inbox.
    session.press('Sw').tell(list(three.slice(0, 2), 'another', { title: 'inbox' }));
    expect(countAsleep(session.state)).toBe(0);
  });
});

test('an undo wakes it', () => {
  const session = new Session(stateWith(three)).press('zh').tell(answer(['A-1']));
  const notice = { text: 'undone', tone: 'good' } as const;
  session.press('u').tell({ is: 'undone', restored: [{ uuid: 'id-A-1', row: {} }], steps: 1, notice });
  expect([later(session), session.state.at, session.state.done]).toEqual([[], 'id-A-1', []]);
});
