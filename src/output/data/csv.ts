import { cleanText } from '../text/clean.js';
import { dataText } from './json.js';

/**
 * One CSV record (RFC 4180), ending in CRLF. Piped data is unchanged; on a terminal, where only a person reads it, control
 * characters are made visible (docs/requirements.md, R36).
 */
export function csvLine(cells: readonly unknown[], isTerminal: boolean): string {
  const texts = cells.map(dataText);
  return `${texts.map((text) => quoteCsv(isTerminal ? cleanText(text) : text)).join(',')}\r\n`;
}

/** One CSV cell (RFC 4180): quoted if necessary, with quotes doubled. */
export function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
