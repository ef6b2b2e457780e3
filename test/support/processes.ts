import { readdirSync, readFileSync } from 'node:fs';

/** Whether processes can be looked at here: Linux alone shows them as files. */
export const seesProcesses = process.platform === 'linux';

/** The running processes that were started with this variable, such as `HOME=/tmp/x`; zombies are gone already. */
export function processesWith(variable: string): readonly number[] {
  if (!seesProcesses) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => read(`/proc/${id}/environ`).split('\0').includes(variable) && stateOf(id) !== 'Z');
}

/** `R`, `S`, `Z` … as in `ps`; empty for a process that is gone. */
export function stateOf(id: number): string {
  const stat = read(`/proc/${id}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** The command line of a process, for messages. */
export function commandOf(id: number): string {
  return read(`/proc/${id}/cmdline`).split('\0').join(' ').trim();
}

/** Kills processes at once (SIGKILL); those that have ended meanwhile do no harm. */
export function killAll(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
