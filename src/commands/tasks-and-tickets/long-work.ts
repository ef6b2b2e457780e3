import { cannotFilter, type Filter } from '../../args/filter.js';
import type { RowTaker } from '../../client/responses/row-taker.js';
import type { RowScanner } from '../../contract/bytes/row-scanner.js';
import { RowValues } from '../../contract/bytes/row-values.js';
import type { Row } from '../../contract/row.js';
import type { RowWriter } from '../../output/row-writer.js';
import type { Setting } from '../../output/view.js';

/** How many rows are held back until one has the fields of all filters. */
const mostHeld = 10_000;

/** Filters and prints a long list piece by piece. */
export interface LongWork extends RowTaker {
  /** Throws if no row had the field of a filter; called when all rows have been taken. */
  check(): void;
  /** Prints the rest. */
  readonly end: () => Promise<void>;
}

export interface LongWorkParts {
  readonly filtersFor: (users: unknown) => Promise<readonly Filter[]>;
  readonly settingFor: (users: unknown) => Setting;
  /** Whether filters look at people. */
  readonly needsPeople: boolean;
  readonly limit: number | undefined;
}

export function takeLongWork(
  writer: RowWriter,
  { filtersFor, settingFor, needsPeople, limit = Number.POSITIVE_INFINITY }: LongWorkParts,
): LongWork {
  let checks: readonly Check[] = [];
  let kept = 0;
  let hasRows = false;
  /** Filtering by a field that no row has is an error, so rows are held back until one with it has come. */
  const findMissing = (): Check | undefined => checks.find(({ filter, isSeen }) => !isSeen && filter.fields.length > 0);
  return {
    takesPlain: writer.takesPlain,
    needsPeople: needsPeople || writer.needsPeople,
    async begin(users, scanner) {
      const filters = await filtersFor(users);
      checks = filters.map((filter) => createCheck(filter, scanner));
      writer.begin(settingFor(users), scanner);
    },
    plain(bytes, start, end) {
      let keeps = kept < limit;
      for (const check of checks) if (!check.plain(bytes)) keeps = false;
      if (keeps && !writer.plain(bytes, start, end)) return false;
      hasRows = true;
      if (keeps) kept += 1;
      return true;
    },
    rows(rows) {
      for (const row of rows) {
        let keeps = kept < limit;
        for (const check of checks) if (!check.row(row)) keeps = false;
        hasRows = true;
        if (!keeps) continue;
        writer.row(row);
        kept += 1;
      }
    },
    flush: async (isPause) => {
      if (kept > mostHeld || findMissing() === undefined) await writer.flush(isPause);
    },
    check() {
      const missing = findMissing();
      if (hasRows && missing) throw cannotFilter(missing.filter);
    },
    end: () => writer.end(),
  };
}

/** A filter, applied to rows one by one. */
interface Check {
  readonly filter: Filter;
  /** Whether a row has had one of its fields. */
  isSeen: boolean;
  row(row: Row): boolean;
  /** The same for the plain row that the scanner has read. */
  plain(bytes: Uint8Array): boolean;
}

function createCheck(filter: Filter, scanner: RowScanner | undefined): Check {
  const { fields, reads = [], keeps } = filter;
  const values = scanner && new RowValues([...fields, ...reads], scanner);
  const known = new Map<number, boolean>();
  const check: Check = {
    filter,
    isSeen: false,
    row(row) {
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
