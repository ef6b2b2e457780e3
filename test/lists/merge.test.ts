import { describe, expect, test } from 'vitest';
import { changeNames as change } from '../../src/lists/entity-lists.js';
import { mergeIntoList } from '../../src/lists/merge.js';
import type { NameRules } from '../../src/lists/names.js';

/** A change of names that a server stores as they are given, but for these rules. */
function changeNames(add: readonly string[], remove: readonly string[], rules: Partial<NameRules> = {}) {
  const isSame = (stored: string, given: string): boolean => stored === given;
  return change(add, remove, { isSame, isCut: () => false, show: JSON.stringify, ...rules });
}

/** A server with one list; `before` may do something between a read and the write after it. */
function listServer(
  names: readonly string[],
  keep: (names: readonly string[]) => readonly string[] = (all) => all,
  after: (writes: number, stored: readonly string[]) => readonly string[] = (_, stored) => stored,
) {
  let stored = names;
  const writes: (readonly string[])[] = [];
  return {
    patienceMs: 1,
    writes,
    stored: () => stored,
    read: async () => stored,
    async write(wanted: readonly string[]) {
      writes.push(wanted);
      stored = after(writes.length, keep(wanted));
      return true;
    },
  };
}

describe('changing items of a list that is replaced as a whole', () => {
  test('what is not touched stays, in its order', async () => {
    const server = listServer(['a', 'b', 'c']);
    expect(await mergeIntoList(server, changeNames(['d'], ['b']))).toEqual(['a', 'c', 'd']);
    expect(server.writes).toEqual([['a', 'c', 'd']]);
  });

  test('what is already up to date is not written', async () => {
    const server = listServer(['a']);
    expect(await mergeIntoList(server, changeNames(['a'], ['b']))).toEqual(['a']);
    expect(server.writes).toEqual([]);
  });

  test('what others overwrite is merged into theirs', async () => {
    const server = listServer(['a'], undefined, (writes, stored) => (writes === 1 ? ['a', 'theirs'] : stored));
    expect(await mergeIntoList(server, changeNames(['ours'], []))).toEqual(['a', 'theirs', 'ours']);
    expect(server.writes).toHaveLength(2);
  });

  test('who read the list before a write and writes it right after is merged with, again and again', async () => {
    const server = listServer(['a']);
    const theirs = [
      ['a', 'theirs'],
      ['a', 'theirs', 'more'],
    ];
    const write = async (wanted: readonly string[]): Promise<boolean> => {
      await server.write(wanted);
      // What has been sent meanwhile arrives once we have our answer.
      setImmediate(() => {
        const late = theirs.shift();
        if (late) void server.write(late);
      });
      return true;
    };
    expect(await mergeIntoList({ ...server, write }, changeNames(['ours'], []))).toEqual([
      'a',
      'theirs',
      'more',
      'ours',
    ]);
    expect(server.stored()).toEqual(['a', 'theirs', 'more', 'ours']);
  });

  test('who is overwritten three times gives up, and says so', async () => {
    const server = listServer(['a'], undefined, (writes) => ['a', `theirs ${writes}`]);
    await expect(mergeIntoList(server, changeNames(['ours'], []))).rejects.toMatchObject({
      kind: 'conflict',
      exitCode: 6,
      message: 'others keep changing this list; your change was written but overwritten',
    });
    expect(server.writes).toHaveLength(3);
  });

  test('a server that does not keep the change is distinguished from others who change it', async () => {
    const server = listServer(['a'], (names) => names.filter((name) => name !== 'stranger'));
    await expect(mergeIntoList(server, changeNames(['stranger'], []))).rejects.toMatchObject({
      kind: 'unknown_outcome',
      exitCode: 8,
      message: 'the server accepted the change but did not keep "stranger"',
      hint: 'it may show up later; check before you run it again',
    });
    const said = { ...server, isUntouched: () => true };
    await expect(mergeIntoList(said, changeNames(['stranger'], []))).rejects.toMatchObject({ kind: 'failed' });
    expect(server.writes).toHaveLength(4);
    expect(server.stored()).toEqual(['a']);
  });

  test('a server that shows a write only in the third read after it is written to once or twice', async () => {
    for (const [lag, writes] of [
      [1, 1],
      [3, 2],
    ] as const) {
      const server = listServer(['a']);
      let reads = 0;
      const read = async () => (reads++ <= lag ? ['a'] : server.stored());
      expect(await mergeIntoList({ ...server, read }, changeNames(['b'], []))).toEqual(['a', 'b']);
      expect(server.writes).toHaveLength(writes);
    }
  });

  test('what was kept of the change makes it partial', async () => {
    const server = listServer(['a'], (names) => names.filter((name) => name !== 'stranger'));
    await expect(mergeIntoList(server, changeNames(['b', 'stranger'], []))).rejects.toMatchObject({
      kind: 'partial',
      exitCode: 8,
      message: 'the server accepted the change but did not keep "stranger"',
    });
    const besides = { ...server, alsoWrites: true };
    await expect(mergeIntoList(besides, changeNames(['stranger'], []))).rejects.toMatchObject({ kind: 'partial' });
  });

  test('nothing is read again where nothing was sent', async () => {
    let reads = 0;
    const store = {
      async read() {
        reads += 1;
        return ['a'];
      },
      write: async () => false,
    };
    expect(await mergeIntoList(store, changeNames(['b'], []))).toEqual(['a', 'b']);
    expect(reads).toBe(1);
  });

  test('names that a server keeps in its own way are known again', async () => {
    const server = listServer(['old'], (names) => names.map((name) => name.toLowerCase()));
    const isSame = (stored: string, given: string): boolean => stored === given.toLowerCase();
    expect(await mergeIntoList(server, changeNames(['HOT'], ['OLD'], { isSame }))).toEqual(['hot']);
    expect(server.writes).toHaveLength(1);
  });

  test('a name that a server cuts is known by being new', async () => {
    const server = listServer(['ab'], (names) => names.map((name) => name.slice(0, 3)));
    const rules = {
      isSame: (stored: string, given: string) => stored === given,
      isCut: (stored: string, given: string) => given.startsWith(stored),
    };
    expect(await mergeIntoList(server, changeNames(['abcdef'], [], rules))).toEqual(['ab', 'abc']);
    expect(server.writes).toHaveLength(1);
  });

  test('a server that orders the list anew with every write, and leaves a name out, is not taken for others', async () => {
    const server = listServer(['a', 'b'], (names) => names.filter((name) => name !== 'stranger').toReversed());
    await expect(mergeIntoList(server, changeNames(['stranger'], []))).rejects.toMatchObject({
      kind: 'failed',
      message: 'the server accepted the change but did not keep "stranger"',
    });
  });

  test('a name that cannot be removed is reported as such', async () => {
    const server = listServer(['fixed'], (names) => ['fixed', ...names.filter((name) => name !== 'fixed')]);
    await expect(mergeIntoList(server, changeNames(['a'], ['fixed']))).rejects.toMatchObject({
      kind: 'partial',
      message: 'the server accepted the change but did not remove "fixed"',
    });
  });
});
