/** How it is shown how far something is: a bar that is drawn over, plain lines now and then, or nothing. */
export type Motion = 'bar' | 'lines' | 'none';

/**
 * What this environment allows: `CI` and JSON formats get nothing, `ACCESSIBLE` and a dumb terminal whole lines, since a
 * screen reader reads again whatever is drawn over, and the other one cannot draw.
 */
export function motionIn(env: Readonly<Record<string, string | undefined>>, isJson: boolean): Motion {
  if (isJson || env.CI) return 'none';
  return isPlain(env) ? 'lines' : 'bar';
}

/** Whether everything has to be written line by line, without moving the cursor: `ACCESSIBLE`, or a dumb terminal. */
export function isPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.ACCESSIBLE) || env.TERM === 'dumb';
}
