import { Readable } from 'node:stream';
import type { Context } from '../../args/context.js';
import { defaultTimeoutSeconds } from '../../config/settings.js';
import type { Access } from '../../contract/access.js';
import { type Sentence, TrackerError } from '../../contract/errors.js';
import type { Show } from '../../output/show.js';
import { showShown } from '../../output/show-shown.js';
import type { VerbResult } from '../../output/shown.js';
import { whole } from '../../output/whole.js';
import { createConcealer } from '../../terminal/streams/concealer.js';
import type { Io } from '../../terminal/streams/io.js';
import { collectIo } from '../../terminal/streams/stand-in.js';

/** Who runs a command line, and what it may do. */
export interface LineOptions {
  /** The name of the program that asks. */
  readonly agent: string | undefined;
  readonly limit: Access;
  readonly signal: AbortSignal;
}

/** What a command line has come to. */
export type LineRun = Awaited<ReturnType<typeof runLine>>;

/** Runs a command line that reads and writes nothing of this process. Never throws. */
export async function runLine(context: Context, argv: readonly string[], options: LineOptions) {
  const { io, settings, commands } = context;
  const { add, mask } = createConcealer();
  const streams = collectIo({ ...pipesLike(io), conceal: add, mask });
  const said: Sentence[] = [];
  const came: { shown?: VerbResult; failure?: unknown; usual?: Show } = {};
  const printed: string[] = [];
  const code = await commands.run({
    argv: [...globalsOf(context), ...argv],
    io: streams.io,
    env: { ...settings.env, ...(options.agent !== undefined && { TRACKER_AGENT: options.agent }) },
    ...{ signal: options.signal, limit: options.limit },
    shows: (made) => {
      came.usual = made;
      return {
        ...made,
        byRow: () => undefined,
        async write(result) {
          const { after: _after, remarks: _remarks, failure: _failure, ...bare } = await whole(result);
          if (bare.is !== 'pages') came.shown = bare;
        },
        text: async (text) => void printed.push(typeof text === 'string' ? text : ''),
        say: async (sentence) => void said.push(sentence),
        warn: async (message) => void said.push(message),
        age: async ({ from }) => void said.push(`as of ${from.toISOString()}`),
      };
    },
    fails: (error) => {
      came.failure = error;
    },
  });
  const { stderr } = streams.take();
  const kind = came.failure instanceof TrackerError ? came.failure.kind : 'failed';
  return {
    /** What it gave back, if anything; pages as one list. */
    shown: came.shown,
    /** What it printed as it is. */
    printed: printed.join(''),
    /** What it said beside that. */
    said,
    failure: code === 0 ? undefined : { kind, text: stderr.trim() },
    /** Shows a result in the format for agents. */
    async show(result: VerbResult): Promise<string> {
      if (came.usual) await showShown(came.usual, result);
      return streams.take().stdout;
    },
    mask,
  };
}

/** The flags with which this program was started, for what it runs. */
function globalsOf({ settings }: Context): readonly string[] {
  const { target, offline, insecureHttp, timeoutMs, stored } = settings;
  const seconds = timeoutMs / 1000;
  return [
    ...(target.kind === 'named' && target.source === '-I' ? ['-I', target.text] : []),
    ...(offline ? ['--offline'] : []),
    ...(insecureHttp ? ['--insecure-http'] : []),
    ...(seconds === (stored.timeout ?? defaultTimeoutSeconds) ? [] : ['--timeout', String(seconds)]),
  ];
}

/** Streams that nobody is at. */
function pipesLike(io: Io): Io {
  return {
    ...io,
    stdin: { isTerminal: false, readAll: async () => new Uint8Array(), stream: () => Readable.from([]) },
    stdout: { ...io.stdout, isTerminal: false },
    stderr: { ...io.stderr, isTerminal: false },
  };
}
