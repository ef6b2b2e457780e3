export interface Launch {
  /**
   * Opens an http(s) address in the browser. Resolves to whether an opener could be started. Throws a usage error for any
   * other address before a process starts (docs/requirements.md, R10).
   */
  browser(url: string): Promise<boolean>;
  /** The words that start this program: the Node binary and the script it runs, or the single file that has both. */
  readonly self: readonly string[];
  /**
   * Starts another instance of this program in the background, with output to the file `log`. Resolves to what it writes to
   * file descriptor 3 before closing it, which signals that it is ready.
   */
  background(options: {
    readonly args: readonly string[];
    readonly log: string;
    readonly env: Readonly<Record<string, string>>;
  }): Promise<string>;
  /**
   * Starts another instance of this program, which goes on when this one ends, and resolves to its output so far when it ends or
   * the signal is aborted; undefined if it cannot be started.
   */
  apart(options: ApartProgram): Promise<string | undefined>;
  /**
   * Runs a command in the foreground. Resolves to its exit code, or 128 + n if signal n ended it. Throws TrackerError with
   * exit code 127 or 126 if it cannot be started.
   */
  foreground(options: ForegroundCommand): Promise<number>;
  /**
   * Runs a shell command with this input, and resolves to its exit code, or 128 + n if signal n ended it. Its output goes to
   * stderr, or to `onOutput`. The input is not part of the command.
   */
  feed(options: FedCommand): Promise<number>;
  /** Shows a notification on the desktop, if there is a program for that. Does not wait, and never fails. */
  notify(title: string, text: string): void;
  /** Runs a command in a folder and captures its output. Throws TrackerError `failed` if it cannot be started. */
  capture(command: readonly string[], folder: string): Promise<CapturedOutput>;
}

/** The result of a captured command; the texts have no final line break. */
export interface CapturedOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The first of these command lines that is set; a blank one counts as unset. */
export function firstSet(...lines: readonly (string | undefined)[]): string | undefined {
  return lines.find((line) => line !== undefined && line.trim() !== '')?.trim();
}

export interface ForegroundCommand {
  readonly command: readonly string[];
  /** A command line from the environment or the settings, of which the words of `command` are the last arguments. */
  readonly line?: string;
  /** The whole environment of the command; one with a `line` does not get the token in it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** For a program that needs the terminal, such as an editor: its output goes there even if stdout is piped. */
  readonly toTerminal?: boolean;
}

export interface ApartProgram {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its standard input (default: empty). */
  readonly input?: string | undefined;
  readonly signal: AbortSignal;
}

export interface FedCommand {
  readonly script: string;
  readonly input: string;
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onOutput?: (text: string) => void;
  /** Ends a group of processes, given its negative id. */
  readonly terminate: (id: number, by?: 'SIGTERM' | 'SIGKILL') => void;
}
