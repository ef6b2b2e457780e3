import { toPropose } from '../../src/contract/allowed.js';
import { TrackerError } from '../../src/contract/errors.js';
import type { HeldLock } from '../../src/disk/lock.js';
import { claim, claimIfFree, settled, withClaim } from '../../src/ledger/claim.js';
import { type Entry, isFinished } from '../../src/ledger/entry.js';
import { changeProposal, rejectProposal } from '../../src/ledger/proposals.js';
import { sendClaimed, withEntry } from '../../src/ledger/send.js';
import { openLedger } from '../../src/ledger/store.js';
import { realProcesses } from '../disk/real-processes.js';
import { within } from '../support/computer/folder.js';

/** What this process is told to do with an entry. */
export interface Order {
  readonly op:
    | 'write'
    | 'type'
    | 'leave'
    | 'decide'
    | 'send'
    | 'sendWaiting'
    | 'settle'
    | 'look'
    | 'delete'
    | 'propose'
    | 'accept'
    | 'reject'
    | 'arrived';
  readonly number?: number | undefined;
  /** The entry as somebody has looked at it. */
  readonly seen?: Entry | undefined;
  /** The text of the entry, which names it on the server. */
  readonly token?: string | undefined;
  readonly account?: string | undefined;
  readonly isRepeatable?: boolean | undefined;
  /** A person says that it may be sent although it may have arrived. */
  readonly isAsked?: boolean | undefined;
  /** How far the clock is off (milliseconds). */
  readonly clock?: number | undefined;
}

/** What the server does with a request. */
export type Answer = 'taken' | 'refused' | 'lost' | 'unreachable' | 'later';

/** A process of the model: it does what its parent orders, and its parent is also the server. */
const folder = process.argv[2] ?? '';
let clock = 0;
const ledger = openLedger(within(folder), () => new Date(Date.now() + clock));
const parts = { ledger, processes: realProcesses };
/** As an agent has it. */
const agents = { ...parts, ledger: openLedger(within(folder), () => new Date(Date.now() + clock), 'bot') };
const held = new Map<number, HeldLock>();

const answers = new Map<string, (answer: Answer) => void>();
let requests = 0;

/** A request to the server: the text, and whose token it carries. */
async function request(token: string, account: string): Promise<void> {
  const id = `${process.pid}-${++requests}`;
  const answer = await new Promise<Answer>((resolve) => {
    answers.set(id, resolve);
    process.send?.({ request: { id, token, account } });
  });
  if (answer === 'refused') throw new TrackerError('invalid', 'refused', { status: 400 });
  if (answer === 'lost') throw new TrackerError('unknown_outcome', 'the connection was lost');
  if (answer === 'unreachable') throw new TrackerError('network', 'unreachable');
  if (answer === 'later') throw new TrackerError('network', 'asked to wait', { status: 429 });
}

const bodyOf = ({ flags }: Entry): string => String(flags?.body);

async function send(entry: Entry, isAsked = false): Promise<void> {
  await withEntry(parts, { number: entry.number, read: entry }, async (now) => {
    await sendClaimed(parts, { entry: now, isAsked }, async () => await request(bodyOf(now), now.owner));
  });
}

const mine = (account: string | undefined): readonly Entry[] =>
  ledger.entries().filter(({ owner, flags }) => owner === account && flags !== undefined);

/** An agent's request, which nothing may send. */
const onlyProposed = async (): Promise<never> => {
  throw toPropose({ level: 'propose', why: '' });
};

const orders: Readonly<Record<Order['op'], (order: Order) => Promise<unknown>>> = {
  async write({ token, account = '' }) {
    const entry = ledger.begin({
      state: 'writing',
      url: 'u',
      owner: account,
      words: ['tickets', 'reply', 'A-1'],
      flags: { body: token },
    });
    held.set(entry.number, await claim(parts, { number: entry.number, purpose: 'writing' }));
    return entry.number;
  },
  async type({ number = 0, token }) {
    const entry = ledger.find(number);
    if (entry?.state === 'writing' && held.get(number)?.isOurs()) ledger.replace({ ...entry, flags: { body: token } });
    else return 'not ours';
  },
  async leave({ number = 0 }) {
    const lock = held.get(number);
    if (lock?.isOurs()) ledger.step(number, 'leave');
    lock?.release();
    held.delete(number);
  },
  async decide({ token, account = '', isRepeatable }) {
    const given = {
      state: 'waiting',
      url: 'u',
      owner: account,
      words: ['tickets', 'edit', 'A-1'],
      isRepeatable,
    } as const;
    return ledger.begin({ ...given, flags: { body: token } }).number;
  },
  async send({ number = 0, account, seen, isAsked }) {
    const entry = seen ?? mine(account).find((each) => each.number === number);
    if (entry && !held.has(number)) await send(entry, isAsked);
  },
  async sendWaiting({ account }) {
    for (const entry of mine(account).toReversed()) {
      const now = await settled(parts, entry);
      if (now?.state !== 'waiting') continue;
      await send(now).catch((error: unknown) => {
        if (!(error instanceof TrackerError) || error.kind !== 'conflict') throw error;
      });
    }
  },
  async settle({ number = 0 }) {
    const entry = ledger.find(number);
    if (entry) await settled(parts, entry);
  },
  look: async () => ledger.entries().map((seen) => ({ ...seen, seen, body: seen.flags?.body })),
  async delete({ number = 0 }) {
    const lock = await claimIfFree(parts, number);
    try {
      const state = ledger.find(number)?.state;
      if (lock && (state === 'unsent' || state === 'doubtful')) return ledger.step(number, 'delete').state;
    } finally {
      lock?.release();
    }
  },
  async propose({ token, account = '' }) {
    const words = ['tickets', 'reply', 'A-1'];
    const flags = { body: token };
    const entry = agents.ledger.begin({ state: 'unsent', url: 'u', owner: account, words, flags });
    await withEntry(agents, { number: entry.number, read: entry }, async (now) => {
      await sendClaimed(agents, { entry: now, isAsked: true, queue: 'propose' }, onlyProposed);
    });
    await changeProposal(agents, entry.number, { seen: {} });
    return entry.number;
  },
  /** As `drafts send` does once its question was answered. */
  async accept({ number = 0, account = '' }) {
    const accepting = { ...parts, accepted: number };
    const mine = await changeProposal(parts, number, { owner: account });
    if (!mine) return 'decided before';
    await withEntry(accepting, { number, read: mine }, async (now) => {
      await sendClaimed(accepting, { entry: now, isAsked: true }, async () => await request(bodyOf(now), account));
    });
  },
  async reject({ number = 0 }) {
    await rejectProposal(parts, number, '');
    return 'rejected';
  },
  async arrived({ number = 0 }) {
    await withClaim(parts, { number }, async () => {
      const entry = ledger.find(number);
      if (entry && !isFinished(entry)) ledger.step(number, 'accept');
    });
  },
};

process.on(
  'message',
  (message: {
    readonly order?: Order & { readonly id: number };
    readonly answer?: { readonly id: string; readonly answer: Answer };
  }) => {
    if (message.answer) return answers.get(message.answer.id)?.(message.answer.answer);
    const { order } = message;
    if (!order) return;
    clock = order.clock ?? clock;
    const reply = (result: unknown): void => void process.send?.({ done: { id: order.id, result } });
    orders[order.op](order).then(reply, (error: unknown) => {
      if (error instanceof TrackerError) reply({ error: error.kind });
      else throw error;
    });
  },
);
process.send?.({ ready: true });
