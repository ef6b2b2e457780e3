/** The format chosen by flags, before anything is known about the data. `auto` is a table or TSV. */
export type Format = 'auto' | 'json' | 'jsonl' | 'csv' | 'tsv' | 'refs';

/** What the flags say about output (`--json`, `--fields`, `--sort`, …). */
export interface OutputChoice {
  readonly format: Format;
  /** Dotted paths, in order; empty means the view's own columns. */
  readonly fields: readonly string[];
  /** The jq expression that what is printed as JSON goes through. */
  readonly jq?: string | undefined;
  readonly pager: boolean;
}
