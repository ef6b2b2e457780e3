import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LineList } from '../../src/client/learn/line-list.js';
import { mergeLines } from '../../src/state/merge-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'tracker-line-list-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Entry {
  readonly ref: string;
  readonly uuid: string;
  readonly title: string;
}

const entry = (number: number, title = `Title ${number}`): Entry => ({ ref: `A-${number}`, uuid: `u${number}`, title });
const lineOf = ({ ref, uuid, title }: Entry): string => `${ref}\t${uuid}\t${title}\n`;
const textOf = (entries: readonly Entry[]): string => entries.map(lineOf).join('');

/** Adds entries as cells of a row, or every third one decoded. */
function listOf(known: readonly Entry[], entries: readonly Entry[]): LineList {
  const list = new LineList(Buffer.from(textOf(known)));
  entries.forEach((each, index) => {
    const row = Buffer.from(JSON.stringify([each.ref, each.uuid, each.title]));
    const place = (value: string, from: number) => ({ from, to: from + JSON.stringify(value).length });
    const ref = place(each.ref, 1);
    const uuid = place(each.uuid, ref.to + 1);
    if (index % 3 === 0 || !list.addCells(row, ref, uuid, place(each.title, uuid.to + 1))) list.add(lineOf(each));
  });
  return list;
}

const numbers = Array.from({ length: 600 }, (_, index) => index + 1);
const known = numbers.map((number) => entry(number));

test('a list with the lines of the index changes nothing', () => {
  expect(listOf(known, known).changed).toBeUndefined();
  expect(listOf(known, known.slice(0, 50)).changed).toBeUndefined();
  expect(listOf(known, known.slice(300)).changed).toBeUndefined();
  expect(listOf(known, [...known.slice(0, 9), ...known.slice(40)]).changed).toBeUndefined();
  expect(listOf(known, [...known.slice(1, 100), entry(1), ...known.slice(100)]).changed).toBeUndefined();
});

test('only new lines are given while they are few, and all of them in their order otherwise', () => {
  const some = [...known.slice(0, 9), entry(10, 'Other'), ...known.slice(10), entry(700)];
  expect(String(listOf(known, some).changed)).toBe(textOf([entry(10, 'Other'), entry(700)]));
  const others = numbers.map((number) => (number < 300 ? entry(number) : entry(number + 1_000)));
  expect(String(listOf(known, others).changed)).toBe(textOf(others));
  expect(String(listOf([], known).changed)).toBe(textOf(known));
});

test('whatever happens to a list, the index has its lines and what it did not replace', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const edits: readonly ((list: Entry[]) => void)[] = [
    (list) => void list.splice(random(list.length), random(30)),
    (list) => void list.splice(random(list.length), 0, entry(1_000 + random(100_000))),
    (list) => void list.splice(random(list.length), 1, entry(1 + random(600), `New ${random(9)}`)),
    (list) => void list.unshift(...list.splice(random(list.length), 1 + random(3))),
    (list) => void list.push(...list.splice(random(list.length), random(300))),
  ];
  const path = join(folder, 'tasks.tsv');
  for (let round = 0; round < 300; round += 1) {
    const edited = [...known];
    for (let times = random(6); times > 0; times -= 1) edits[random(edits.length)]?.(edited);
    const list = [...new Map(edited.map((each) => [each.ref, each])).values()];
    const { changed } = listOf(known, list);
    writeFileSync(path, textOf(known));
    const merged = changed ? mergeLines(() => path, changed, 10_000) : false;
    const lines = (merged ? String(merged) : textOf(known)).trimEnd().split('\n');
    const refs = new Set(list.map(({ ref }) => ref));
    const expected = [...list, ...known.filter(({ ref }) => !refs.has(ref))].map((each) => lineOf(each).trimEnd());
    expect(lines.sort()).toEqual(expected.sort());
  }
});
