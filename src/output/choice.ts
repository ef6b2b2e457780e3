import type { FormatName } from './formats.js';

/** The output flags (`--json`, `--fields`, `--jq`, …). */
export interface OutputChoice {
  /** `auto` means a table on a terminal and TSV in a pipe. */
  readonly format: FormatName | 'auto';
  /** Dotted paths, in order; empty means the view's own columns. */
  readonly fields: readonly string[];
  /** Whether a list without rows refuses the fields that are not declared, since it will have rows later. */
  readonly refusesUndeclared?: boolean | undefined;
  /** The jq expression applied to the JSON output. */
  readonly jq?: string | undefined;
  readonly pager: boolean;
}
