import type { Context } from '../../args/context.js';
import { type Reason, usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import type { Speech } from '../../output/show.js';
import { sayRest } from '../../output/show-shown.js';
import type { DetailData, ListData, Outcomes, Shown } from '../../output/shown.js';
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

interface Collecting {
  readonly context: Context;
  readonly collected: Collected;
  /** Adds what the command has given back, and throws its failure. */
  readonly take: (shown: Shown | undefined) => Promise<void>;
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
): Collecting {
  const collected: Collected = {
    said: [],
    warned: [],
    outcomes: [],
    printed: [],
    list: undefined,
    detail: undefined,
    result: undefined,
  };
  const show = collectingShow(context.show, collected, onPart);
  return {
    context: Object.freeze({
      ...{ ...context, onNamed: undefined, show },
      io: silentIo(context.io, onProgress),
      prompt: noPrompt,
      settings: { ...context.settings, command, yes, dryRun: false, queue: false },
    }),
    collected,
    async take(shown) {
      await keep(collected, shown);
      await sayRest(show, shown);
    },
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

function collectingShow(show: Speech, into: Collected, onPart: Listeners['onPart']): Speech {
  const nothing = async (): Promise<void> => undefined;
  return {
    // Rows of any view are JSON objects, whatever its own type says of them.
    ...(onPart && { part: (_view, data) => onPart(data as ListData) }),
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
    isAsked: false,
    choice: { ...show.choice, format: 'auto', fields: [], jq: undefined },
  };
}

async function keep(into: Collected, shown: Shown | undefined): Promise<void> {
  switch (shown?.is) {
    case 'list':
      into.list = shown.data;
      return;
    case 'pages':
      for await (const page of shown.pages) into.list = { ...page, rows: [...(into.list?.rows ?? []), ...page.rows] };
      return;
    case 'detail':
      into.detail = shown.data;
      return;
    case 'result':
    case 'created':
      into.said.push(shown.sentence);
      into.result = shown.object;
      return;
    case 'outcomes':
      into.outcomes = shown.outcomes;
  }
}
