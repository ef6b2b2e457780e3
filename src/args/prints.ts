import { askedFormats, formats } from '../output/formats.js';
import type { DetailLines } from '../output/view.js';

/** The columns of a list as help and completion name them. A column without a head is printed only with `--fields`. */
export interface Columns {
  readonly columns: readonly { readonly key: string; readonly head?: string }[];
  /** Other names that `--fields` accepts. */
  readonly fields: readonly string[];
}

/**
 * What a verb prints:
 * - a `list` of rows, which takes the flags of all lists; `instead` maps a flag to the list it prints instead, and `isLocal`
 *   means that it is about this computer, so that nothing says when it changes;
 * - a list `ordered` by the server, by page or by relevance, which cannot be sorted;
 * - `rows` without the flags of lists; `isLive` means that they are printed as they come, which few formats can;
 * - the `detail` of one thing;
 * - `outcomes`, a row for each reference; on a terminal sentences, unless a format is asked for;
 * - an `object` with its own keys, the `result` of a change, a `text` as it is, or nothing.
 */
export type Prints =
  | { readonly list: Columns; readonly instead?: Readonly<Record<string, Columns>>; readonly isLocal?: boolean }
  | { readonly ordered: Columns; readonly instead?: Readonly<Record<string, Columns>> }
  | { readonly rows: Columns; readonly isLive?: boolean }
  | { readonly detail: DetailLines }
  | { readonly outcomes: Columns }
  | 'object'
  | 'result'
  | 'text'
  | 'nothing';

/** What a verb prints, as plain data. */
export interface OutputKind {
  readonly as: 'list' | 'detail' | 'object' | 'result' | 'text' | 'nothing';
  /** Printed without `--fields`, in this order. */
  readonly columns: readonly string[];
  /** Also accepted by `--fields`. */
  readonly fields: readonly string[];
}

/** Describes what a verb prints as plain data. */
export function printed(prints: Prints): OutputKind {
  if (typeof prints === 'string') return { as: prints, columns: [], fields: [] };
  if ('detail' in prints) return { as: 'detail', columns: prints.detail.keys, fields: [] };
  if ('outcomes' in prints) return { as: 'result', ...namesOf(prints.outcomes) };
  return { as: 'list', ...namesOf(columnsOf(prints)) };
}

/** The paragraphs of help about what a verb prints; empty if there is nothing to explain. */
export function describePrints(prints: Prints): readonly string[] {
  if (typeof prints === 'string') return [];
  if ('detail' in prints) {
    const { keys, rest } = prints.detail;
    return [
      `In a pipe, the output is key<TAB>value lines in this order: ${keys.join(', ')}${rest ? `; then ${rest}` : ''}.`,
    ];
  }
  if ('outcomes' in prints) {
    const { columns, fields } = namesOf(prints.outcomes);
    return [
      `In a pipe, or with --json and the like, there is a row for each reference. Columns, in order: ${columns.join(', ')}.\nAlso with --fields: ${fields.join(', ')}.`,
    ];
  }
  const { columns, fields } = namesOf(columnsOf(prints));
  const flags = askedFormats.map((name) => formats[name].flags.replace(/,.*/, ''));
  const [how, which] = 'isLive' in prints ? ['lines', '--jsonl, --tsv'] : ['a table', flags.join(', ')];
  const others = 'instead' in prints ? Object.entries(prints.instead ?? {}) : [];
  return [
    `Columns, in order: ${columns.join(', ')}.\nAlso with --fields: ${fields.join(', ')}, and any key of the JSON.`,
    ...others.map(([flag, view]) => `Columns with ${flag}, in order: ${namesOf(view).columns.join(', ')}.`),
    `Formats: ${how} on a terminal, TSV in a pipe; ${which} (see tracker help formatting).`,
  ];
}

function columnsOf(
  prints: Exclude<Prints, string | { readonly detail: DetailLines } | { readonly outcomes: Columns }>,
): Columns {
  if ('list' in prints) return prints.list;
  return 'ordered' in prints ? prints.ordered : prints.rows;
}

function namesOf({ columns, fields }: Columns): Pick<OutputKind, 'columns' | 'fields'> {
  const shown = columns.filter(({ head }) => head !== undefined).map(({ key }) => key);
  const hidden = columns.filter(({ head }) => head === undefined).map(({ key }) => key);
  const more = [...new Set(['uuid', ...hidden, ...fields])];
  return { columns: shown, fields: more.filter((key) => !shown.includes(key)) };
}
