import { describe } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openJournal, withJournal } from '../../src/sandbox/http/journal.js';
import { openSandbox, type Sandbox } from '../../src/sandbox/open.js';
import type { TroubleOptions } from '../../src/sandbox/trouble.js';
import { type Shape, shapes } from '../../src/sandbox/world.js';
import { atEnd } from './clean-ups.js';
import { type Machine, makeMachine, type Ran, type RunOptions } from './computer/machine.js';
import { requestLine, sendTo } from './sandbox/in-process.js';
import { queueByLastMessage } from './sandbox/queue.js';
import { openSeeded } from './sandbox/seeded-data.js';
import { allTests, eachTest } from './set-up.js';

export type { Ran } from './computer/machine.js';

export interface WorldOptions extends TroubleOptions {
  readonly shape?: Shape;
  /** An existing database (default: a new one in memory). */
  readonly file?: string;
  readonly seed?: string;
  readonly now?: Date;
  readonly rotateEvery?: number;
  readonly serviceName?: string;
  readonly uploadLimit?: number;
  /** The file that gets a line for each request. */
  readonly journal?: string;
}

export interface WorldRunOptions extends RunOptions {
  /** The person whose computer runs the command (default: the owner). */
  readonly as?: string;
  /** False for a computer without a sign-in. */
  readonly signedIn?: boolean;
}

/** A service with its data, its users, and their computers. */
export interface TestWorld {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Runs one command line in process; `tracker` itself is left out. */
  run(commandLine: string | readonly string[], options?: WorldRunOptions): Promise<Ran>;
  /** The rows, or the object, that a command prints with `--json`. Fails for any exit code but 0. */
  json(commandLine: string, options?: WorldRunOptions): Promise<unknown>;
  /** A new computer, signed in as this person, or not signed in. */
  machine(email?: string): Promise<Machine>;
  /** Request lines such as `GET /api/v1/tasks?scope=mine` since the last call. */
  takeRequests(): readonly string[];
  /** Sends a request to the service; for a `send` that changes some requests or responses. */
  readonly send: Send;
}

/** Mara Lindqvist, superadmin of the internal organisation Lantern Works. */
export const owner = 'mara@lantern.example';

/** Ten minutes after the last event in a seeded world; a Friday. */
export const usualNow: Date = new Date('2026-11-20T16:40:00Z');

const url = 'https://work.example';

/** Opens a fresh world. It is closed, and its folders are removed, at the end of the test file. */
export async function openWorld(options: WorldOptions = {}): Promise<TestWorld> {
  const { file, seed = 'demo:1', now = usualNow, journal, ...rest } = options;
  const how = { seed, now: () => now, ...rest };
  const sandbox = await (file === undefined ? openSeeded(how) : openSandbox({ file, ...how }));
  atEnd(() => sandbox.close());
  const requests: string[] = [];
  const app = journal === undefined ? sandbox.app : withJournal(sandbox.app, openJournal(journal), () => now);
  const service = sendTo(app, url);
  const send: Send = async (request) => {
    requests.push(requestLine(request));
    return await service(request);
  };
  const machine = async (email?: string): Promise<Machine> => {
    const made = makeMachine({ now: () => now, send });
    atEnd(() => made.remove());
    if (email !== undefined) await signIn(made, { sandbox, url }, email);
    return made;
  };
  const machines = new Map<string, Promise<Machine>>();
  const machineOf = (email: string | undefined): Promise<Machine> => {
    const key = email ?? '';
    const known = machines.get(key) ?? machine(email);
    machines.set(key, known);
    return known;
  };
  const run: TestWorld['run'] = async (commandLine, { as = owner, signedIn = true, ...how } = {}) =>
    await (await machineOf(signedIn ? as : undefined)).run(commandLine, how);
  return {
    sandbox,
    url,
    run,
    machine,
    send,
    async json(commandLine, how) {
      const { code, stdout, stderr } = await run(`${commandLine} --json`, how);
      if (code !== 0) throw new Error(`tracker ${commandLine} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    takeRequests: () => requests.splice(0),
  };
}

/** The same with a queue whose order is that of last messages, as screens of triage and their tests expect it. */
export async function openQueue(options: WorldOptions = {}): Promise<TestWorld> {
  const world = await openWorld(options);
  queueByLastMessage(world.sandbox.world);
  return world;
}

/** A world, or a queue, and a computer of the owner's in it. */
export const openAtHome = async (open = openWorld) => {
  const world = await open();
  return { world, machine: await world.machine(owner) };
};
export const openQueueAtHome = async () => await openAtHome(openQueue);

/** Stores a new session of this person the way `tracker login` does; what is called `work` is the default. */
export async function signIn(
  { vault }: Machine,
  { sandbox, url }: Pick<TestWorld, 'sandbox' | 'url'>,
  email: string,
  name = 'work',
): Promise<void> {
  const { id: userId, name: userName } = sandbox.person(email);
  const makeDefault = name === 'work';
  await vault.signIn({ name, url, userId, userName }, sandbox.signIn(email), { makeDefault });
}

/** Terminals of the usual width and of a large one, without colour. */
export const narrow = { terminal: { columns: 80 }, env: { NO_COLOR: '1' } } as const;
export const wide = { terminal: { columns: 200 }, env: { NO_COLOR: '1' } } as const;

/** The shapes of the API, to test behaviour that they share against all; a world has the first one unless a test asks for another. */
export { shapes };

/** Describes what holds in every shape, with a world of it that is there for as long as `lasting` says. */
const inShapes =
  (lasting: typeof allTests) =>
  (title: string, body: (world: TestWorld, shape: Shape) => void): void =>
    describe.each(shapes)(title, (shape) => {
      const world = lasting(() => openWorld({ shape }));
      body(world, shape);
    });

/** One world for all tests of a shape, and a new world for each test. */
export const allShapes = inShapes(allTests);
export const eachShape = inShapes(eachTest);

/** Success, with only data. */
export const printed = (stdout: string): Ran => ({ code: 0, stdout, stderr: '' });

/** Success, with data and a remark on stderr. */
export const remarked = (stdout: string, stderr: string): Ran => ({ code: 0, stdout, stderr });

/** A failure: one error, perhaps a hint, no data. */
export const refused = (code: number, error: string, hint?: string): Ran => ({
  code,
  stdout: '',
  stderr: `error: ${error}\n${hint === undefined ? '' : `hint: ${hint}\n`}`,
});
