import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Database, drivers, isDiskFull, openDatabase, type Value } from '../../../src/sandbox/store/database.js';
import { makeFolder } from '../../support/computer/folder.js';
import { nodeHas } from '../../support/node-versions.js';

const names = ['node:sqlite', 'libsql'] as const;
type Name = (typeof names)[number];

const has: Readonly<Record<Name, boolean>> = {
  'node:sqlite': nodeHas['a database'],
  libsql: await drivers.libsql().then(Boolean, () => false),
};

const open = (name: Name, file = ':memory:'): Promise<Database> => openDatabase(file, drivers[name]);

const stored = (db: Database, key: string): unknown =>
  db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value;

for (const name of names) {
  describe.skipIf(!has[name])(`a database of ${name}`, () => {
    test.each<[value: Value]>([[null], ['Zoë 🐿'], [''], [0], [-1.5], [2 ** 31], [Number.MAX_SAFE_INTEGER]])(
      'gives back %j',
      async (value) => {
        const db = await open(name);
        db.run('CREATE TABLE free (value)');
        expect(db.run('INSERT INTO free VALUES (?)', value)).toMatchObject({ changes: 1 });
        expect(db.get('SELECT value FROM free')).toEqual({ value });
        expect(db.all('SELECT value FROM free')).toEqual([{ value }]);
        db.close();
      },
    );

    test('gives back a lone blob, counts changed rows, and may be closed twice', async () => {
      const db = await open(name);
      db.run('CREATE TABLE free (value)');
      for (const byte of [0, 255]) db.run('INSERT INTO free VALUES (?)', new Uint8Array([byte]));
      const { value = [] } = db.get<{ value: Uint8Array }>('SELECT value FROM free') ?? {};
      expect([...value]).toEqual([0]);
      expect(db.run('UPDATE free SET value = NULL').changes).toBe(2);
      expect(db.run('DELETE FROM free WHERE value = 1').changes).toBe(0);
      expect(db.get('SELECT value FROM free WHERE value = 1')).toBeUndefined();
      db.close();
      db.close();
    });

    test.each([true, undefined])('refuses %j', async (value) => {
      const db = await open(name);
      expect(() => db.get('SELECT ?', value as never)).toThrow(TypeError);
      db.close();
    });

    test('undoes what a full disk has interrupted, and goes on', async () => {
      const db = await open(name);
      db.all('PRAGMA max_page_count = 1');
      const write = (key: string, length: number): unknown => {
        try {
          return db.transaction(() => {
            db.insert('meta', { key, value: '' });
            db.replace('meta', { key, value: 'x'.repeat(length) });
          });
        } catch (error) {
          return error;
        }
      };
      expect(isDiskFull(write('long', 1_000_000))).toBe(true);
      expect(write('short', 1)).toBeUndefined();
      expect([stored(db, 'long'), stored(db, 'short')]).toEqual([undefined, 'x']);
      db.close();
    });

    test.skipIf(!Object.values(has).every(Boolean))(
      'is read and written by the other, also after kill -9',
      async () => {
        const [from, to] = [makeFolder(), makeFolder()];
        const other = names.find((each) => each !== name) ?? name;
        const first = await open(name, join(from, 'data.db'));
        first.insert('meta', { key: 'a', value: name });
        // What is there before it is closed is what a killed process leaves: the file, and all rows in its log.
        cpSync(from, to, { recursive: true });
        first.close();
        const second = await open(other, join(to, 'data.db'));
        second.insert('meta', { key: 'b', value: other });
        second.close();
        const third = await open(name, join(to, 'data.db'));
        expect([stored(third, 'a'), stored(third, 'b')]).toEqual([name, other]);
        expect(third.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
        third.close();
      },
    );
  });
}
