import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Whether processes can be inspected here: only Linux has /proc. */
export const seesProcesses = process.platform === 'linux';

/**
 * Finds the running processes that are started from now on with this variable, such as `HOME=/tmp/x`; zombies do not count. What
 * runs already is not looked at: to read that each time takes 20 times as long.
 */
export function processesWith(variable: string): () => readonly number[] {
  const others = new Set(allProcesses());
  return () => {
    const all = allProcesses();
    // A number may be given again.
    for (const id of others) if (!all.includes(id)) others.delete(id);
    const isOurs = (id: number): boolean => read(`/proc/${id}/environ`).split('\0').includes(variable);
    return all.filter((id) => !others.has(id) && isOurs(id) && stateOf(id) !== 'Z');
  };
}

function allProcesses(): readonly number[] {
  const names = seesProcesses ? readdirSync('/proc') : [];
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** The state of a process as in `ps`: `R`, `S`, `Z` …; empty if it has ended. */
export function stateOf(id: number): string {
  const stat = read(`/proc/${id}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}

/** The command line of a process, for messages. */
export function commandOf(id: number): string {
  return read(`/proc/${id}/cmdline`).split('\0').join(' ').trim();
}

/** The words after `tracker` in the command line of a process, which Node may run; undefined for any other program. */
export function wordsOf(id: number): string | undefined {
  const [first = '', ...rest] = read(`/proc/${id}/cmdline`).split('\0').slice(0, -1);
  const [file = '', ...words] = basename(first).startsWith('node') ? rest : [first, ...rest];
  return basename(file).startsWith('tracker') ? words.join(' ') : undefined;
}

/** Kills processes (SIGKILL); those that have already ended are ignored. */
export function killAll(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has already ended.
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
