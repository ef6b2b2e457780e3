import type { Session } from '../auth/tokens/sign-in.js';
import { keepTokenUser } from '../auth/tokens/token-users.js';
import { buildRequest } from '../client/request.js';
import type { ReferenceIndex } from '../client/state/references.js';
import { attempt, Unsafe } from '../contract/errors.js';
import { isRow, textOf } from '../contract/row.js';
import type { FindFolder } from '../disk/folder.js';
import { once, readBytes, readWhole } from '../http/body/read.js';
import type { Send } from '../http/message.js';

interface Asking extends Pick<Session, 'entry' | 'fingerprint'> {
  readonly base: URL;
  readonly index: ReferenceIndex;
  /** Where the answer is remembered. */
  readonly cacheFolder: FindFolder;
  readonly signal: AbortSignal;
  readonly send: Send;
}

export interface Whose {
  /** Waits until it is known, or cannot be found out. */
  find(): Promise<void>;
  /** The same for the first request, whose answer nobody gets before. */
  over(others: Send): Send;
}

/** Finds out whose a token from the environment is, once for each token, with the first request that succeeds (docs/requirements.md, R95). */
export function askWhose({ entry, fingerprint = '', base, index, cacheFolder, signal, send }: Asking): Whose {
  const ask = buildRequest('GET /me', {}, base, signal);
  let asked: Promise<Buffer | undefined> | undefined;
  const begin = async (): Promise<Buffer | undefined> => {
    const reply = await readWhole(ask, await send(ask));
    if (reply.status !== 200) return undefined;
    const bytes = await readBytes(reply);
    const me = attempt(() => JSON.parse(bytes.toString('utf8')) as unknown);
    const id = isRow(me) && isRow(me.user) ? textOf(me.user.id) : undefined;
    if (!id) return undefined;
    index.claim(id);
    attempt(() => keepTokenUser(cacheFolder, entry.url, [fingerprint, id]));
    return bytes;
  };
  // Whatever is wrong with the token or the server, the command's own request shows it.
  const find = (): Promise<Buffer | undefined> =>
    (asked ??= begin().catch((error: unknown) => {
      if (error instanceof Unsafe) throw error;
      return undefined;
    }));
  return {
    find: async () => void (await find()),
    over: (others) => async (request) => {
      if (index.userId !== undefined) return await others(request);
      const same = request.method === 'GET' && request.url.href === ask.url.href ? await find() : undefined;
      if (same)
        return await readWhole(request, { status: 200, headers: {}, body: once(same), discard: () => undefined });
      // Nothing is kept of what is refused, so nobody need be known for it.
      const reply = await others(request);
      if (reply.status >= 200 && reply.status < 300) await find();
      return reply;
    },
  };
}
