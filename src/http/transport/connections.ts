import type { Agent, AgentOptions } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Connect, Target } from './first-to-answer.js';

/** Opens a connection to a target through something else. */
export type Tunnel = (target: Target) => Promise<Socket>;

/** How long a connection is kept ready: servers close those on which nothing is asked (milliseconds). */
const readyMs = 3_000;

/** How long a shared connection is kept, as by Node's own agent (milliseconds). */
const keptMs = 5_000;

/** The connections to the servers of one protocol. */
export function openConnections(AgentOf: new (options: AgentOptions) => Agent, tunnel?: Tunnel) {
  const shared = new AgentOf({ keepAlive: true, timeout: keptMs });
  const own = new AgentOf({ keepAlive: false });
  const connect = shared.createConnection.bind(shared) as unknown as Connect;
  const targets = new Map<string, Target>();
  /** The address of each host that has answered first. */
  const answered = new Map<string, string | undefined>();
  const ready = new Set<{ readonly origin: string; readonly socket: Promise<Socket> }>();
  const open = async (target: Target): Promise<Socket> => {
    targets.set(target.origin, target);
    const { host, origin } = target;
    if (tunnel) {
      const socket = await tunnel(target);
      return origin.startsWith('https:') ? connect({ ...target, socket }) : socket;
    }
    if (isIP(host) !== 0) return connect(target);
    const { firstToAnswer } = await import('./first-to-answer.js');
    const socket = await firstToAnswer(target, connect, answered.get(host));
    answered.set(host, socket.remoteAddress);
    return socket;
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
    /** For requests that use a connection one after another. */
    shared,
    /**
     * For requests that get a connection each: a server may close one after any response, without saying so, and whether it has seen
     * the next request cannot be known then (docs/requirements.md, R96).
     */
    own,
    /** Opens connections until so many are ready for requests to come, if there has been one to this origin. */
    prepare(origin: string, count: number): void {
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
