import type { Format } from './format.js';

/** A format as the command line knows it, before anything of it is loaded. */
export interface FormatEntry {
  /** The flag that asks for it; none for what a terminal gets without a flag. */
  readonly flags?: string;
  readonly help?: string;
  /** How much of a thing it prints: all of it as data, a page with its timeline, its fields, or only its reference. */
  readonly prints: 'documents' | 'pages' | 'records' | 'references';
  /** Whether errors, warnings and traces are JSON too, one object a line; otherwise they are plain lines. */
  readonly isJson?: true;
  readonly load: () => Promise<{ readonly format: Format }>;
}

/** Every format. Flags, contradictions, help and completion follow from this table. */
export const formats = {
  json: {
    flags: '--json',
    help: 'print JSON; --json=a,b is short for --json --fields a,b',
    prints: 'documents',
    isJson: true,
    load: () => import('./formats/json.js'),
  },
  jsonl: {
    flags: '--jsonl',
    help: 'print one JSON row a line',
    prints: 'documents',
    isJson: true,
    load: () => import('./formats/jsonl.js'),
  },
  csv: {
    flags: '--csv',
    help: 'print CSV with a header',
    prints: 'records',
    load: () => import('./formats/csv.js'),
  },
  tsv: {
    flags: '--tsv',
    help: 'print tab-separated values, as in a pipe',
    prints: 'pages',
    load: () => import('./formats/tsv.js'),
  },
  yaml: {
    flags: '--yaml',
    help: 'print the value of --json as YAML',
    prints: 'documents',
    load: () => import('./formats/yaml.js'),
  },
  quiet: {
    flags: '-q, --quiet',
    help: 'print references only, one a line',
    prints: 'references',
    load: () => import('./formats/references.js'),
  },
  table: {
    prints: 'pages',
    load: () => import('./formats/table.js'),
  },
} as const satisfies Readonly<Record<string, FormatEntry>>;

export type FormatName = keyof typeof formats;

/** A format that a flag of the same name asks for. */
export type AskedFormat = {
  [K in FormatName]: (typeof formats)[K] extends { readonly flags: string } ? K : never;
}[FormatName];

export const askedFormats = Object.keys(formats).filter(
  (name) => 'flags' in formats[name as FormatName],
) as AskedFormat[];
