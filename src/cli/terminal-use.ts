/** Who has the terminal: while it is lent to a question or another program, nothing is said in between. */
export interface TerminalUse {
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isLent: () => boolean;
}

/** Keeps count of what has the terminal. */
export function createTerminalUse(): TerminalUse {
  let users = 0;
  return {
    async lend(work) {
      users++;
      try {
        return await work();
      } finally {
        users--;
      }
    },
    isLent: () => users > 0,
  };
}
