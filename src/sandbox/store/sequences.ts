import type { Database } from './database.js';

/** The highest `sequence` of a table, which is about how many rows it has, because none is ever removed; 0 if it is empty. */
export function lastSequence(db: Database, table: 'tasks' | 'tickets'): number {
  return db.get<{ last: number | null }>(`SELECT MAX(sequence) AS last FROM ${table}`)?.last ?? 0;
}

/** All up to the last one, some at a time. */
export function* slicesUpTo(last: number, size: number): Generator<readonly number[]> {
  for (let first = 1; first <= last; first += size) {
    yield Array.from({ length: Math.min(size, last - first + 1) }, (_, index) => first + index);
  }
}
