import { PassThrough, Readable } from 'node:stream';
import type { Host } from '../../src/cli/host.js';
import { run } from '../../src/cli/run.js';
import { processes } from '../../src/main.js';
import { createIo } from '../../src/terminal/streams/create-io.js';
import { callRoute } from './call-route.js';
import type { Home } from './computer/home.js';
import { version } from './computer/machine.js';
import { type Outcome, type RunOptions, tracker } from './computer/program.js';
import { programCommand, usesNode } from './computer/program-file.js';

interface HereOptions extends Omit<RunOptions, 'uid'> {
  /** A terminal on all three streams; left out, all three are pipes. */
  readonly terminal?: { readonly columns: number; readonly rows: number };
}

/**
 * Runs `tracker` in this process, with the home's files and the real network, which takes a tenth of the time. For what a
 * command does; what its process does (signals, streams, how it ends) and what NODE_OPTIONS and the like change need `tracker`.
 * A program that TRACKER_PROGRAM names still runs in a process of its own.
 */
export async function runHere(
  home: Home,
  words: string | readonly string[],
  options: HereOptions = {},
): Promise<Outcome> {
  if (!usesNode && !options.terminal) return await tracker(home, words, options);
  return await runAs(run, home, typeof words === 'string' ? words.split(' ') : words, options);
}

/** Runs `callRoute` the same way. */
export async function callHere(home: Home, words: readonly string[], options: HereOptions = {}): Promise<Outcome> {
  return await runAs(callRoute, home, words, options);
}

async function runAs(
  work: (host: Host) => Promise<number>,
  home: Home,
  argv: readonly string[],
  { stdin = '', env = {}, folder = home.folder, showsToken = argv[0] === 'token', terminal }: HereOptions,
): Promise<Outcome> {
  const is = terminal && { isTTY: true, ...terminal };
  const [stdout, stderr] = [collect(), collect()];
  home.secrets.learn();
  const code = await work({
    argv,
    env: { ...home.env, ...env },
    io: createIo({
      stdin: Object.assign(Readable.from([Buffer.from(stdin)]), is),
      stdout: Object.assign(stdout.stream, is),
      stderr: Object.assign(stderr.stream, is),
    }),
    platform: process.platform,
    uid: process.getuid?.(),
    workingFolder: folder,
    hostName: () => 'here',
    terminalName: async () => undefined,
    processes,
    now: () => new Date(),
    signal: new AbortController().signal,
    yieldInterrupts: (wait) => wait(),
    version,
    program: programCommand,
  });
  const outcome = { code, stdout: stdout.text(), stderr: stderr.text() };
  home.secrets.checkShown(showsToken ? outcome.stderr : outcome.stdout + outcome.stderr, argv.join(' '));
  return outcome;
}

function collect(): { readonly stream: PassThrough; text(): string } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
