import type { Format } from './format.js';

/** A format as the command line knows it, before its code is loaded. */
export interface FormatEntry {
  /** The flag that selects it; absent for the format of a terminal. */
  readonly flags?: string;
  readonly help?: string;
  /**
   * What it prints of an entity: all its data, a page with its timeline, the beginnings of its texts, its fields, or only its
   * reference.
   */
  readonly prints: 'documents' | 'pages' | 'excerpts' | 'records' | 'references';
  /** Whether errors, warnings and traces are JSON objects too, one per line, instead of plain lines. */
  readonly isJson?: true;
  /** Whether the rows of a long list can be written piece by piece. */
  readonly isByRow?: true;
  readonly load: () => Promise<{ readonly format: Format }>;
}

/** Every format. Flags, conflicts, help and completion are derived from this table. */
export const formats = {
  json: {
    flags: '--json',
    help: 'print JSON; --json=a,b is short for --json --fields a,b',
    prints: 'documents',
    isJson: true,
    isByRow: true,
    load: () => import('./formats/json.js'),
  },
  jsonl: {
    flags: '--jsonl',
    help: 'print one JSON object per line',
    prints: 'documents',
    isJson: true,
    isByRow: true,
    load: () => import('./formats/jsonl.js'),
  },
  csv: {
    flags: '--csv',
    help: 'print CSV with a header',
    prints: 'records',
    isByRow: true,
    load: () => import('./formats/csv.js'),
  },
  tsv: {
    flags: '--tsv',
    help: 'print tab-separated values, the default in a pipe',
    prints: 'pages',
    isByRow: true,
    load: () => import('./formats/tsv.js'),
  },
  yaml: {
    flags: '--yaml',
    help: 'print the same as --json, as YAML',
    prints: 'documents',
    isByRow: true,
    load: () => import('./formats/yaml.js'),
  },
  brief: {
    flags: '--brief',
    help: 'print only what matters most, for agents; the last line says what is missing',
    prints: 'excerpts',
    load: () => import('./formats/brief.js'),
  },
  quiet: {
    flags: '-q, --quiet',
    help: 'print references only, one per line',
    prints: 'references',
    isByRow: true,
    load: () => import('./formats/references.js'),
  },
  table: { prints: 'pages', load: () => import('./formats/table.js') },
} as const satisfies Readonly<Record<string, FormatEntry>>;

export type FormatName = keyof typeof formats;

/** A format with a flag of the same name. */
export type AskedFormat = {
  [K in FormatName]: (typeof formats)[K] extends { readonly flags: string } ? K : never;
}[FormatName];

export const askedFormats = Object.keys(formats).filter(
  (name) => 'flags' in formats[name as FormatName],
) as AskedFormat[];
