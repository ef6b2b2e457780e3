/** Who has the terminal. While it is lent to a question or another program, nothing else is printed. */
export interface TerminalUse {
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isLent: () => boolean;
}

/** Counts the users of the terminal. */
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
