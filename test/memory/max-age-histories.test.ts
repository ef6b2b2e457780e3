import { cpSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { HttpReply, Send } from '../../src/http/message.js';
import { makeRandom, type Random } from '../../src/sandbox/seed/random.js';
import { atEnd } from '../support/clean-ups.js';
import { type Machine, makeMachine } from '../support/computer/machine.js';
import { openWorld, signIn, type TestWorld, usualNow } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';

const mara = 'mara@lantern.example';
const accounts = [mara, 'zoe@lantern.example'] as const;
type Account = (typeof accounts)[number];

const ids = [1, 2, 3].map((each) => `00000000-0000-4000-8000-00000000000${each}`);

/** A version of a task, and when it came into being (seconds). */
interface Version {
  readonly number: number;
  readonly since: number;
}

/** One history: a server with three tasks, one computer with two accounts, and what its commands must not show any more. */
class History {
  /** The true time (seconds), and how far the clock was set back. */
  time = 0;
  setBack = 0;
  signedIn: Account = mara;
  readonly versions: ReadonlyMap<string, Version[]> = new Map(ids.map((id) => [id, [{ number: 0, since: 0 }]]));
  /** The versions that an account has made, or was told about, as its commands show at least from then on. */
  readonly least = new Map<string, number>();
  readonly tokens = new Map<string, Account>();
  sent = 0;
  served = 0;

  constructor(
    readonly machine: Machine,
    readonly world: TestWorld,
    readonly random: Random,
  ) {}

  get clock() {
    const at = new Date(usualNow.getTime() + (this.time - this.setBack) * 1_000);
    return { now: () => at, uptime: () => this.time * 1_000 };
  }

  change(id: string): void {
    const all = this.versions.get(id) ?? [];
    all.push({ number: all.length, since: this.time });
  }

  /** From now on, commands of this account show what is so now. */
  tell(id: string): void {
    this.least.set(`${this.signedIn} ${id}`, this.latest(id));
  }

  latest(id: string): number {
    return (this.versions.get(id) ?? []).length - 1;
  }

  /** The server; `meanwhile` happens after a request has been answered and before its answer arrives. */
  server(meanwhile: () => Promise<void> = async () => undefined): Send {
    return async ({ method, url, headers, body }) => {
      this.sent += 1;
      const token = headers.authorization ?? '';
      if (!this.tokens.has(token)) this.tokens.set(token, this.signedIn);
      const whose = this.tokens.get(token);
      const id = ids.find((each) => url.pathname.includes(each));
      const taskOf = (each: string) => ({
        uuid: each,
        displayId: `SCM-${each.slice(-1)}`,
        title: `${whose} ${this.latest(each)}`,
        status: 'todo',
      });
      if (method !== 'GET' && id) this.change(id);
      const answer = (): HttpReply => {
        if (url.pathname.endsWith('/me'))
          return answerJson(200, { user: { id: this.world.sandbox.person(whose ?? '').id } });
        if (url.pathname.endsWith('/search')) return answerJson(200, { results: [] });
        if (method === 'GET') return answerJson(200, id ? { task: taskOf(id) } : { tasks: ids.map(taskOf), users: {} });
        return answerJson(/refuse/.test(String(body)) ? 400 : 200, { ok: true, message: 'no' });
      };
      const reply = answer();
      await meanwhile();
      return reply;
    };
  }

  async run(line: string | readonly string[], send = this.server()) {
    return await this.machine.run(line, { ...this.clock, send });
  }

  /** Reads something, and checks that it is no older than `most` (seconds). */
  async read(flags: string, most: number, send?: Send): Promise<void> {
    const id = this.random.chance(0.5) ? this.random.pick(ids) : undefined;
    const before = this.sent;
    const { code, stdout, stderr } = await this.run(
      `${id ? `tasks view ${id} --jq .task` : 'tasks list --scope all --jq .[]'} ${flags}`,
      send,
    );
    expect(code, stderr).toBe(0);
    if (this.sent === before) this.served += 1;
    const rows = stdout
      .trim()
      .split(/\n(?=\{)/)
      .map((text) => JSON.parse(text) as { readonly uuid: string; readonly title: string });
    expect(rows).toHaveLength(id ? 1 : 3);
    for (const { uuid, title } of rows) {
      const [whose, number = ''] = title.split(' ');
      expect(whose).toBe(this.signedIn);
      const next = (this.versions.get(uuid) ?? [])[Number(number) + 1];
      if (next) expect(this.time - next.since, `${title} ${flags}`).toBeLessThanOrEqual(most);
      expect(Number(number), 'what we have changed, or were told').toBeGreaterThanOrEqual(
        this.least.get(`${this.signedIn} ${uuid}`) ?? 0,
      );
    }
  }

  async write(id = this.random.pick(ids)): Promise<void> {
    const { code, stderr } = await this.run(`api -X PATCH /tasks/${id} -f priority=low`);
    expect(code, stderr).toBe(0);
    this.tell(id);
  }

  /** The process of a write ends as the server has it: the files stay as they are at that moment. */
  async killedWrite(): Promise<void> {
    const id = this.random.pick(ids);
    const cache = join(this.machine.folder, 'cache');
    const send: Send = async (request) => {
      const reply = await this.server()(request);
      cpSync(cache, `${cache}-then`, { recursive: true });
      return reply;
    };
    await this.run(`api -X PATCH /tasks/${id} -f priority=low`, send);
    rmSync(cache, { recursive: true });
    cpSync(`${cache}-then`, cache, { recursive: true, preserveTimestamps: true });
    rmSync(`${cache}-then`, { recursive: true });
    this.tell(id);
  }

  /** A running process hears that somebody else has changed something. */
  async hear(): Promise<void> {
    const id = this.random.pick(ids);
    this.change(id);
    const stop = new AbortController();
    const hint = `data: ${JSON.stringify({ type: 'entity', entityType: 'task', entityId: id })}\n\n`;
    const body = async function* () {
      yield Buffer.from(hint);
      stop.abort();
    };
    const headers = { 'content-type': 'text/event-stream' };
    const send: Send = async () => ({ status: 200, headers, body: body(), discard: () => undefined });
    await this.machine.run('events', { ...this.clock, send, signal: stop.signal });
    this.tell(id);
  }

  wait(): void {
    this.time += this.random.pick([1, 10, 100, 2_000]);
  }

  setClock(): void {
    this.setBack += this.random.pick([2, 60, 1_500, -1_000]);
  }

  async step(): Promise<void> {
    const most = this.random.pick([5, 30, 600, 3_600]);
    const does: readonly (() => Promise<void>)[] = [
      ...Array.from({ length: 6 }, () => async () => await this.read(`--max-age ${most}s`, most)),
      async () => await this.read('', 0),
      async () => await this.read('--refresh', 0),
      async () => await this.write(),
      async () => await this.killedWrite(),
      async () => await this.hear(),
      async () => this.change(this.random.pick(ids)),
      async () => this.wait(),
      async () => this.wait(),
      async () => this.setClock(),
      // Others write while an answer is on its way, which is then older than the write.
      async () =>
        await this.read(
          '',
          0,
          this.server(async () => this.change(this.random.pick(ids))),
        ).catch(() => undefined),
      async () => {
        const during = this.server(async () => await this.write(ids[0]));
        await this.run('tasks list --scope all', during);
        await this.run(`tasks view ${ids[0]}`, during);
      },
      async () => {
        await this.run(`api -X PATCH /tasks/${ids[1]} -f priority=refuse`);
        this.tell(ids[1] ?? '');
      },
      async () => {
        if (this.random.chance(0.3)) await this.run('logout');
        this.signedIn = this.random.pick(accounts);
        await signIn(this.machine, this.world, this.signedIn);
      },
    ];
    await this.random.pick(does)();
  }
}

/** More of them: ROUNDS=200 npx vitest run test/memory/max-age-histories.test.ts */
const rounds = Number(process.env.ROUNDS ?? 10);

test('in random histories, no answer is older than allowed, or from before what we have written or were told', {
  timeout: 30_000 + rounds * 2_000,
}, async () => {
  const world = await openWorld({ seed: 'demo:1' });
  let [served, sent] = [0, 0];
  for (let seed = 0; seed < rounds; seed += 1) {
    const machine = makeMachine({ now: () => usualNow, send: async () => expect.fail('sent elsewhere') });
    atEnd(() => machine.remove());
    const history = new History(machine, world, makeRandom(`history ${seed}`));
    await signIn(machine, world, mara);
    for (let steps = 0; steps < 10; steps += 1)
      await history.step().catch((error: unknown) => {
        throw new Error(`history ${seed}, step ${steps}: ${error}`, { cause: error });
      });
    served += history.served;
    sent += history.sent;
  }
  // Both happen often enough to mean something.
  expect(served).toBeGreaterThan(rounds / 2);
  expect(sent).toBeGreaterThan(rounds * 2.5);
});

test('a busy stream of hints makes no file that grows for ever, and an empty memory none at all', async () => {
  const world = await openWorld({ seed: 'empty:1' });
  const machine = await world.machine(mara);
  const changes = (): readonly string[] =>
    readdirSync(join(machine.folder, 'cache'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => basename(name) === 'changes',
    );
  const hear = async (hints: number): Promise<void> => {
    const stop = new AbortController();
    const body = async function* () {
      for (let at = 0; at < hints; at += 1)
        yield Buffer.from(`data: {"type":"entity","entityType":"task","entityId":"${ids[at % 3]}-${at}"}\n\n`);
      stop.abort();
    };
    const headers = { 'content-type': 'text/event-stream' };
    const send: Send = async () => ({ status: 200, headers, body: body(), discard: () => undefined });
    await machine.run('events', { send, signal: stop.signal });
  };
  await hear(10);
  expect(changes()).toEqual([]);
  await machine.run('tasks list --scope all');
  await hear(10);
  expect(changes()).toHaveLength(1);
});
