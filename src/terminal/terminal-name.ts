import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { sessionStart } from '../disk/processes.js';

/**
 * Names the terminal this process runs in: its device, and the start of its session, since a device is used again after a
 * window is closed. Without /proc, the process that has started this one, usually the shell in that window, stands for the session:
 * the times of a device change there with each line that is written to it. Undefined if none of the standard streams is a terminal.
 */
export function terminalName(parent: number): string | undefined {
  const stream = [0, 1, 2].find((each) => isatty(each));
  if (stream === undefined) return undefined;
  return `${fstatSync(stream).rdev.toString(36)}-${sessionStart() ?? parent}`;
}
