import { expect, test } from 'vitest';
import { markOf } from '../../src/triage/model/rows/rows.js';
import { list, Session, stateWith, ticket } from './state.js';

const [one, two, three] = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

test('rows are shown as they become known, none of them as new', () => {
  const began = new Session({ ...stateWith([]), isLoaded: false });
  began.tell(list([two], 'first', { isPart: true }));
  expect(began.state).toMatchObject({ at: two.uuid, isLoaded: false });
  // With a key pressed, rows stay where they are, and others follow.
  began.press('j').tell(list([one, two, three], 'first'));
  expect(began.state.items.map(({ ref }) => ref)).toEqual(['A-2', 'A-1', 'A-3']);
  expect(began.state.items.filter(({ uuid }) => markOf(began.state, uuid).isNew)).toEqual([]);
  expect(began.state).toMatchObject({ at: two.uuid, isLoaded: true });
});

test('where only a part was remembered, the rest is not new, and what comes later is', () => {
  const began = new Session({ ...stateWith([two]), isPart: true });
  began.tell(list([one, two], 'first'));
  expect(began.rows()).toEqual(['▸A-1', 'A-2']);
  began.tell(list([one, two, three]));
  expect(began.read().rows()).toEqual(['▸A-1', 'A-2', '+A-3']);
});
