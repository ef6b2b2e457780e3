import type { Session } from '../auth/tokens/sign-in.js';
import { keepTokenUser } from '../auth/tokens/token-users.js';
import { buildRequest } from '../client/request.js';
import type { ReferenceIndex } from '../client/state/references.js';
import { attempt, Unsafe } from '../contract/errors.js';
import { isRow, textOf } from '../contract/row.js';
import type { FindFolder } from '../disk/folder.js';
import { once, readBytes, readWhole } from '../http/body/read.js';
import type { Send } from '../http/message.js';

/** How long it is waited for, where no answer can bring a new token (milliseconds). */
const longestMs = 1_000;

interface TokenQuestion extends Pick<Session, 'entry' | 'fingerprint' | 'tokens'> {
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
  /** The same before the first write, so that nothing can go wrong after it, or else after the first answer. */
  over(others: Send): Send;
}

/** Finds out whose a token from the environment is, once for each token (docs/requirements.md, R95). */
export function askWhose({
  entry,
  fingerprint = '',
  tokens,
  base,
  index,
  cacheFolder,
  signal,
  send,
}: TokenQuestion): Whose {
  const ask = buildRequest('GET /me', {}, base, signal);
  let asked: Promise<Buffer | undefined> | undefined;
  const begin = async (): Promise<Buffer | undefined> => {
    const late = new AbortController();
    await tokens.current();
    const timer = (await tokens.hasRotated?.()) ? undefined : setTimeout(() => late.abort(), longestMs);
    const asking = { ...ask, signal: AbortSignal.any([signal, late.signal]) };
    const reply = await readWhole(asking, await send(asking).finally(() => clearTimeout(timer)));
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
      const isRead = request.method === 'GET';
      const isSame = isRead && request.url.href === ask.url.href;
      const same = isSame || !isRead ? await find() : undefined;
      if (isSame && same)
        return await readWhole(request, { status: 200, headers: {}, body: once(same), discard: () => undefined });
      // Nothing is kept of what is refused, so nobody need be known for it.
      const reply = await others(request);
      if (reply.status >= 200 && reply.status < 300) await find();
      return reply;
    },
  };
}
