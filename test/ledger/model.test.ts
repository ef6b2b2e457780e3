import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Entry, EntryState } from '../../src/ledger/entry.js';
import { makeRandom, type Random } from '../../src/sandbox/seed/random.js';
import { makeFolder } from '../support/computer/folder.js';
import { allTests } from '../support/set-up.js';
import { until } from '../support/until.js';
import { bundleProgram } from '../terminal/pseudo-terminal.js';
import type { Answer, Order } from './model-program.js';

const program = allTests(() => bundleProgram(fileURLToPath(new URL('model-program.ts', import.meta.url))));

/** A text, as the people who wrote it and the server know it. */
interface Text {
  readonly account: string;
  readonly isRepeatable: boolean;
  /** Of what an agent has written: whether a person has said that it may be sent. */
  isAccepted?: boolean;
  isRejected?: boolean;
  isOpen?: boolean;
  /** Undefined until its process has said that it is on disk. */
  number?: number;
  /** The last version that is certainly on disk. */
  version: number;
  readonly arrivals: { readonly account: string; readonly version: number }[];
  isDeleted: boolean;
}

interface Shown {
  readonly number: number;
  readonly state: EntryState;
  readonly owner: string;
  readonly body?: string;
  readonly seen: Entry;
}

/** Three processes, a server, and people who know only what the processes have told them. */
class World {
  readonly texts = new Map<string, Text>();
  readonly wrong: string[] = [];
  readonly #folder = makeFolder();
  readonly #workers: (Worker | undefined)[] = [undefined, undefined, undefined];
  isGood = false;
  kills = 0;

  constructor(readonly random: Random) {}

  /** Undefined if there is none. */
  pick<T>(all: readonly T[]): T | undefined {
    return all.length === 0 ? undefined : this.random.pick(all);
  }

  async worker(at: number): Promise<Worker> {
    const living = this.#workers[at];
    if (living?.isAlive) return living;
    const next = new Worker(fork(program.file, [this.#folder], { execArgv: [] }), this);
    this.#workers[at] = next;
    await next.ready;
    return next;
  }

  killAll(): void {
    for (const worker of this.#workers) worker?.kill();
  }

  /** What the server does with a request, and whether the process that sent it is killed before or after that. */
  receive(
    worker: Worker,
    { token, account }: { readonly token: string; readonly account: string },
  ): Answer | undefined {
    const [name = '', version = '0'] = token.split('#');
    const text = this.textOf(token);
    if (!this.isGood && this.random.chance(0.08)) return worker.kill();
    const answer = this.isGood
      ? 'taken'
      : (this.pick<Answer>(['taken', 'taken', 'refused', 'lost', 'lost', 'unreachable', 'later']) ?? 'taken');
    if (text.isAccepted === false) this.wrong.push(`${name} was sent without a person's word`);
    if (answer === 'taken' || (answer === 'lost' && this.random.chance(0.5)))
      text.arrivals.push({ account, version: Number(version) });
    if (!this.isGood && this.random.chance(0.08)) return worker.kill();
    return answer;
  }

  textOf(token: string): Text {
    const text = this.texts.get(token.split('#')[0] ?? '');
    if (!text) throw new Error(`nobody wrote ${token}`);
    return text;
  }

  arrivedIn(token: string): boolean {
    return this.textOf(token).arrivals.length > 0;
  }

  /** A person says that a text may be sent, whoever has written it. */
  mean(token = ''): void {
    const text = this.textOf(token);
    if (text.isAccepted !== undefined) text.isAccepted = true;
  }
}

/** What a process says. */
interface Message {
  readonly ready?: true;
  readonly done?: { readonly id: number; readonly result: unknown };
  readonly request?: { readonly id: string; readonly token: string; readonly account: string };
}

class Worker {
  isAlive = true;
  readonly ready: Promise<void>;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #orders = 0;

  constructor(
    readonly child: ChildProcess,
    readonly world: World,
  ) {
    this.ready = new Promise((resolve) => {
      child.on('message', ({ ready, done, request }: Message) => {
        if (ready) resolve();
        if (done) this.#done(done);
        const answer = request && world.receive(this, request);
        const reply = (): unknown => answer && this.isAlive && child.send({ answer: { id: request?.id, answer } });
        // Meanwhile, the others see that it is being sent.
        if (answer) setTimeout(reply, world.isGood ? 0 : world.random.next() * 25);
      });
    });
    child.on('exit', (_code, signal) => {
      if (signal !== 'SIGKILL') world.wrong.push('a process ended by itself');
      this.isAlive = false;
      for (const resolve of this.#waiting.values()) resolve(undefined);
    });
  }

  #done({ id, result }: { readonly id: number; readonly result: unknown }): void {
    this.#waiting.get(id)?.(result);
    this.#waiting.delete(id);
  }

  kill(): undefined {
    if (this.isAlive) this.world.kills++;
    this.isAlive = false;
    this.child.kill('SIGKILL');
  }

  /** What the process answers; undefined if it was killed. */
  async order(order: Order): Promise<unknown> {
    const id = ++this.#orders;
    return await new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.child.send({ order: { ...order, id } }, (error) => error && resolve(undefined));
      if (!this.world.isGood && this.world.random.chance(0.04))
        setTimeout(() => this.kill(), this.world.random.next() * 6);
    });
  }
}

/** One thing that somebody does in one of the windows. */
async function act(world: World, worker: Worker): Promise<void> {
  const account = world.pick(['anna', 'ben']) ?? '';
  const known = [...world.texts].filter(([, text]) => text.number !== undefined && text.account === account);
  const [name = '', text] = world.pick(known) ?? [];
  const { number } = text ?? {};
  const clock = world.random.chance(0.1) ? (world.random.next() - 0.5) * 1e8 : undefined;
  const op = world.pick<Order['op']>([
    ...(['write', 'write', 'decide', 'type', 'leave', 'leave', 'send', 'send'] as const),
    ...(['propose', 'propose', 'accept', 'accept', 'reject'] as const),
    'sendWaiting',
    'sendWaiting',
    'sendWaiting',
    'look',
    'delete',
  ]);
  if (op === undefined) return;
  if (op === 'accept' || op === 'reject') return await judge(world, worker, { op, account });
  if (op === 'write' || op === 'decide' || op === 'propose') {
    const isRepeatable = op === 'decide' && world.random.chance(0.5);
    const token = `text-${world.texts.size + 1}`;
    const begun: Text = { account, isRepeatable, version: 0, arrivals: [], isDeleted: false };
    if (op === 'propose') begun.isAccepted = false;
    world.texts.set(token, begun);
    const made = await worker.order({ op, token, account, isRepeatable, clock });
    if (typeof made === 'number') begun.number = made;
    return;
  }
  if (op === 'type' && text) {
    const version = text.version + 1;
    const said = await worker.order({ op, number, token: `${name}#${version}`, clock });
    if (said === undefined && worker.isAlive) text.version = version;
    return;
  }
  if (op === 'delete' && text) {
    const said = await worker.order({ op, number, clock });
    // One that was killed may have deleted it before it could say so.
    if (said === 'deleted' || !worker.isAlive) text.isDeleted = true;
    return;
  }
  if (op === 'look' || op === 'send') return await decide(world, worker, account);
  await worker.order({ op, number, account, clock });
}

/** A person decides on a proposal, whoever has signed in; two may do so at once. */
async function judge(world: World, worker: Worker, { op, account }: Pick<Order, 'op' | 'account'>): Promise<void> {
  const rows = ((await worker.order({ op: 'look' })) ?? []) as readonly Shown[];
  const row = world.pick(rows.filter(({ state }) => state === 'proposed'));
  if (!row) return;
  const text = world.textOf(row.body ?? '');
  if (op === 'accept') world.mean(row.body);
  const said = await worker.order({ op, number: row.number, account });
  // One that was killed may have rejected it before it could say so.
  if (said === 'rejected') text.isRejected = true;
  else if (op === 'reject' && !worker.isAlive) text.isDeleted = true;
}

/** Somebody looks at the list: what may have arrived is looked up on the server; what was not sent is sent. */
async function decide(world: World, worker: Worker, account: string): Promise<void> {
  const rows = ((await worker.order({ op: 'look' })) ?? []) as readonly Shown[];
  const row = world.pick(
    rows.filter(({ owner, state }) => owner === account && (state === 'unsent' || state === 'doubtful')),
  );
  if (!row) return;
  world.mean(row.body);
  if (row.state === 'unsent') return void (await worker.order({ op: 'send', number: row.number, account }));
  if (world.arrivedIn(row.body ?? '')) return void (await worker.order({ op: 'arrived', number: row.number }));
  await worker.order({ op: 'send', number: row.number, account, seen: row.seen, isAsked: true });
}

/** All processes are killed; a last one settles what they left and sends it, and the server is well again. */
async function finish(world: World): Promise<void> {
  world.killAll();
  world.isGood = true;
  const worker = await world.worker(0);
  const look = async (): Promise<readonly Shown[]> => (await worker.order({ op: 'look' })) as readonly Shown[];
  // A process that is killed before its lock says whose it is leaves one that counts for 2 s.
  await until('the end of killed processes', async () => {
    const held = (await look()).filter(({ state }) => state === 'writing' || state === 'sending');
    for (const { number } of held) await worker.order({ op: 'settle', number });
    return held.length === 0;
  });
  for (const account of ['anna', 'ben']) await worker.order({ op: 'sendWaiting', account });
  for (const { number, state, owner, body = '' } of await look()) {
    if (state === 'doubtful' && world.arrivedIn(body)) await worker.order({ op: 'arrived', number });
    else if (state === 'unsent' || state === 'doubtful') {
      world.mean(body);
      await worker.order({ op: 'send', number, account: owner, isAsked: true });
    } else if (state === 'proposed') world.textOf(body).isOpen = true;
  }
  const left = (await look()).filter(({ state }) => !['done', 'proposed', 'rejected'].includes(state));
  if (left.length > 0) world.wrong.push(`left: ${JSON.stringify(left)}`);
  world.killAll();
}

function check({ texts, wrong }: World): readonly string[] {
  for (const [name, { account, isRepeatable, number, version, arrivals, ...is }] of texts) {
    const count = arrivals.length;
    const isOver = is.isDeleted || is.isRejected || is.isOpen;
    if (count === 0 && number !== undefined && !isOver) wrong.push(`${name} was lost`);
    if (count > 0 && (is.isRejected || is.isOpen)) wrong.push(`${name} was sent, and nobody has accepted it`);
    if (count > 1 && !isRepeatable) wrong.push(`${name} was sent ${count} times`);
    const isOwn = is.isAccepted !== undefined || arrivals.every((each) => each.account === account);
    if (!isOwn) wrong.push(`${name} was sent by another account`);
    if (count > 0 && (arrivals.at(-1)?.version ?? 0) < version) wrong.push(`${name}: an older text was sent`);
  }
  return wrong;
}

/** How often; more by hand: `ROUNDS=20 npx vitest run test/ledger/model.test.ts`. */
const rounds = Number(process.env.ROUNDS ?? 2);

test.each(Array.from({ length: rounds }, (_, at) => at + 1))(
  'R87: three processes, two accounts, agents, kills at every step, a clock that jumps: nothing is lost, sent twice, or sent without a word (seed %i)',
  async (seed) => {
    const world = new World(makeRandom(`ledger ${seed}`));
    const inWindow = async (at: number): Promise<void> => {
      for (let step = 0; step < 50; step++) await act(world, await world.worker(at));
    };
    await Promise.all([0, 1, 2].map(inWindow));
    await finish(world);
    expect(check(world)).toEqual([]);
    const decided = [...world.texts.values()].filter(({ isAccepted, isRejected }) => isAccepted || isRejected);
    expect([world.kills > 3, world.texts.size > 10, decided.length > 0]).toEqual([true, true, true]);
  },
);
