import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type Libsql from 'libsql';
import { giveToOwner } from '../../disk/folder.js';
import { schema } from './schema.js';

/** The value of a column. */
export type Value = string | number | null | Uint8Array;

type Row = Record<string, Value>;

/** The embedded database. Statements are prepared once per SQL text, and calls are synchronous. */
export interface Database {
  /** All rows. Byte columns come as an ArrayBuffer here, so read those with `get`. */
  all<R = Row>(sql: string, ...values: Value[]): R[];
  get<R = Row>(sql: string, ...values: Value[]): R | undefined;
  run(sql: string, ...values: Value[]): { changes: number };
  /** Adds a row to a table; its keys are columns. */
  insert(table: string, row: Row): void;
  /** The same, in place of the row with the same primary key if there is one. */
  replace(table: string, row: Row): void;
  update(table: string, id: string, columns: Row): void;
  /** Runs `work` in an immediate transaction, rolled back if it throws. A nested call joins the transaction. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** The driver is missing because the optional dependency is not installed. */
export class DatabaseMissing extends Error {}

/**
 * Opens the database `file` (or `:memory:`), creating the tables in a new one. Uses WAL with full synchronisation: every
 * acknowledged write survives kill -9 and power loss (docs/requirements.md, R78).
 */
export async function openDatabase(file: string): Promise<Database> {
  const Driver = await loadDriver();
  const driver = new Driver(file);
  driver.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;',
  );
  const isNew = driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined;
  if (isNew) driver.exec(`BEGIN; ${schema} COMMIT;`);
  return wrap(driver);
}

async function loadDriver(): Promise<typeof Libsql> {
  try {
    return (await import('libsql')).default;
  } catch (cause) {
    throw new DatabaseMissing('the sandbox needs the optional package libsql, which is not installed', { cause });
  }
}

function wrap(driver: Libsql.Database): Database {
  const statements = new Map<string, Libsql.Statement>();
  const prepare = (sql: string): Libsql.Statement => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = driver.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const write = (verb: 'INSERT' | 'REPLACE', table: string, row: Row): void => {
    const columns = Object.keys(row);
    const sql = `${verb} INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`;
    prepare(sql).run(bindable(Object.values(row)));
  };
  let depth = 0;
  const runOutermost = <T>(work: () => T): T => {
    driver.exec('BEGIN IMMEDIATE');
    depth++;
    try {
      const result = work();
      driver.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(driver);
      throw error;
    } finally {
      depth--;
    }
  };
  return {
    // The driver types rows as unknown; each caller names the columns it selects. Values are passed as one list, because the
    // driver takes a lone null or blob for a set of named parameters.
    all: <R>(sql: string, ...values: Value[]) => prepare(sql).all(bindable(values)) as R[],
    get: <R>(sql: string, ...values: Value[]) => withoutTimings(prepare(sql).get(bindable(values))) as R | undefined,
    run: (sql, ...values) => ({ changes: prepare(sql).run(bindable(values)).changes }),
    insert: (table, row) => write('INSERT', table, row),
    replace: (table, row) => write('REPLACE', table, row),
    update(table, id, columns) {
      const sql = `UPDATE ${table} SET ${Object.keys(columns).map((column) => `${column} = ?`)} WHERE id = ?`;
      prepare(sql).run(bindable([...Object.values(columns), id]));
    },
    transaction(work) {
      return depth > 0 ? work() : runOutermost(work);
    },
    close() {
      statements.clear();
      driver.close();
    },
  };
}

/** The driver crashes the process if given a boolean. */
function bindable(values: readonly unknown[]): readonly unknown[] {
  for (const value of values) {
    if (typeof value === 'boolean') throw new TypeError('a boolean cannot be stored; use 0 or 1');
  }
  return values;
}

/** The driver adds its timings to single rows, and only there. */
function withoutTimings(row: unknown): unknown {
  if (typeof row === 'object' && row !== null && '_metadata' in row) delete row._metadata;
  return row;
}

/** A full disk has already ended the transaction; only the original error matters. */
function rollBack(driver: Libsql.Database): void {
  try {
    driver.exec('ROLLBACK');
  } catch {
    // There is no transaction left to roll back.
  }
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
