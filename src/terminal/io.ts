/** Where output goes. `write` resolves once the text is handed over, however slow the reader is. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in cells; 80 where nobody knows. */
  columns(): number;
  /** Height in lines; 24 where nobody knows. */
  rows(): number;
  /** Whether something has been written. */
  hasBegun(): boolean;
  /** Writes all of it. Throws ReaderGone when the reader has closed the pipe. */
  write(text: string | Uint8Array): Promise<void>;
}

/** An output below whose text one line may be drawn, such as a progress line. */
export interface DrawnOutput extends Output {
  /** Draws this line over the one drawn before; an empty one takes it away. What is written meanwhile stands above it. */
  draw(line: string): void;
  /** Whether a line is drawn now. */
  isDrawn(): boolean;
}

/** Where input comes from. Nothing is read before somebody asks. */
export interface Input {
  readonly isTerminal: boolean;
  /**
   * Everything up to the end of input, as it came. Throws a usage error once it is more than `limit` bytes, and the reason of
   * the signal once that is aborted.
   */
  readAll(limit: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** The underlying stream, for prompts. */
  stream(): NodeJS.ReadableStream;
}

/** The three streams of the program. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  /** What was given to `conceal` is masked here. */
  readonly stderr: DrawnOutput;
  /** Declares a secret of this run, such as a token. */
  conceal(secret: string): void;
  /** The stream behind `stderr`, for prompts, which must not write to stdout. */
  promptStream(): NodeJS.WritableStream;
}
