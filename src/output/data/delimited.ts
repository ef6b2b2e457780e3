import { cleanText } from '../text/clean.js';
import { escapeTsv, quoteCsv } from './escape.js';
import { dataText } from './json.js';

/** One TSV line: cells escaped, never a raw tab or newline inside. */
export function tsvLine(cells: readonly unknown[]): string {
  return `${cells.map((cell) => escapeTsv(dataText(cell))).join('\t')}\n`;
}

/**
 * One CSV record after RFC 4180, ended by CRLF. Data stays as it is in a pipe; on a terminal its controls are made visible,
 * for there nothing but a person reads it (docs/requirements.md, R36).
 */
export function csvLine(cells: readonly unknown[], isTerminal: boolean): string {
  const texts = cells.map(dataText);
  return `${texts.map((text) => quoteCsv(isTerminal ? cleanText(text) : text)).join(',')}\r\n`;
}
