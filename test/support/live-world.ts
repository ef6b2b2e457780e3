import { interruptedBy } from '../../src/cli/run.js';
import { createTransport } from '../../src/http/transport/choose.js';
import type { App } from '../../src/sandbox/http/exchange.js';
import { type Listener, listen } from '../../src/sandbox/http/listen.js';
import { atEnd } from './clean-ups.js';
import { type Machine, makeMachine, type Ran, type RunOptions } from './computer/machine.js';
import { owner, signIn } from './run.js';
import { openSeeded } from './sandbox/seeded-data.js';
import type { FakeStreams } from './terminal/fake-streams.js';

/** A command that runs until it ends or is stopped. */
export interface RunningCommand {
  stdout(): string;
  stderr(): string;
  /** Ctrl-C. */
  stop(): Promise<Ran>;
  readonly ended: Promise<Ran>;
}

/** A sandbox on a real port, and the computers of people who are signed in to it; commands run in this process. */
export interface LiveWorld {
  readonly url: string;
  run(commandLine: string | readonly string[], as?: string): Promise<Ran>;
  start(commandLine: string | readonly string[], options?: RunOptions & { readonly as?: string }): RunningCommand;
  machine(email?: string): Promise<Machine>;
  /** How many event streams have been opened. */
  streams(): number;
  /** How often `GET` of this path, such as `/inbox`, has been answered. */
  reads(path: string): number;
  /** Closes the port, and with it every connection. */
  stopServer(): Promise<void>;
  /** Opens the same port again. */
  startServer(): Promise<void>;
}

export async function openLiveWorld({ rotateEvery = 0 } = {}): Promise<LiveWorld> {
  const sandbox = await openSeeded({ seed: 'demo:1', ...(rotateEvery > 0 && { rotateEvery }) });
  const answered: string[] = [];
  const app: App = async (exchange) => {
    const reply = await sandbox.app(exchange);
    if (exchange.method === 'GET' && reply.status === 200) answered.push(exchange.target.replace(/\?.*/s, ''));
    return reply;
  };
  let listening: Listener = await listen(app, {});
  const { url, port } = listening;
  const machines = new Map<string, Promise<Machine>>();
  const send = createTransport({ timeoutMs: 10_000, env: {} });
  atEnd(async () => {
    await listening.close();
    sandbox.close();
  });
  const open = async (email: string): Promise<Machine> => {
    const made = makeMachine({ now: () => new Date(), send });
    atEnd(() => made.remove());
    await signIn(made, { sandbox, url }, email);
    return made;
  };
  const machine = (email = owner): Promise<Machine> => {
    const known = machines.get(email) ?? open(email);
    machines.set(email, known);
    return known;
  };
  const reads = (path: string): number => answered.filter((each) => each === `/api/v1${path}`).length;
  return {
    url,
    machine,
    run: async (commandLine, as) => await (await machine(as)).run(commandLine),
    start(commandLine, { as, ...options } = {}) {
      const stopping = new AbortController();
      let streams: FakeStreams | undefined;
      const onStart = (made: FakeStreams): void => {
        streams = made;
      };
      const ended = machine(as).then((each) => each.run(commandLine, { ...options, signal: stopping.signal, onStart }));
      return {
        stdout: () => streams?.stdout() ?? '',
        stderr: () => streams?.stderr() ?? '',
        ended,
        async stop() {
          stopping.abort(interruptedBy('SIGINT', 130));
          return await ended;
        },
      };
    },
    streams: () => reads('/events'),
    reads,
    stopServer: () => listening.close(),
    async startServer() {
      listening = await listen(app, { port });
    },
  };
}
