/** What is known about processes. `startedAt` tells apart two processes that had the same id. */
export interface Processes {
  readonly id: number;
  isAlive(id: number): boolean;
  /** A text that identifies one run of a process; empty if it has ended or the system does not provide one. */
  startedAt(id: number): string;
  /** The version of Node, and the memory this process uses (bytes). */
  readonly node: string;
  memory(): number;
  /** Asks a process to end (SIGTERM), or all of its group if the id is negative. */
  terminate(id: number): void;
}

/** Whether a process has ended, even if another one has its id now. `startedAt` is the text of then; empty if unknown. */
export function hasEnded(processes: Processes, id: number, startedAt: string): boolean {
  if (!processes.isAlive(id)) return true;
  const now = processes.startedAt(id);
  return now !== '' && startedAt !== '' && now !== startedAt;
}
