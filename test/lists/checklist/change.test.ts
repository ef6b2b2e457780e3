import { describe, expect, test } from 'vitest';
import type { ChecklistItem } from '../../../src/contract/shapes/task.js';
import { type ChecklistEdit, changeChecklist } from '../../../src/lists/checklist/change.js';
import { mergeIntoList } from '../../../src/lists/merge.js';

const none: ChecklistEdit = { add: [], check: [], uncheck: [], remove: [] };

const item = (id: string, text: string, done = false): ChecklistItem => ({ id, text, done });

const three = [item('a', 'Lines'), item('b', 'Fenders', true), item('c', 'Log book')];

type Keep = (items: readonly ChecklistItem[]) => readonly ChecklistItem[];

/** Changes the list of a server that keeps lists in its own way; `meddle` is what others do right after a write. */
async function change(
  first: readonly ChecklistItem[],
  wishes: Partial<ChecklistEdit>,
  {
    keep = (items) => items,
    meddle = {},
    tell = (items) => items,
  }: { keep?: Keep; meddle?: Readonly<Record<number, Keep>>; tell?: Keep } = {},
) {
  let stored = first;
  let writes = 0;
  await mergeIntoList(
    {
      patienceMs: 1,
      read: async () => tell(stored),
      async write(items) {
        writes += 1;
        const kept = keep(items);
        stored = meddle[writes]?.(kept) ?? kept;
        return true;
      },
    },
    changeChecklist(first, { ...none, ...wishes }),
  );
  return { writes, items: stored.map(({ text, done }) => `${done ? 'x' : '-'} ${text}`), stored };
}

describe('changing a checklist', () => {
  test('all wishes in one write', async () => {
    const { writes, items } = await change(three, { check: ['1'], uncheck: ['b'], remove: ['log'], add: [' New '] });
    expect({ writes, items }).toEqual({ writes: 1, items: ['x Lines', '- Fenders', '- New'] });
  });

  test('fields that nobody here knows stay', async () => {
    const first = [{ ...item('a', 'Lines'), by: 'Zoë' }];
    const { stored } = await change(first, { check: ['1'] });
    expect(stored).toEqual([{ id: 'a', text: 'Lines', done: true, by: 'Zoë' }]);
  });

  test('what is already up to date is not written', async () => {
    expect((await change(three, { check: ['2'], uncheck: ['1'] })).writes).toBe(0);
  });

  test('a text that is already there is added once more', async () => {
    const { writes, items } = await change(three, { add: ['Lines', 'Lines'] });
    expect({ writes, items }).toEqual({
      writes: 1,
      items: ['- Lines', 'x Fenders', '- Log book', '- Lines', '- Lines'],
    });
  });

  test('an item is moved to the end by removing and adding it', async () => {
    const { writes, items } = await change(three, { remove: ['1'], add: ['Lines'] });
    expect({ writes, items }).toEqual({ writes: 1, items: ['x Fenders', '- Log book', '- Lines'] });
  });

  test.each([
    ['4', 'not_found', 'the checklist has no item "4"; it has 3 items'],
    ['0', 'not_found', 'the checklist has no item "0"; it has 3 items'],
    ['mast', 'not_found', 'the checklist has no item "mast"; it has 3 items'],
    ['n', 'ambiguous', '"n" matches several items: 1 Lines, 2 Fenders'],
  ])('%j names no single item', (name, kind, message) => {
    expect(() => changeChecklist(three, { ...none, check: [name] })).toThrow(
      expect.objectContaining({ kind, message }),
    );
  });

  test('a sign alone is not looked for within texts', () => {
    const first = [item('a', 'Old warnings re-counted')];
    expect(() => changeChecklist(first, { ...none, remove: ['-'] })).toThrow('the checklist has no item "-"');
  });

  test('a number that is none is not looked for within texts', () => {
    const first = [item('a', 'Buy 5 lamps')];
    expect(() => changeChecklist(first, { ...none, check: ['5'] })).toThrow('the checklist has no item "5"');
  });

  test('a whole text goes before parts, and an id before texts', async () => {
    const first = [item('x', 'Lines aft'), item('y', 'Lines'), item('z', 'x')];
    expect((await change(first, { check: ['lines'] })).items).toEqual(['- Lines aft', 'x Lines', '- x']);
    expect((await change(first, { check: ['x'] })).items).toEqual(['x Lines aft', '- Lines', '- x']);
  });

  test('contradicting wishes are refused', () => {
    expect(() => changeChecklist(three, { ...none, check: ['1'], uncheck: ['Lines'] })).toThrow(
      '"Lines" cannot be both checked and unchecked',
    );
    expect(() => changeChecklist(three, { ...none, check: ['1'], remove: ['a'] })).toThrow(
      '"a" cannot be both checked and removed',
    );
  });
});

describe('others write at the same moment', () => {
  const unticked: Keep = (items) => items.map((each) => (each.id === 'a' ? { ...each, done: false } : each));

  test('a tick that they overwrite is made again in their list', async () => {
    const theirs: Keep = () => [...three, item('d', 'Theirs')];
    const { writes, items } = await change(three, { check: ['1'], add: ['Ours'] }, { meddle: { 1: theirs } });
    expect({ writes, items }).toEqual({
      writes: 2,
      items: ['x Lines', 'x Fenders', '- Log book', '- Theirs', '- Ours'],
    });
  });

  test('an item is not removed twice when something else is merged again', async () => {
    const { writes, items } = await change(three, { check: ['1'], remove: ['2'] }, { meddle: { 1: unticked } });
    expect({ writes, items }).toEqual({ writes: 2, items: ['x Lines', '- Log book'] });
  });

  test.each<[string, Keep]>([
    ['removed', (items) => items.filter(({ id }) => id !== 'a')],
    ['rewritten', (items) => items.map((each) => (each.id === 'a' ? item('a', 'Ropes') : each))],
  ])('an item that they have %s is a conflict', async (how, meddle) => {
    await expect(change(three, { check: ['1'] }, { meddle: { 1: meddle } })).rejects.toMatchObject({
      kind: 'conflict',
      exitCode: 6,
      message: `the item "Lines" was ${how} by someone else; it was not changed`,
    });
  });
});

describe('servers whose ids do not last', () => {
  let next = 0;
  const anew: Keep = (items) => items.map((each) => ({ ...each, id: `anew ${next++}` }));
  const byPlace: Keep = (items) => items.map((each, at) => ({ ...each, id: String(at + 1) }));
  const without: Keep = (items) => items.map(({ id: _, ...rest }) => rest);
  const equal = [item('a', 'Lines'), item('b', 'Lines', true), item('c', 'Lines'), item('d', 'Log book')];
  const ways: readonly (readonly [string, { readonly keep?: Keep; readonly tell?: Keep }])[] = [
    ['new ids with every write', { keep: anew }],
    ['new ids with every reading', { tell: anew }],
    ['the place as the id', { keep: byPlace }],
    ['no ids', { keep: without }],
  ];

  describe.each(ways)('%s', (_, { keep = (items) => items, tell = keep }) => {
    const start = (items: readonly ChecklistItem[]) => tell(keep(items));

    test('one of several equal items is ticked, one removed, one more added', async () => {
      const wishes = { check: ['3'], remove: ['1'], add: ['Lines'] };
      const { writes, items } = await change(start(equal), wishes, { keep, tell });
      expect({ writes, items }).toEqual({ writes: 1, items: ['x Lines', 'x Lines', '- Log book', '- Lines'] });
    });

    test('the first of several is removed once', async () => {
      const { writes, items } = await change(start(three), { remove: ['1'] }, { keep, tell });
      expect({ writes, items }).toEqual({ writes: 1, items: ['x Fenders', '- Log book'] });
    });

    test('what others put before everything else stays, and nothing is written twice', async () => {
      const meddle = { 1: (items: readonly ChecklistItem[]) => keep([{ text: 'Theirs', done: false }, ...items]) };
      const wishes = { check: ['1'], remove: ['2'], add: ['Ours'] };
      const { writes, items } = await change(start(three), wishes, { keep, tell, meddle });
      expect({ writes, items }).toEqual({ writes: 1, items: ['- Theirs', 'x Lines', '- Log book', '- Ours'] });
    });

    test('what others overwrite is merged once more', async () => {
      const meddle = { 1: () => keep([...three, { text: 'Theirs', done: false }]) };
      const { writes, items } = await change(start(three), { check: ['1'], add: ['Ours'] }, { keep, tell, meddle });
      expect({ writes, items }).toEqual({
        writes: 2,
        items: ['x Lines', 'x Fenders', '- Log book', '- Theirs', '- Ours'],
      });
    });

    test('an item like a removed one may be theirs, and is left alone', async () => {
      const meddle = { 1: () => keep([...three.slice(1), { text: 'Theirs', done: false }, item('z', 'Lines')]) };
      await expect(change(start(three), { remove: ['1'] }, { keep, tell, meddle })).rejects.toMatchObject({
        kind: 'conflict',
        message: 'the item "Lines" was removed, but an item like it has been added; it was not changed',
      });
    });

    test('a full list is reported as such', async () => {
      const full: Keep = (items) => keep(items.slice(0, 3));
      await expect(change(start(three), { add: ['More'] }, { keep: full, tell })).rejects.toMatchObject({
        kind: 'unknown_outcome',
      });
    });
  });

  test('a server that orders equal texts anew beside what others write: no tick of theirs is taken away', async () => {
    const first = [item('a', 'Oil', true), item('b', 'Lines', true), item('c', 'Lines', true)];
    const now = [item('1', 'Lines', true), item('2', 'Lines'), item('3', 'Oil', true), item('4', 'Theirs')];
    const meddle = { 1: () => now };
    await expect(change(first, { uncheck: ['2'] }, { keep: anew, meddle })).rejects.toMatchObject({
      kind: 'conflict',
      exitCode: 6,
      message:
        'the item "Lines" can no longer be distinguished from another item with the same text; it was not changed',
    });
    const alone = await change(first, { uncheck: ['2'] }, { keep: (items) => anew(items.toReversed()) });
    expect({ writes: alone.writes, items: alone.items }).toEqual({ writes: 1, items: ['x Lines', '- Lines', 'x Oil'] });
  });

  test('where ids last, an item like a removed one is theirs', async () => {
    const meddle = { 1: () => [...three.slice(1), item('z', 'Lines')] };
    const { writes, items } = await change(three, { remove: ['1'] }, { meddle });
    expect({ writes, items }).toEqual({ writes: 1, items: ['x Fenders', '- Log book', '- Lines'] });
  });

  test('with nothing left to tell whether ids last, an item like the removed one is not taken for theirs', async () => {
    const meddle = { 1: () => [item('z', 'Lines'), item('y', 'Theirs')] };
    await expect(change([item('a', 'Lines')], { remove: ['1'] }, { meddle })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'the item "Lines" was removed, but an item like it has been added; it was not changed',
    });
  });

  test('where ids last, a removed item that is put back is removed again', async () => {
    const { writes, items } = await change(three, { remove: ['1'] }, { meddle: { 1: () => three } });
    expect({ writes, items }).toEqual({ writes: 2, items: ['x Fenders', '- Log book'] });
  });
});

describe('servers that keep lists in their own way', () => {
  let next = 0;
  const ownIds: Keep = (items) =>
    items.map((each) => (three.some(({ id }) => id === each.id) ? each : { ...each, id: `own ${next++}` }));

  test.each<[string, Keep]>([
    ['give added items ids of their own', ownIds],
    ['trim texts', (items) => items.map((each) => ({ ...each, text: each.text?.trim() ?? '' }))],
  ])('those that %s', async (_, keep) => {
    const wishes = { check: ['1'], remove: ['2'], add: ['  Ours ', 'Lines'] };
    const { writes, items } = await change(keep(three), wishes, { keep });
    expect({ writes, items }).toEqual({ writes: 1, items: ['x Lines', '- Log book', '- Ours', '- Lines'] });
  });

  test('an untouched item that the server drops is named, and the change is partial', async () => {
    const keep: Keep = (items) => items.slice(1);
    await expect(change(three, { add: ['Buoy'] }, { keep })).rejects.toMatchObject({
      kind: 'partial',
      message: 'the server accepted the change but did not keep "Lines"',
    });
  });

  test('one that cuts texts and gives ids of its own', async () => {
    const keep: Keep = (items) => ownIds(items).map((each) => ({ ...each, text: each.text?.slice(0, 500) ?? '' }));
    const { writes, items } = await change(three, { add: ['x'.repeat(600)] }, { keep });
    expect({ writes, last: items.at(-1) }).toEqual({ writes: 1, last: `- ${'x'.repeat(500)}` });
  });
});
