import { cleanText } from '../text/clean.js';
import { dataText } from './json.js';

/**
 * One CSV record after RFC 4180, ended by CRLF. Data stays as it is in a pipe; on a terminal its controls are made visible,
 * for there nothing but a person reads it (docs/requirements.md, R36).
 */
export function csvLine(cells: readonly unknown[], isTerminal: boolean): string {
  const texts = cells.map(dataText);
  return `${texts.map((text) => quoteCsv(isTerminal ? cleanText(text) : text)).join(',')}\r\n`;
}

/** One CSV cell after RFC 4180: quoted where it has to be, quotes doubled. */
export function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
