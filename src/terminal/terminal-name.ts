import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { sessionStart } from '../disk/processes.js';

/**
 * Names the terminal this process runs in: its device, and the start of its session, since a device is used again after a
 * window is closed. Undefined if none of the standard streams is a terminal.
 */
export function terminalName(): string | undefined {
  const stream = [0, 1, 2].find((each) => isatty(each));
  if (stream === undefined) return undefined;
  const { rdev, ctimeMs } = fstatSync(stream);
  // Without /proc: a terminal is given to its user when it is opened, which sets this time.
  return `${rdev.toString(36)}-${sessionStart() ?? Math.round(ctimeMs).toString(36)}`;
}
