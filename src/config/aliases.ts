import { isRow } from '../contract/row.js';
import type { Stored } from './stored-file.js';

/** The key of the aliases in `config.json`. */
export const aliasesKey = 'aliases';

/** What each alias stands for: words after `tracker`, or a shell command after a `!`. */
export type Aliases = ReadonlyMap<string, string>;

/** The aliases in the content of `config.json`. What is not a text is left out. */
export function readAliases(content: Stored): Aliases {
  const found = isRow(content[aliasesKey]) ? content[aliasesKey] : {};
  return new Map(
    Object.entries(found).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text] as const] : [])),
  );
}

/** Whether an alias stands for a shell command. */
export function isForShell(text: string): boolean {
  return text.startsWith('!');
}
