import type { Condition } from '../access/access.js';

/** How many results of a type are sent. */
const maxResults = 10;

/** The columns of a query with the title, the key of the reference, and its number, which projects do not have. */
interface SearchColumns {
  readonly title: string;
  readonly key?: string;
  readonly number?: string;
}

interface Match {
  readonly where: Condition;
  /** True for the row whose reference is exactly the text, which must come before those it is a prefix of. */
  readonly exact: Condition;
  readonly limit: number;
  keep<T extends { readonly title: string }>(found: readonly T[]): readonly T[];
}

/**
 * Matches rows whose title contains the text, ignoring case, or whose reference starts with it; nothing in the text is a
 * wildcard. The database folds only ASCII letters, so titles are compared with other texts here, if the rest of the text fits.
 */
export function matchText(needle: Needle, columns: SearchColumns): Match {
  const isPlain = /^[\0-\x7f]*$/.test(needle.text);
  const byReference = matchReference(needle, columns);
  return {
    where: {
      condition: `(${isPlain ? `instr(lower(${columns.title}), ?) > 0` : `${columns.title} LIKE ? ESCAPE '\\'`}
        OR ${byReference.prefix.condition})`,
      values: [isPlain ? needle.text : patternOf(needle.text), ...byReference.prefix.values],
    },
    exact: byReference.exact,
    limit: isPlain ? maxResults : -1,
    keep: (found) =>
      isPlain ? found : found.filter((row) => row.title.toLowerCase().includes(needle.text)).slice(0, maxResults),
  };
}

/** Long enough to leave few titles; SQLite refuses very long patterns. */
const longestPattern = 100;

/**
 * A LIKE pattern that fits every title with this text, and few others. The capitals of i and k may be other characters than
 * those of ASCII (İ and the sign for kelvin).
 */
function patternOf(text: string): string {
  const parts = text.slice(0, longestPattern).split(/[^\0-\x7f]+|[ik]/);
  return `%${parts.map((part) => part.replace(/[\\%_]/g, '\\$&')).join('%')}%`;
}

// An expression, because a bare 0 after ORDER BY would be a column number.
const never: Condition = { condition: '(1 = 0)', values: [] };

function matchReference(
  { text, reference }: Needle,
  { key, number }: SearchColumns,
): { prefix: Condition; exact: Condition } {
  if (key !== undefined && number === undefined) {
    return {
      prefix: { condition: `instr(lower(${key}), ?) > 0`, values: [text] },
      exact: { condition: `lower(${key}) = ?`, values: [text] },
    };
  }
  if (key === undefined || number === undefined || !reference) return { prefix: never, exact: never };
  const values = [reference.key, reference.digits];
  return {
    prefix: { condition: `(${key} = ? COLLATE NOCASE AND instr(CAST(${number} AS TEXT), ?) = 1)`, values },
    exact: { condition: `(${key} = ? COLLATE NOCASE AND CAST(${number} AS TEXT) = ?)`, values },
  };
}

/** The text to find, in lower case, and the reference it may be. */
export interface Needle {
  readonly text: string;
  readonly reference: { readonly key: string; readonly digits: string } | undefined;
}

/** Trims the text and recognises a reference such as `scm-12`. */
export function readNeedle(text: string): Needle {
  const needle = text.trim().toLowerCase();
  const [, key, digits] = /^([a-z][a-z0-9]*)-(\d+)$/.exec(needle) ?? [];
  return { text: needle, reference: key !== undefined && digits !== undefined ? { key, digits } : undefined };
}
