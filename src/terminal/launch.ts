/** Starts other programs for the person at the terminal. */
export interface Launch {
  /**
   * Opens an http(s) address in the browser. Resolves to whether an opener could be started; never throws for a missing
   * one. Any other kind of address is refused before a process starts (docs/requirements.md, R10).
   */
  browser(url: string): Promise<boolean>;
  /** The program itself: the Node binary and the script it runs. */
  readonly self: { readonly node: string; readonly script: string };
  /**
   * Starts the program again in the background, on its own, with output to the file `log`. Resolves to what it writes on
   * file descriptor 3 before closing it, which is how it says that it is ready.
   */
  background(options: {
    readonly args: readonly string[];
    readonly log: string;
    readonly env: Readonly<Record<string, string>>;
  }): Promise<string>;
  /**
   * Runs a command in the foreground with the terminal as it is. Resolves to its exit code, 128 + n when signal n ended
   * it. Throws TrackerError with exit code 127 or 126 when it cannot be started.
   */
  foreground(options: ForegroundCommand): Promise<number>;
  /** Runs a command quietly in a folder, and gives its exit code and what it wrote. Throws `failed` when there is none. */
  capture(command: readonly string[], folder: string): Promise<Captured>;
}

/** What a quiet command left; texts without their last line end. */
export interface Captured {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ForegroundCommand {
  readonly command: readonly string[];
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** For a program that draws on the terminal, such as an editor: its output goes there though ours is piped. */
  readonly toTerminal?: boolean;
}
