import { expect, test } from 'vitest';
import { keys, keysOf, offeredKeys } from '../../src/triage/model/keys/keys.js';
import type { Proposal } from '../../src/triage/model/mode.js';
import type { Item, State } from '../../src/triage/model/state.js';
import { Session, stateWith, ticket } from './state.js';

/** What a walk does besides pressing keys. */
const events = {
  accepted: (session: Session) => session.accept(),
  refused: (session: Session) => session.answer({ is: 'refused', why: 'no' }),
  conflict: (session: Session) =>
    session.answer({ is: 'conflict', why: 'Priya was first', row: { priority: 'urgent' } }),
  read: (session: Session) => session.read(),
};

/** With keys of the user's own, of which some take one of ours, and tabs. */
function withOwn(items: readonly Item[]): State {
  return stateWith(items, {
    tabs: [{ title: 'Overdue' }, { title: '--waiting', count: 3 }],
    own: {
      columns: ['ref', 'subject'],
      keys: [
        { key: 'W', run: 'true', help: 'write it down' },
        { key: '2', run: 'true', help: 'two' },
        { key: 't', does: 'note', help: 'note' },
        { key: 'n', does: 'j', help: 'j' },
        { key: 'enter', run: 'true', help: 'go' },
      ],
    },
  });
}

const proposal: Proposal = {
  ...{ draft: '1', group: '1', author: 'bot', at: '2026-11-20T16:30:00Z', words: 'tickets reply A-1' },
  receivers: [{ uuid: 'id-A-1', ref: 'A-1' }],
  ...{ flags: '', text: 'An answer.' },
  message: { what: 'reply', status: undefined, attach: [] },
};

const starts: readonly State[] = (['ticket', 'task', 'notification'] as const).flatMap((kind) => {
  const items = ['A-1', 'A-2', 'A-3'].map((ref) => ({ ...ticket(ref, { customerId: 'lucia' }), kind }));
  const detail = { ticket: { uuid: 'id-A-9', displayId: 'A-9' }, canEdit: false };
  return [
    stateWith(items, { kind }),
    stateWith(items, {
      kind,
      isSpoken: true,
      words: { ...stateWith([]).words, macros: [{ name: 'duplicate', kind: 'note', status: 'closed' }] },
    }),
    stateWith(items, { kind, details: new Map([['id-A-1', detail]]) }),
    stateWith(items, { kind, customers: new Map([['lucia', [...items, ticket('A-4', { customerId: 'lucia' })]]]) }),
    stateWith(items, { kind, unsent: { texts: [], queued: [], proposals: [proposal] } }),
    stateWith([], { kind }),
    ...(kind === 'ticket' ? [withOwn(items)] : []),
  ];
});

/** All states that are reached by a key of the list, or by something that happens, from each of these. */
function step(states: readonly State[]): readonly State[] {
  const namesIn = (state: State): readonly string[] =>
    [...new Set(keysOf(state).flatMap((entry) => entry.keys))].filter((name) => name.length === 1);
  const moves = ['<enter>', '<esc>', '<space>', 'ph', 'sr', '/A<enter>', 'H<enter>', '<backspace>'];
  return states.flatMap((state) => [
    ...[...namesIn(state), ...moves].map((each) => new Session(state).press(each).state),
    ...Object.values(events).map((happens) => happens(new Session(state)).state),
  ]);
}

/** One state of each kind: those that offer the same entries are one. */
function distinct(states: readonly State[]): readonly State[] {
  const offer = (state: State): string =>
    [
      state.mode.is,
      ...offeredKeys(state).map(({ help, keys: own }) => `${help} ${own.join(' ')}`),
      state.pending.length > 0,
    ].join(' ');
  return [...new Map(states.map((state) => [offer(state), state])).values()];
}

test('no two entries that are offered at once have the same key', () => {
  let reached = starts;
  for (let depth = 0; depth < 2; depth++) reached = distinct([...reached, ...step(reached)]);
  expect(reached.length).toBeGreaterThan(40);
  const twice = reached.flatMap((state) => {
    const names = offeredKeys(state).flatMap((entry) => entry.keys);
    return names.filter((name, at) => names.indexOf(name) !== at);
  });
  expect([...new Set(twice)]).toEqual([]);
  // Each entry is offered somewhere, so that the walk has been everywhere.
  const offered = new Set(reached.flatMap((state) => offeredKeys(state)));
  expect(keys.filter((entry) => !offered.has(entry)).map((entry) => entry.help)).toEqual([]);
});
