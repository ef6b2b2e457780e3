/** Where `withSession` gets its token and stores rotated ones. */
export interface TokenStore {
  /** The token to send now; with `again` it is read from the store again. Throws `sign_in_required` when there is none. */
  current(again?: boolean): Promise<string>;
  /** Whether the server has ever rotated the token, as far as this computer knows. */
  hasRotated?(): Promise<boolean>;
  /** The environment variable the token came from, for the message if the server rejects it (docs/requirements.md, R26). */
  readonly variable?: string;
  /** The token from the environment as it was given, not its successor. */
  readonly given?: string;
  /**
   * Called when a request has been sent; gives a function to call when the response is there. Loads what `rotate` needs
   * during the wait, so that a process that is killed has almost no time to lose a token (docs/requirements.md, D12).
   */
  expectRotation?(): () => void;
  /**
   * Stores the token of a `set-auth-token` header; the request was sent with the token `sent` (docs/api.md,
   * Authentication 4). Resolves to a warning if it could not be saved; this process uses the new token anyway.
   */
  rotate(next: string, sent: string): Promise<string | undefined>;
  /** The warning, if the newest token could not be saved. */
  unsaved?(): string | undefined;
  /**
   * After a 401 for `sent`: waits for the lock between processes, reads the store again, and calls `repeat` with the
   * newer token while holding the lock. Resolves to undefined if there is none (docs/requirements.md, R18 and R19).
   */
  repeatWithNewer<T>(sent: string, repeat: (token: string) => Promise<T>): Promise<T | undefined>;
  /** Whether another process saw the token rotate a moment ago, so that this one should take turns with the others. */
  isContended?(): Promise<boolean>;
  /**
   * Runs `work` with the newest token while holding the lock. If all processes take turns like this, no token is rotated
   * away before it is used (docs/requirements.md, R18).
   */
  inTurn?<T>(work: (token: string) => Promise<T>): Promise<T>;
}
