import type { FormatName } from './formats.js';

/** What the flags say about output (`--json`, `--fields`, `--jq`, …). */
export interface OutputChoice {
  /** `auto` is a table on a terminal, and TSV in a pipe. */
  readonly format: FormatName | 'auto';
  /** Dotted paths, in order; empty means the view's own columns. */
  readonly fields: readonly string[];
  /** The jq expression that what is printed as JSON goes through. */
  readonly jq?: string | undefined;
  readonly pager: boolean;
}
