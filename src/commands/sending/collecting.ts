import type { Context } from '../../args/context.js';
import { type Reason, usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { Show } from '../../output/show.js';
import type { DetailData, ListData, Outcomes } from '../../output/shown.js';
import type { Prompt } from '../../terminal/prompt/prompt.js';
import type { DrawnOutput, Io, Output } from '../../terminal/streams/io.js';

/** What a command wanted to show. */
export interface Collected {
  /** Sentences, the results of writes included. */
  readonly said: string[];
  readonly warned: { readonly message: string; readonly reason: Reason | undefined }[];
  /** What became of each of several things. */
  outcomes: Outcomes;
  /** What it would have printed as it is, such as an address. */
  readonly printed: (string | Uint8Array)[];
  /** The last list. */
  list: ListData | undefined;
  detail: DetailData | undefined;
  /** The object of a result or a creation. */
  result: Row | undefined;
}

interface Listeners {
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly onPart?: ((part: ListData) => void) | undefined;
  /** Whether what a command would ask is answered with yes. */
  readonly yes?: boolean | undefined;
}

/** A context in which a command prints nothing and asks nothing, and what it wanted to show. */
export function collecting(
  context: Context,
  command: string,
  { onProgress = () => undefined, onPart, yes = true }: Listeners = {},
): { readonly context: Context; readonly collected: Collected } {
  const collected: Collected = {
    said: [],
    warned: [],
    outcomes: [],
    printed: [],
    list: undefined,
    detail: undefined,
    result: undefined,
  };
  return {
    context: Object.freeze({
      ...{ ...context, onNamed: undefined },
      io: silentIo(context.io, onProgress),
      prompt: noPrompt,
      show: collectingShow(context.show, collected, onPart),
      settings: { ...context.settings, command, yes, dryRun: false, queue: false },
    }),
    collected,
  };
}

function silentIo(io: Io, onProgress: (line: string) => void): Io {
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

const refuse = async ({ instead }: { readonly instead: string }): Promise<never> => {
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

/** Rows of any view are JSON objects, whatever its own type says of them. */
function collectingShow(show: Show, into: Collected, onPart: Listeners['onPart']): Show {
  const say = async (sentence: string): Promise<void> => void into.said.push(sentence);
  const nothing = async (): Promise<void> => undefined;
  const keepResult = async (sentence: string, object: Row): Promise<void> => {
    into.said.push(sentence);
    into.result = object;
  };
  return {
    list: async (_view, data) => {
      into.list = data as ListData;
    },
    ...(onPart && { part: (_view, data) => onPart(data as ListData) }),
    byRow: () => undefined,
    async pages(_view, pages) {
      for await (const page of pages) {
        const data = page as ListData;
        into.list = { ...data, rows: [...(into.list?.rows ?? []), ...data.rows] };
      }
    },
    detail: async (data) => {
      into.detail = data;
    },
    details: async ([first]) => {
      into.detail = first;
    },
    object: async ({ object }) => {
      into.result = object;
    },
    value: nothing,
    text: async (text) => void into.printed.push(text),
    say,
    result: keepResult,
    created: keepResult,
    expectResult: nothing,
    expect: nothing,
    requests: nothing,
    warn: async (message, _hint, reason) => void into.warned.push({ message, reason }),
    outcomes: async ({ outcomes }) => {
      into.outcomes = outcomes;
    },
    early: nothing,
    age: nothing,
    color: show.color,
    isJson: false,
    prints: show.prints,
    isAsked: false,
    choice: { ...show.choice, format: 'auto', fields: [], jq: undefined },
  };
}
