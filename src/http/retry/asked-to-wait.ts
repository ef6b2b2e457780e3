import { type ErrorDetails, type ErrorKind, TrackerError } from '../../contract/errors.js';

/** The server asks to wait, longer than a command does, or where whoever sent the request tries again later. */
export class AskedToWait extends TrackerError {
  readonly milliseconds: number;

  constructor(kind: ErrorKind, message: string, details: ErrorDetails & { readonly milliseconds: number }) {
    super(kind, message, details);
    this.milliseconds = details.milliseconds;
  }
}

/** How long the server asked to wait (milliseconds); undefined for other errors. */
export function askedWait(error: unknown): number | undefined {
  return error instanceof AskedToWait ? error.milliseconds : undefined;
}

/** A wait (milliseconds) in words, rounded up: `90 s`, `15m`, `2h30m`, `1d12h`. */
export function waitText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 24 * 60) return inUnits(minutes, 60, 'hm');
  return inUnits(Math.ceil(minutes / 60), 24, 'dh');
}

function inUnits(count: number, size: number, [large, small]: string): string {
  const [whole, rest] = [Math.floor(count / size), count % size];
  return [...(whole > 0 ? [`${whole}${large}`] : []), ...(rest > 0 ? [`${rest}${small}`] : [])].join('');
}
