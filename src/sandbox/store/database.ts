import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { attempt } from '../../contract/errors.js';
import { giveToOwner } from '../../disk/folder.js';
import { schema } from './schema.js';

/** The value of a column. */
export type Value = string | number | null | Uint8Array;

export type Row = Record<string, Value>;

/** The embedded database. Statements are prepared once per SQL text, and calls are synchronous. */
export type Database = ReturnType<typeof wrap>;

/** This Node has no database, and the optional dependency is not installed. */
export class DatabaseMissing extends Error {}

/** What both packages have in common. Both store numbers as REAL where the column has no type. */
interface Engine {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  all(...values: unknown[]): unknown[];
  get(...values: unknown[]): unknown;
  run(...values: unknown[]): { changes: number };
}

/** An open database, and values as the arguments of its statements. */
interface Driver {
  readonly engine: Engine;
  readonly given: (values: readonly Value[]) => readonly unknown[];
}

type Open = (file: string) => Driver;

/** The ways to a driver: that of Node, from 22.13 on, and a package for older ones. They throw where theirs is missing. */
export const drivers: { readonly [name in 'node:sqlite' | 'libsql']: () => Promise<Open> } = {
  async 'node:sqlite'() {
    const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as {
      readonly DatabaseSync: new (file: string) => Engine;
    };
    return (file) => ({ engine: new DatabaseSync(file), given: (values) => values });
  },
  async libsql() {
    const { default: Libsql } = await import('libsql');
    // Values are passed as one list, because a lone null or blob is taken for a set of named parameters.
    return (file) => ({ engine: new Libsql(file), given: (values) => [values] });
  },
};

/**
 * Opens the database `file` (or `:memory:`), creating the tables in a new one. Uses WAL with full synchronisation: every
 * acknowledged write survives kill -9 and power loss (docs/requirements.md, R78).
 */
export async function openDatabase(file: string, load = loadDriver): Promise<Database> {
  const open = await load();
  const driver = open(file);
  const { engine } = driver;
  engine.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY;',
  );
  const isNew = engine.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined;
  if (isNew) engine.exec(`BEGIN; ${schema} COMMIT;`);
  return wrap(driver);
}

async function loadDriver(): Promise<Open> {
  try {
    return await drivers['node:sqlite']().catch(drivers.libsql);
  } catch (cause) {
    const message = 'the sandbox needs Node 22.13 or later, or the optional package libsql, which is not installed';
    throw new DatabaseMissing(message, { cause });
  }
}

/** The name of the column that is called `key` everywhere else. */
export function columnOf(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function wrap({ engine, given }: Driver) {
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = engine.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const run = (sql: string, values: readonly Value[]) => prepare(sql).run(...given(bindable(values)));
  const write = (verb: 'INSERT' | 'REPLACE', table: string, row: Row): void => {
    const columns = Object.keys(row).map(columnOf);
    run(`${verb} INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`, Object.values(row));
  };
  let isInTransaction = false;
  let isOpen = true;
  // The drivers type rows as unknown; each caller names the columns it selects.
  const all = <R = Row>(sql: string, ...values: Value[]) => prepare(sql).all(...given(bindable(values))) as R[];
  const get = <R = Row>(sql: string, ...values: Value[]) =>
    withoutTimings(prepare(sql).get(...given(bindable(values)))) as R | undefined;
  return {
    /** All rows. Byte columns may come as an ArrayBuffer here, so read those with `get`. */
    all,
    get,
    /** The first value of the first row. */
    value: <V extends Value>(sql: string, ...values: Value[]) =>
      Object.values(get(sql, ...values) ?? {})[0] as V | undefined,
    /** The first value of all rows, which is a text. */
    texts: (sql: string, ...values: Value[]) => all(sql, ...values).map((row) => String(Object.values(row)[0])),
    run: (sql: string, ...values: Value[]) => ({ changes: run(sql, values).changes }),
    /** Adds a row to a table. Its keys are columns, which may be in camel case here and below: `orgId` is `org_id`. */
    insert: (table: string, row: Row) => write('INSERT', table, row),
    /** The same, in place of the row with the same primary key if there is one. */
    replace: (table: string, row: Row) => write('REPLACE', table, row),
    update(table: string, id: string, columns: Row): void {
      const sql = `UPDATE ${table} SET ${Object.keys(columns).map((key) => `${columnOf(key)} = ?`)} WHERE id = ?`;
      run(sql, [...Object.values(columns), id]);
    },
    /** Runs `work` in an immediate transaction, rolled back if it throws. A nested call joins the transaction. */
    transaction<T>(work: () => T): T {
      if (isInTransaction) return work();
      engine.exec('BEGIN IMMEDIATE');
      isInTransaction = true;
      try {
        const result = work();
        engine.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk has already ended the transaction; only the original error matters.
        attempt(() => engine.exec('ROLLBACK'));
        throw error;
      } finally {
        isInTransaction = false;
      }
    },
    close(): void {
      statements.clear();
      if (isOpen) engine.close();
      isOpen = false;
    },
  };
}

/** Libsql crashes the process if given a boolean, and stores undefined as null, as node:sqlite does from Node 26 on. */
function bindable(values: readonly unknown[]): readonly Value[] {
  for (const value of values) {
    if (typeof value === 'boolean') throw new TypeError('a boolean cannot be stored; use 0 or 1');
    if (value === undefined) throw new TypeError('undefined cannot be stored; use null');
  }
  return values as readonly Value[];
}

/** Libsql adds its timings to single rows, and only there. */
function withoutTimings(row: unknown): unknown {
  if (typeof row === 'object' && row !== null && '_metadata' in row) delete row._metadata;
  return row;
}

/** Whether a statement failed because the disk is full. Libsql gives the name of SQLite's code, node:sqlite its number. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'SQLITE_FULL') || ('errcode' in error && error.errcode === 13);
}

/**
 * Makes sure that `file` exists and only its owner can read it; folders created for it are private too. The database uses the
 * same mode for the files it creates next to it (docs/requirements.md, R72). Throws file system errors.
 */
export function claimFile(file: string): void {
  mkdirSync(dirname(resolve(file)), { recursive: true, mode: 0o700 });
  const opened = openSync(file, 'a', 0o600);
  giveToOwner(opened, file);
  closeSync(opened);
  chmodSync(file, 0o600);
}
