import type { Filter } from '../../args/filter.js';
import type { RowTaker } from '../../client/responses/row-taker.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { RowValues } from '../../contract/bytes/row-values.js';
import type { Row } from '../../contract/row.js';
import type { RowWriter } from '../../output/row-writer.js';
import type { Setting } from '../../output/view.js';

/** How many rows are held back until one has the fields of all filters. */
const mostHeld = 10_000;

/** Ends the taking of rows: it takes all of them at once to go on. */
export class NeedsWhole extends Error {}

/** Filters and prints a long list piece by piece. */
export interface LongWork extends RowTaker {
  /** Whether no row had a field that is needed, so that nothing was printed; after all rows, or `NeedsWhole`. */
  isLacking(): boolean;
  /** The fields in which a filter would find more, but which no row had. */
  unseen(): readonly string[];
  /** Prints the rest. */
  readonly end: () => Promise<void>;
}

export interface LongWorkParts {
  /** Throws `NeedsWhole` if that depends on the rows. */
  readonly filtersFor: (users: unknown) => Promise<readonly Filter[]>;
  /** The fields of which a row must have one for each column that was asked for. */
  readonly fields: readonly (readonly string[])[];
  readonly settingFor: (users: unknown) => Setting;
  /** Whether filters look at people. */
  readonly needsPeople: boolean;
  readonly limit: number | undefined;
  /** Up to how many rows the details are read if a filter finds more in them. */
  readonly mostSearched: number;
}

export function takeLongWork(
  writer: RowWriter,
  { filtersFor, fields, settingFor, needsPeople, limit = Number.POSITIVE_INFINITY, mostSearched }: LongWorkParts,
): LongWork {
  let checks: readonly Check[] = [];
  /** Those of columns, until a row has had one of their fields. */
  let columns: readonly Check[] = [];
  let kept = 0;
  let taken = 0;
  let isEnded = false;
  /** What no row has is read from details, so rows are held back until one with it has come. */
  const isMissing = (): boolean =>
    columns.length > 0 ||
    checks.some(({ filter, isSeen, isFull }) => (isSeen ? !isFull && taken <= mostSearched : filter.fields.length > 0));
  const look = (see: (check: Check) => boolean): void => {
    if (columns.length === 0) return;
    for (const check of columns) see(check);
    columns = columns.filter(({ isSeen }) => !isSeen);
  };
  return {
    takesPlain: writer.takesPlain,
    needsPeople: needsPeople || writer.needsPeople,
    async begin(users, scanner) {
      const filters = await filtersFor(users).catch((error: unknown) => {
        isEnded = error instanceof NeedsWhole;
        throw error;
      });
      checks = filters.map((filter) => createCheck(filter, scanner));
      columns = fields.map((each) => createCheck({ flag: '--fields', fields: each, keeps: () => true }, scanner));
      writer.begin(settingFor(users), scanner);
    },
    plain(bytes, start, end) {
      let keeps = kept < limit;
      for (const check of checks) if (!check.plain(bytes)) keeps = false;
      if (keeps && !writer.plain(bytes, start, end)) return false;
      look((check) => check.plain(bytes));
      taken += 1;
      if (keeps) kept += 1;
      return true;
    },
    rows(rows) {
      for (const row of rows) {
        let keeps = kept < limit;
        for (const check of checks) if (!check.row(row)) keeps = false;
        look((check) => check.row(row));
        taken += 1;
        if (!keeps) continue;
        writer.row(row);
        kept += 1;
      }
    },
    flush: async (isPause) => {
      if (!isMissing()) return await writer.flush(isPause);
      isEnded = kept > mostHeld;
      if (isEnded) throw new NeedsWhole();
    },
    isLacking: () => isEnded || (taken > 0 && isMissing()),
    unseen: () => (taken > 0 ? checks.filter(({ isFull }) => !isFull).flatMap(({ filter }) => filter.wants ?? []) : []),
    end: () => writer.end(),
  };
}

/** A filter, applied to rows one by one. */
interface Check {
  readonly filter: Filter;
  /** Whether a row has had one of its fields. */
  isSeen: boolean;
  /** Whether a row has had one of those in which it finds more, if there are such. */
  isFull: boolean;
  row(row: Row): boolean;
  /** The same for the plain row that the scanner has read. */
  plain(bytes: Uint8Array): boolean;
}

function createCheck(filter: Filter, scanner: RowScanner | undefined): Check {
  const { fields, wants = [], reads = [], keeps } = filter;
  const values = scanner && new RowValues([...fields, ...reads], scanner);
  const known = new Map<number, boolean>();
  const check: Check = {
    filter,
    isSeen: false,
    isFull: wants.length === 0,
    row(row) {
      check.isFull ||= wants.some((field) => Object.hasOwn(row, field));
      check.isSeen ||= fields.some((field) => Object.hasOwn(row, field));
      return keeps(row);
    },
    plain(bytes) {
      // Rows with the same values are kept or left out alike.
      const code = values?.code(bytes);
      const verdict = code === undefined ? undefined : known.get(code);
      if (verdict !== undefined) return verdict;
      const found = check.row(values?.decode(bytes) ?? {});
      if (code !== undefined) known.set(code, found);
      return found;
    },
  };
  return check;
}
