/** Where the session wrapper gets its token and keeps the ones a server rotates to. */
export interface TokenStore {
  /** The token to send now. Throws `sign_in_required` when there is none. */
  current(): Promise<string>;
  /**
   * Keeps the token of a `set-auth-token` header (docs/api.md, Authentication 4). Resolves to a sentence for a warning
   * when it could not be saved; the token is used by this process all the same.
   */
  rotate(next: string): Promise<string | undefined>;
  /**
   * After a 401 for `sent`: waits for the lock between processes, reads the store again and calls `repeat` with the
   * newer token while holding the lock. Resolves to undefined when there is none (docs/requirements.md, R18 and R19).
   */
  repeatWithNewer<T>(sent: string, repeat: (token: string) => Promise<T>): Promise<T | undefined>;
}
