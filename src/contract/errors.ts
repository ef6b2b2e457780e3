/** The kinds of errors, named as in the JSON form of an error, and the exit code of each. Scripts rely on both. */
export const exitCodes = {
  failed: 1,
  invalid: 1,
  usage: 2,
  sign_in_required: 3,
  not_found: 4,
  ambiguous: 4,
  forbidden: 5,
  read_only: 5,
  conflict: 6,
  network: 7,
  partial: 8,
  unknown_outcome: 8,
  interrupted: 130,
} as const;

export type ErrorKind = keyof typeof exitCodes;

/** What code acts on, where the kind of an error does not say it: never its words. */
export type Reason =
  | 'server_words'
  | 'no_such_host'
  /** What answered a read is hardly the service: such as a network that wants a sign-in of its own first. */
  | 'not_service'
  | 'login_is_no_help'
  | 'not_kept'
  | 'taken_back'
  | 'to_propose'
  /** No reference came on standard input: of the things that a command works on there are none, which is no error. */
  | 'nothing_given';

export interface ErrorDetails {
  readonly reason?: Reason | undefined;
  /** What the message says, without what precedes or follows it, where something else is said about that. */
  readonly brief?: Sentence | undefined;
  /** The reference with which the message begins. */
  readonly about?: string | undefined;
  /** The next command to run, or what to check. */
  readonly hint?: Sentence | undefined;
  /** The HTTP status that caused it, if any. */
  readonly status?: number | undefined;
  /** Overrides the exit code of the kind, for signals and for commands that could not be started. */
  readonly exitCode?: number | undefined;
  /** How long the server asks to wait (milliseconds), if that is longer than a command waits. */
  readonly askedMs?: number | undefined;
  /** Whether the request that failed does the same when it is sent twice. */
  readonly isRepeatable?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * What is said to people. Any text may become a sentence, but only what shows one makes it a text again (`asText`), so that nothing
 * else can match, split or replace one. It is always a string: as a symbol, which it never is, it has no method, `+` or template.
 */
export type Sentence = string | (symbol & { readonly isSentence: true });

/** The text of a sentence, for what shows it (test/sentences.test.ts). */
export const asText = (sentence: Sentence): string => sentence as string;

/** A sentence made of others: a template. */
export function phrase(between: TemplateStringsArray, ...parts: readonly (Sentence | number)[]): Sentence {
  return String.raw({ raw: between }, ...(parts as readonly string[]));
}

/** Sentences one after another. */
export const joined = (sentences: readonly Sentence[], between: string): Sentence =>
  (sentences as readonly string[]).join(between);

type Told = Omit<Error, 'message'> & { message: Sentence } & Omit<ErrorDetails, 'exitCode'>;
type SentenceError = new (message: Sentence, options?: ErrorOptions) => Told;

/** An error to show to the user: one sentence, an optional hint, and an exit code. */
export class TrackerError extends (Error as unknown as SentenceError) {
  override readonly name = 'TrackerError';
  readonly exitCode: number;

  constructor(
    readonly kind: ErrorKind,
    message: Sentence,
    { cause, hint, exitCode = exitCodes[kind], ...details }: ErrorDetails = {},
  ) {
    super(shortened(message), cause === undefined ? undefined : { cause });
    Object.assign(this, details, { hint: hint && shortened(hint, longestHint) });
    this.exitCode = exitCode;
  }
}

/** Longer ones repeat what was typed, or what a server sent (UTF-16 units). Hints may list many words. */
const longestMessage = 1000;
const longestHint = 4000;

/** A message, or only its beginning and its end if it is too long to be read. */
export function shortened(message: Sentence, longest = longestMessage): Sentence {
  const text = asText(message);
  return text.length > longest ? text.replace(/^(.{200}).*(.{100})$/su, '$1…$2') : text;
}

/** Statuses of a server, or of the gateway before it, that is away for a while. */
export const awayStatuses: readonly unknown[] = [502, 503, 504];

/** Statuses after which a read is tried again (docs/requirements.md, R46 and R47). */
export const retriedStatuses: readonly unknown[] = [429, 500, ...awayStatuses];

/**
 * Whether a write that failed like this may have been applied: no answer came that can be read, or that of a gateway, which may
 * have lost the server's. Any other answer says that it was not, and so does the kind `network`, whatever its status.
 */
export function isInDoubt({ kind, status }: { readonly kind: unknown; readonly status?: unknown }): boolean {
  return kind === 'unknown_outcome' || (kind !== 'network' && (status === 502 || status === 504));
}

/** Something is missing that only the server's answer showed to be needed; after a noun alone, its help follows. */
export class NeedsMore extends TrackerError {}

/** A name fits several things. */
export class Ambiguous extends TrackerError {
  constructor(
    message: Sentence,
    /** What it fits, each with a name that fits nothing else. */
    readonly candidates: readonly { readonly name: string; readonly value: string }[],
    hint?: Sentence,
  ) {
    super('ambiguous', message, { hint });
  }
}

/** Something that another user may have put in place of what is ours (docs/requirements.md, R92). */
export class Unsafe extends TrackerError {}

/** The reader of standard output closed the pipe (`| head`): the program ends quietly with 0. */
export class ReaderGone extends Error {}

/** A usage error; `hint` is a command that shows the right usage. */
export const usageError = (message: Sentence, hint?: Sentence): TrackerError =>
  new TrackerError('usage', message, { hint });

/** Ends the program with the exit code of another command, without a message: `sandbox run` passes its command's code on. */
export class ExitWith extends Error {
  constructor(readonly exitCode: number) {
    super(`exit ${exitCode}`);
  }
}

/** What is said of something that was never read, by the name people have for it; the command reads it. */
export function unreadWords(name: string, command: string): string {
  return `${name} has not been read: ${command}`;
}

/** Something was deleted by a command on this computer, which is why it is not among what was read. */
export class Deleted extends TrackerError {
  constructor(what: string) {
    super('not_found', `${what} was deleted here`);
  }
}

/** A question whether to send something was answered with no, which is no error. */
export class Declined extends ExitWith {
  /** `sentence` is printed; undefined if something has been said. */
  constructor(readonly sentence?: Sentence) {
    super(0);
  }
}

/** What `work` gives; undefined if it throws, where nobody needs to know why, or nothing is lost. Throws only Unsafe. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unsafe) throw error;
    return undefined;
  }
}

/** What `promised` gives; undefined if it fails in one of these ways. */
export async function undefinedIf<T>(kinds: readonly ErrorKind[], promised: Promise<T>): Promise<T | undefined> {
  return await promised.catch((error: unknown) => {
    if (error instanceof TrackerError && kinds.includes(error.kind)) return undefined;
    throw error;
  });
}

/** What `promised` gives, or else what `instead` makes of its error. An interruption is thrown on, and so is any other kind of Error. */
export async function orElse<T, U>(
  promised: Promise<T>,
  instead: (error: TrackerError) => U | Promise<U>,
): Promise<T | U> {
  return await promised.catch((error: unknown) => {
    if (error instanceof TrackerError && error.kind !== 'interrupted') return instead(error);
    throw error;
  });
}

/** What the system has too little of, as a sentence; undefined for any other error. */
export function shortageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'too many files are open on this computer, or the limit is too low (ulimit -n)';
  return /^(ENOMEM|ERR_MEMORY_ALLOCATION_FAILED|Array buffer allocation failed)$|: Out of memory/.test(code)
    ? 'there is not enough memory, or the limit is too low (ulimit -v)'
    : undefined;
}

/** The error for an aborted signal: its reason if that is a TrackerError with an exit code, otherwise that of Ctrl-C (130). */
export function interruption(signal?: AbortSignal): TrackerError {
  const reason: unknown = signal?.reason;
  return reason instanceof TrackerError ? reason : new TrackerError('interrupted', 'interrupted', { cause: reason });
}
