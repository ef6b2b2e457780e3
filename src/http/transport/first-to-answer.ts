import { type LookupAddress, lookup } from 'node:dns';
import type { Socket } from 'node:net';
import { toError } from './node-reply.js';

/** Where a connection leads to. Node adds what it needs to know besides. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly origin: string;
  /** Aborted when nobody waits for the connection any more. Without it, the connection does not keep the program from ending. */
  readonly opening?: AbortSignal | undefined;
}

/** Opens a connection, or the secure one over `socket`. */
export type Connect = (target: Target & { readonly socket?: Socket }) => Socket;

/** The head start of each address before the next one is tried too (milliseconds; RFC 8305, 5). */
const headStartMs = 250;

/**
 * The connection to whichever address of a host answers first, beginning with the one that did so last. None is given up for
 * another: it may be far away, and the others may lead nowhere (docs/requirements.md, R96).
 */
export async function firstToAnswer(target: Target, connect: Connect, last: string | undefined): Promise<Socket> {
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
