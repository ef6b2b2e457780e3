/** What the lock must know about processes; `startedAt` tells two processes with one number apart. */
export interface Processes {
  readonly id: number;
  isAlive(id: number): boolean;
  /** A mark that is the same as long as it is the same process; empty where the system does not tell. */
  startedAt(id: number): string;
  /** Asks a process to end (SIGTERM). */
  terminate(id: number): void;
}
