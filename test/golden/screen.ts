import type { Ran } from '../support/run.js';

/**
 * One run as text: the command line, stdout and stderr. Escapes, carriage returns and a missing final newline are made
 * visible, because a file would lose or hide them.
 */
export function screen(commandLine: string, { code, stdout, stderr }: Ran): string {
  const parts = [`$ tracker ${commandLine}`, ended(stdout)];
  if (stderr !== '') parts.push('[stderr]', ended(stderr));
  if (code !== 0) parts.push(`[exit ${code}]`);
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function ended(text: string): string {
  const whole = text === '' || text.endsWith('\n') ? text.replace(/\n$/, '') : `${text}␄`;
  return whole.replaceAll('\u001b', '␛').replaceAll('\r', '␍');
}
