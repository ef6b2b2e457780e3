import type { Context } from '../../args/context.js';
import { type Reason, type Sentence, TrackerError, usageError } from '../../contract/errors.js';
import type { Speech } from '../../output/show.js';
import { sayRest } from '../../output/show-shown.js';
import type { ListData, VerbResult, Voice } from '../../output/shown.js';
import type { Prompt } from '../../terminal/prompt/prompt.js';
import type { DrawnOutput, Io, Output } from '../../terminal/streams/io.js';

/** What a command said while it ran. */
export interface CommandSpeech {
  readonly said: Sentence[];
  readonly warned: { readonly message: Sentence; readonly reason: Reason | undefined }[];
  /** What it would have printed as it is, such as an address. */
  readonly printed: (string | Uint8Array)[];
}

export interface Listeners {
  readonly onProgress?: ((line: Sentence) => void) | undefined;
  /** Gets the rows known so far of a list that takes long. */
  readonly onPart?: ((part: ListData) => void) | undefined;
  /** Whether what a command would ask is answered with yes, which is the default. */
  readonly yes?: boolean | undefined;
}

/** A context in which a command prints nothing and asks nothing, and what it says. */
export function collecting(
  context: Context,
  command: string,
  { onProgress = () => undefined, onPart, yes = true }: Listeners = {},
): { readonly context: Context; readonly heard: CommandSpeech } {
  const heard: CommandSpeech = { said: [], warned: [], printed: [] };
  return {
    context: Object.freeze({
      ...{ ...context, onNamed: undefined },
      io: silentIo(context.io, onProgress),
      prompt: noPrompt,
      show: listening(context.show, heard, onPart),
      settings: { ...context.settings, command, yes, dryRun: false, queue: false },
    }),
    heard,
  };
}

/** What a command has given back. */
export interface CommandTry {
  readonly shown: VerbResult | undefined;
  readonly failure: TrackerError | undefined;
}

/** Runs a command to its end, without showing what it gives back. */
export async function tried(show: Voice, run: () => Promise<VerbResult | undefined>): Promise<CommandTry> {
  let shown: VerbResult | undefined;
  try {
    shown = await run();
    await sayRest(show, shown);
    return { shown, failure: undefined };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { shown, failure: error };
  }
}

function silentIo(io: Io, onProgress: (line: Sentence) => void): Io {
  const output: Output = {
    isTerminal: false,
    columns: io.stdout.columns,
    rows: io.stdout.rows,
    hasBegun: () => true,
    write: async () => undefined,
  };
  const stderr: DrawnOutput = { ...output, isTerminal: true, draw: onProgress, isDrawn: () => false };
  return { ...io, stdin: { ...io.stdin, isTerminal: false }, stdout: output, stderr };
}

const refuse = async ({ instead }: { readonly instead: Sentence }): Promise<never> => {
  throw usageError('the command has a question that cannot be asked here', instead);
};

const noPrompt: Prompt = {
  possible: false,
  secret: refuse,
  line: refuse,
  lines: refuse,
  confirm: refuse,
  choose: refuse,
  search: refuse,
};

function listening(show: Speech, into: CommandSpeech, onPart: Listeners['onPart']): Speech {
  const nothing = async (): Promise<void> => undefined;
  return {
    ...(onPart && { part: (_view, data) => onPart(data) }),
    byRow: () => undefined,
    early: nothing,
    text: async (text) => void into.printed.push(text),
    say: async (sentence) => void into.said.push(sentence),
    expectResult: nothing,
    expect: nothing,
    warn: async (message, _hint, reason) => void into.warned.push({ message, reason }),
    requests: nothing,
    age: nothing,
    color: show.color,
    isJson: false,
    prints: show.prints,
    shownFields: () => [],
    mostRows: undefined,
    isAsked: false,
    choice: { ...show.choice, format: 'auto', fields: [], jq: undefined },
  };
}
