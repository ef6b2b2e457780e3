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
const textOf = (entries: readonly Entry[]): string =>
  entries.map(({ ref, uuid, title }) => `${ref}\t${uuid}\t${title}\n`).join('');

/** Adds entries to a list as cells of rows, or every third one decoded, and gives what has changed. */
function changedBy(known: string, entries: readonly Entry[]): string | undefined {
  const list = new LineList(Buffer.from(known));
  entries.forEach((each, index) => {
    const row = Buffer.from(JSON.stringify([each.ref, each.uuid, each.title]));
    const place = (value: string, from: number) => ({ from, to: from + JSON.stringify(value).length });
    const ref = place(each.ref, 1);
    const uuid = place(each.uuid, ref.to + 1);
    if (index % 3 === 0 || !list.addCells(row, ref, uuid, place(each.title, uuid.to + 1))) list.add(textOf([each]));
  });
  expect(list.count).toBe(entries.length);
  return list.changed?.toString('utf8');
}

const known = Array.from({ length: 600 }, (_, index) => entry(index + 1));

test('nothing has changed in a list with which the index begins', () => {
  for (const length of [0, 1, 50, 600]) expect(changedBy(textOf(known), known.slice(0, length))).toBeUndefined();
});

test('a list that differs is given whole and in its order, whatever has happened to it', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const edits: readonly ((list: Entry[]) => void)[] = [
    (list) => void list.splice(random(list.length), random(30)),
    (list) => void list.splice(random(list.length), 1),
    (list) => void list.splice(random(list.length), 0, entry(1_000 + random(100_000))),
    (list) => void list.splice(random(list.length), 1, entry(1 + random(600), `New ${random(9)}`)),
    (list) => void list.splice(random(list.length), 0, { ...entry(1 + random(600)), uuid: `u${random(1_200)}` }),
    (list) => void list.unshift(...list.splice(random(list.length), 1 + random(3))),
    (list) => void list.push(...list.splice(random(list.length), random(300))),
  ];
  const path = join(folder, 'tasks.tsv');
  for (let round = 0; round < 300; round += 1) {
    const edited = [...known];
    for (let times = random(round % 2 === 0 ? 4 : 40); times > 0; times -= 1) edits[random(edits.length)]?.(edited);
    const refs = new Set<string>();
    const uuids = new Set<string>();
    const isFirst = ({ ref, uuid }: Entry): boolean =>
      !refs.has(ref) && !uuids.has(uuid) && refs.add(ref).size > 0 && uuids.add(uuid).size > 0;
    const list = edited.filter(isFirst);
    const changed = changedBy(textOf(known), list);
    if (changed === undefined) expect(textOf(known).startsWith(textOf(list))).toBe(true);
    else {
      expect(changed).toBe(textOf(list));
      writeFileSync(path, textOf(known));
      const merged = mergeLines(() => path, Buffer.from(changed), 10_000);
      const others = known.filter(({ ref, uuid }) => !refs.has(ref) && !uuids.has(uuid));
      if (merged === false) expect(list.every((each) => known.includes(each))).toBe(true);
      else expect(String(merged)).toBe(textOf([...list, ...others]));
    }
  }
});
