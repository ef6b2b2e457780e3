/** Where the session wrapper gets its token and keeps the ones a server rotates to. */
export interface TokenStore {
  /** The token to send now, read again from the store where `again`. Throws `sign_in_required` when there is none. */
  current(again?: boolean): Promise<string>;
  /** The environment variable the token comes from, to be named when the server refuses it (docs/requirements.md, R26). */
  readonly variable?: string;
  /**
   * Called when a request has gone out; gives what to call when the answer is there. Loads what `rotate` needs while there is
   * nothing to do but wait, so that a process that is killed has next to no time to lose a token (docs/requirements.md, D12).
   */
  expectRotation?(): () => void;
  /**
   * Keeps the token of a `set-auth-token` header, which answers a request with the token `sent` (docs/api.md,
   * Authentication 4). Resolves to a sentence for a warning when it could not be saved; the token is used by this process
   * all the same.
   */
  rotate(next: string, sent: string): Promise<string | undefined>;
  /**
   * After a 401 for `sent`: waits for the lock between processes, reads the store again and calls `repeat` with the
   * newer token while holding the lock. Resolves to undefined when there is none (docs/requirements.md, R18 and R19).
   */
  repeatWithNewer<T>(sent: string, repeat: (token: string) => Promise<T>): Promise<T | undefined>;
  /** Whether other processes have just seen the token rotate, so that this one does best to take turns with them. */
  isContended?(): Promise<boolean>;
  /**
   * Runs `work` with the newest token while holding the lock, for a process that has seen others rotate its token: where
   * everybody takes turns nobody's token is void before it is used (docs/requirements.md, R18).
   */
  inTurn?<T>(work: (token: string) => Promise<T>): Promise<T>;
}
