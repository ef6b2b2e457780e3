import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { attempt } from '../contract/errors.js';

/** The scope in which process ids are unique: one boot of one computer, and one container there. */
export interface ProcessSpace {
  readonly name: string;
  /** False if `/proc` shows the processes of another space, so ids cannot be checked. */
  readonly isSeen: boolean;
}

let known: { readonly id: number; readonly space: ProcessSpace } | undefined;

/** The space of this process, whose id is `id` (docs/requirements.md, D7). It is looked up once, since a process stays in it. */
export function processSpace(id: number): ProcessSpace {
  if (known?.id !== id) known = { id, space: findSpace(id) };
  return known.space;
}

function findSpace(id: number): ProcessSpace {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const isSeen = readlinkSync('/proc/self') === String(id);
    return { name: `${start}:${statSync('/proc/self/ns/pid').ino}${isSeen ? '' : ':unseen'}`, isSeen };
  } catch {
    return { name: hostname().replace(/\s/g, '') || 'here', isSeen: true };
  }
}

/** What is known about processes. `startedAt` tells apart two processes that had the same id. */
export interface Processes {
  readonly id: number;
  isAlive(id: number): boolean;
  /** A text that identifies one run of a process; empty if it has ended or the system does not provide one. */
  startedAt(id: number): string;
  /** The version of Node, and the memory this process uses (bytes). */
  readonly node: string;
  memory(): number;
  /** For how long processors have worked for this process (milliseconds). */
  processorTime(): number;
  /** For how long the computer has been running, whatever is done to its clock (milliseconds). */
  uptime(): number;
  /** Asks a process to end (SIGTERM, the default), or all of its group if the id is negative; SIGKILL ends it. */
  terminate(id: number, by?: 'SIGTERM' | 'SIGKILL'): void;
}

/** Whether a process has ended, even if another one has its id now. `startedAt` is the text of then; empty if unknown. */
export function hasEnded(processes: Processes, id: number, startedAt: string): boolean {
  if (!processes.isAlive(id)) return true;
  const now = processes.startedAt(id);
  return now !== '' && startedAt !== '' && now !== startedAt;
}

/** The first of these programs that is running; undefined if none is, or without /proc. */
export function findRunning(programs: readonly string[]): string | undefined {
  const ids = attempt(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name))) ?? [];
  const running = new Set(ids.map((id) => attempt(() => readFileSync(`/proc/${id}/comm`, 'utf8').trim())));
  return programs.find((program) => running.has(program));
}

/** Names the terminal this process was started in, where none of its streams is one, as in completion. Undefined without /proc. */
export function controllingTerminal(): string | undefined {
  // The number of its device is encoded as stat(2) does (proc_pid_stat(5), field 7).
  const device = Number(statFields('self')[4] ?? 0) >>> 0;
  const start = sessionStart();
  return device === 0 || start === undefined ? undefined : `${device.toString(36)}-${start}`;
}

/** When the leader of this session was started, in clock ticks since boot (proc_pid_stat(5), fields 6 and 22). */
export function sessionStart(): string | undefined {
  const leader = statFields('self')[3];
  return leader && statFields(leader)[19];
}

/** The fields after the name of the program, which may contain spaces and brackets. */
function statFields(id: string): readonly string[] {
  const stat = attempt(() => readFileSync(`/proc/${id}/stat`, 'utf8')) ?? '';
  return stat.replace(/^.*\) /s, '').split(' ');
}
