import { PassThrough, Readable } from 'node:stream';
import { run } from '../../src/cli/run.js';
import { createIo } from '../../src/terminal/streams.js';
import { type Home, programFile } from './home.js';
import { version } from './machine.js';
import type { Outcome, RunOptions } from './program.js';

/**
 * Runs `tracker` in this process with the home's files and the real network: ten times as fast as a process of its own. For
 * what comes of a command; what its process does (signals, streams, how it ends) needs `tracker`.
 */
export async function runHere(
  home: Home,
  words: string | readonly string[],
  { stdin = '', env = {}, folder = home.folder, showsToken }: RunOptions = {},
): Promise<Outcome> {
  const argv = typeof words === 'string' ? words.split(' ') : words;
  const [stdout, stderr] = [collect(), collect()];
  home.secrets.learn();
  const code = await run({
    argv,
    env: { ...home.env, ...env },
    io: createIo({ stdin: Readable.from([Buffer.from(stdin)]), stdout: stdout.stream, stderr: stderr.stream }),
    platform: process.platform,
    workingFolder: folder,
    hostName: () => 'here',
    processes: { id: process.pid, isAlive: () => true, startedAt: () => '', terminate: () => undefined },
    now: () => new Date(),
    signal: new AbortController().signal,
    yieldInterrupts: (work) => work(),
    version,
    program: { node: process.execPath, script: programFile },
  });
  const outcome = { code, stdout: stdout.text(), stderr: stderr.text() };
  const isMeant = showsToken ?? argv[0] === 'token';
  home.secrets.checkShown(isMeant ? outcome.stderr : outcome.stdout + outcome.stderr, argv.join(' '));
  return outcome;
}

function collect(): { readonly stream: PassThrough; text(): string } {
  const stream = new PassThrough();
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
