/** Counts wrong passwords per account and in total, in memory, for one running sandbox. */
export interface Attempts {
  /** Seconds until `account` may be tried again; 0 if it may be tried now. */
  secondsToWait(account: string): number;
  /** Counts a wrong password. */
  countWrong(account: string): void;
  /** Resets the count of an account after a correct password. */
  forget(account: string): void;
}

interface Count {
  wrong: number;
  readonly until: number;
}

const window = 15 * 60 * 1000;
const perAccount = 50;
const inAll = 200;

/** Fifty wrong passwords lock an account for the rest of a quarter of an hour (docs/requirements.md, R77). */
export function countAttempts(now: () => Date): Attempts {
  const accounts = new Map<string, Count>();
  let everyone: Count = { wrong: 0, until: 0 };
  const current = (account: string): Count | undefined => {
    const count = accounts.get(normalise(account));
    return count && count.until > now().getTime() ? count : undefined;
  };
  const seconds = (count: Count | undefined, limit: number): number => {
    if (!count || count.wrong < limit) return 0;
    return Math.max(0, Math.ceil((count.until - now().getTime()) / 1000));
  };
  return {
    secondsToWait: (account) => Math.max(seconds(current(account), perAccount), seconds(everyone, inAll)),
    countWrong(account) {
      const until = now().getTime() + window;
      if (everyone.until <= now().getTime()) {
        everyone = { wrong: 0, until };
        accounts.clear();
      }
      everyone.wrong++;
      const count = current(account) ?? { wrong: 0, until };
      count.wrong++;
      accounts.set(normalise(account), count);
    },
    forget: (account) => void accounts.delete(normalise(account)),
  };
}

function normalise(account: string): string {
  return account.toLowerCase();
}
