import { expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { ChecklistItem } from '../../../src/contract/shapes/task.js';
import { changeChecklist } from '../../../src/lists/checklist/change.js';
import { mergeIntoList } from '../../../src/lists/merge.js';
import { makeRandom } from '../../../src/sandbox/seed/random.js';

type Items = readonly ChecklistItem[];

const texts = ['a', 'b', 'c', 'd', 'a', 'x y', 'é'];

const keys = (items: Items): readonly string[] => items.map(({ text, done }) => `${text}${done ? '*' : ''}`).sort();

/** One change of a random list, while somebody else writes once, on a server that may re-id, reorder or drop ids. */
async function play(roll: (limit: number) => number) {
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  const first: Items = Array.from({ length: 1 + roll(5) }, (_, at) => ({
    id: `first ${at}`,
    text: pick(texts),
    done: roll(5) < 2,
  }));
  const [isNewIds, isReordered, isWithoutIds] = [roll(3) === 0, roll(4) === 0, roll(10) === 0];
  const kind = pick(['add', 'check', 'uncheck', 'remove'] as const);
  const at = roll(first.length);
  const target = kind === 'add' ? undefined : first[at];
  const wishes = { add: [], check: [], uncheck: [], remove: [], [kind]: [target ? String(at + 1) : pick(texts)] };
  const isForeign = ({ text }: ChecklistItem): boolean => (target ? text !== target.text : text !== wishes.add[0]);
  let foreign: Items = first.filter((item) => item !== target);
  const keep = (items: Items): Items => {
    const kept = items.map((item) => (isNewIds ? { ...item, id: `new ${roll(1e6)}` } : item));
    if (isReordered) kept.sort(() => roll(2) - 0.5);
    return isWithoutIds ? kept.map(({ id: _, ...item }) => item) : kept;
  };
  const meddle = (items: Items): Items => {
    const other = { id: 'theirs', text: 'theirs', done: false };
    const choice = items.find((item) => isForeign(item));
    const same = foreign.find((item) => choice && keys([item])[0] === keys([choice])[0]);
    if (roll(3) === 0 || !choice || !same) {
      foreign = [...foreign, other];
      return [...items, other];
    }
    const change = roll(2) === 0 ? [] : [{ ...choice, done: choice.done !== true }];
    foreign = [...foreign.filter((item) => item !== same), ...change];
    return items.flatMap((item) => (item === choice ? change : [item]));
  };
  let stored = first;
  let meddled = 0;
  const log = [keys(first).join()];
  const store = {
    patienceMs: 0,
    read: async () => stored,
    async write(items: Items) {
      const before = stored;
      stored = keep(items);
      if (meddled === 0 && roll(5) < 2) {
        meddled += 1;
        stored = keep(meddle(roll(2) === 0 ? before : stored));
      }
      log.push(stored.map((item) => keys([item])[0]).join());
      return true;
    },
  };
  let ended = 'ok';
  await mergeIntoList(store, changeChecklist(first, wishes)).catch((error: unknown) => {
    ended = error instanceof TrackerError ? error.kind : String(error);
  });
  const ours = { add: wishes.add.map((text) => ({ text })), remove: [], check: [], uncheck: [] }[kind];
  const left = target && kind !== 'remove' ? [{ ...target, done: kind === 'check' }] : ours;
  const told = JSON.stringify({ wishes, log, isNewIds, isReordered, isWithoutIds });
  return { ended, meddled, told, wanted: keys([...foreign, ...left]), got: keys(stored) };
}

test('what is reported as done is done, and nothing of others is lost, whatever ids and order are worth', async () => {
  const roll = makeRandom('luck').int;
  const ends = new Map<string, number>();
  for (let round = 0; round < 2_400; round++) {
    const { ended, meddled, told, wanted, got } = await play(roll);
    ends.set(ended, (ends.get(ended) ?? 0) + 1);
    if (ended === 'ok') expect(got, told).toEqual(wanted);
    else expect(meddled, `${ended} ${told}`).toBe(1);
  }
  expect([...ends.keys()].sort()).toEqual(expect.arrayContaining(['conflict', 'ok']));
  expect(ends.get('ok')).toBeGreaterThan(2_000);
});
