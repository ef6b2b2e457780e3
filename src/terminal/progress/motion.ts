/** How to show progress: a bar that is redrawn, a line from time to time, or nothing. */
export type Motion = 'bar' | 'lines' | 'none';

/**
 * The kind of progress for this environment: none with `CI` and JSON formats; lines with `ACCESSIBLE`, since a screen reader
 * reads out everything that is redrawn, and on a dumb terminal, which cannot redraw.
 */
export function motionIn(env: Readonly<Record<string, string | undefined>>, isJson: boolean): Motion {
  if (isJson || env.CI) return 'none';
  return isPlain(env) ? 'lines' : 'bar';
}

/** Whether output must be plain lines without cursor movements: `ACCESSIBLE` is set, or the terminal is dumb. */
export function isPlain(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.ACCESSIBLE) || env.TERM === 'dumb';
}
