import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A child process that says what it does and does what it is told. */
export interface Child {
  /** Resolves with the next message that has not been taken. */
  next(): Promise<unknown>;
  tell(message: string): void;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
  /** Resolves at the end with the exit code and what nobody has taken of what it said. */
  outcome(): Promise<{ readonly code: number | null; readonly said: readonly unknown[] }>;
}

export function startChild(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const child: ChildProcess = fork(file, [...args], { env: { PATH: process.env.PATH, ...env }, stdio: 'inherit' });
  const messages: unknown[] = [];
  let waiting: (() => void) | undefined;
  child.on('message', (message) => {
    messages.push(message);
    waiting?.();
  });
  const ended = once(child, 'exit');
  return {
    async next() {
      if (messages.length === 0) await new Promise<void>((resolve) => (waiting = resolve));
      return messages.shift();
    },
    tell: (message) => void child.send(message),
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
    ended: async () => (await ended)[0],
    outcome: async () => ({ code: (await ended)[0], said: messages }),
  };
}
