import { fstatSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { attempt } from '../contract/errors.js';

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

/**
 * The same for a process whose standard streams are none, such as one that completes a line for a shell: named by the terminal
 * that controls it. Undefined without /proc.
 */
export function controllingTerminal(): string | undefined {
  // The number of its device is encoded as stat(2) does (proc_pid_stat(5), field 7).
  const device = Number(attempt(() => statFields('self'))?.[4] ?? 0) >>> 0;
  const start = sessionStart();
  return device === 0 || start === undefined ? undefined : `${device.toString(36)}-${start}`;
}

/** When the leader of this session was started, in clock ticks since boot (proc_pid_stat(5), fields 6 and 22). */
function sessionStart(): string | undefined {
  const leader = attempt(() => statFields('self'))?.[3];
  return leader && attempt(() => statFields(leader))?.[19];
}

/** The fields after the name of the program, which may contain spaces and brackets. */
function statFields(id: string): readonly string[] {
  return readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
}
