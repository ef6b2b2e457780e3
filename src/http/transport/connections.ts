import type { LookupAddress } from 'node:dns';
import type { Agent, AgentOptions } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { toError } from './node-reply.js';

/** Where a connection leads to. Node adds what it needs to know besides. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  /** Aborted when nobody waits for the connection any more. Without it, the connection does not keep the program from ending. */
  readonly opening?: AbortSignal | undefined;
}

/** Opens a connection to a target through something else. */
export type Tunnel = (target: Target) => Promise<Socket>;

/** The connections to the servers of one protocol. */
export interface Connections {
  /** For requests that use a connection one after another. */
  readonly shared: Agent;
  /**
   * For requests that get a connection each: a server may close one after any response, without saying so, and whether it has seen
   * the next request cannot be known then (docs/requirements.md, R96).
   */
  readonly own: Agent;
  /** Opens connections until so many are ready for requests to come, if there has been one to this origin. */
  prepare(origin: string, count: number): void;
}

/** How long a connection is kept ready: servers close those on which nothing is asked (milliseconds). */
const readyMs = 3_000;

/** How long a shared connection is kept, as by Node's own agent (milliseconds). */
const keptMs = 5_000;

interface Ready {
  readonly origin: string;
  readonly socket: Promise<Socket>;
}

type Connect = (target: Target & { readonly socket?: Socket }) => Socket;

export function openConnections(AgentOf: new (options: AgentOptions) => Agent, tunnel?: Tunnel): Connections {
  const shared = new AgentOf({ keepAlive: true, timeout: keptMs });
  const own = new AgentOf({ keepAlive: false });
  const connect = shared.createConnection.bind(shared) as unknown as Connect;
  const targets = new Map<string, Target>();
  /** The address of each host that has answered first. */
  const answered = new Map<string, string | undefined>();
  const ready = new Set<Ready>();
  const open = async (target: Target): Promise<Socket> => {
    targets.set(target.origin, target);
    const { host } = target;
    if (!tunnel && isIP(host) !== 0) return connect(target);
    const socket = tunnel ? await tunnel(target) : await firstToAnswer(target, connect, answered.get(host));
    if (!tunnel) answered.set(host, socket.remoteAddress);
    return tunnel && target.origin.startsWith('https:') ? connect({ ...target, socket }) : socket;
  };
  const openAhead = (target: Target): void => {
    const one = { origin: target.origin, socket: open({ ...target, opening: undefined }) };
    ready.add(one);
    const drop = (): unknown => ready.delete(one);
    one.socket.then((socket) => {
      socket.unref().on('error', drop).on('close', drop);
      setTimeout(() => drop() && socket.destroy(), readyMs).unref();
    }, drop);
  };
  const takeReady = async (target: Target): Promise<Socket> => {
    const one = [...ready].find(({ origin }) => origin === target.origin);
    if (!one) return await open(target);
    ready.delete(one);
    const socket = await one.socket.catch(() => undefined);
    return socket && !socket.destroyed ? socket.ref() : await open(target);
  };
  shared.createConnection = givenTo(takeReady);
  own.createConnection = shared.createConnection;
  return {
    shared,
    own,
    prepare(origin, count) {
      const target = targets.get(origin);
      const missing = count - [...ready].filter((each) => each.origin === origin).length;
      for (let more = 0; target && more < missing; more++) openAhead(target);
    },
  };
}

/** A method of an agent that gives connections to `opened` once they are there. */
function givenTo(open: (target: Target) => Promise<Socket>): Agent['createConnection'] {
  return (target, opened) => {
    // Agents give no connection with an error, although the type demands one.
    const fail = opened as ((error: Error) => void) | undefined;
    open(target as Target).then((socket) => opened?.(null, socket), fail);
    return undefined;
  };
}

/** The head start of each address before the next one is tried too (milliseconds; RFC 8305, 5). */
const headStartMs = 250;

/**
 * The connection to whichever address of a host answers first, beginning with the one that did so last. None is given up for
 * another: it may be far away, and the others may lead nowhere (docs/requirements.md, R96).
 */
async function firstToAnswer(target: Target, connect: Connect, last: string | undefined): Promise<Socket> {
  const addresses = inOrder(await addressesOf(target.host), last);
  const { opening } = target;
  opening?.throwIfAborted();
  const attempts: Socket[] = [];
  const errors: Error[] = [];
  let [timer, won]: [NodeJS.Timeout | undefined, Socket | undefined] = [undefined, undefined];
  let giveUp = (): void => undefined;
  try {
    won = await new Promise<Socket>((resolve, reject) => {
      const tryNext = (): void => {
        clearTimeout(timer);
        const host = addresses[attempts.length]?.address;
        if (host === undefined) return;
        const attempt = connect({ ...target, host });
        attempts.push(attempt);
        attempt.once('connect', () => resolve(attempt));
        attempt.on('error', (error) => {
          if (won) return;
          if (errors.push(error) === addresses.length) reject(errors.length > 1 ? new AggregateError(errors) : error);
          else tryNext();
        });
        timer = setTimeout(tryNext, headStartMs);
        if (!opening) for (const each of [attempt, timer]) each.unref();
      };
      giveUp = () => reject(toError(opening?.reason));
      opening?.addEventListener('abort', giveUp, { once: true });
      tryNext();
    });
    return won;
  } finally {
    clearTimeout(timer);
    opening?.removeEventListener('abort', giveUp);
    for (const each of attempts) if (each !== won) each.destroy();
  }
}

async function addressesOf(host: string): Promise<readonly LookupAddress[]> {
  const { lookup } = await import('node:dns');
  return await new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

/** IPv6 and IPv4 in turn, so that one that leads nowhere delays the other only once. */
function inOrder(addresses: readonly LookupAddress[], first: string | undefined): readonly LookupAddress[] {
  const places = new Map(
    addresses.map((each) => {
      const family = addresses.filter(({ family }) => family === each.family);
      return [each, each.address === first ? -1 : family.indexOf(each)];
    }),
  );
  return addresses.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}
