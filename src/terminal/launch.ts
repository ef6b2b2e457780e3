/** Starts other programs for the person at the terminal. */
export interface Launch {
  /**
   * Opens an http(s) address in the browser. Resolves to whether an opener could be started; never throws for a missing
   * one. Any other kind of address is refused before a process starts (docs/requirements.md, R10).
   */
  browser(url: string): Promise<boolean>;
}
