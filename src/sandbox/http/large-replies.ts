import { isStream, type SandboxReply } from './exchange.js';

/** The size from which a reply is kept (bytes). */
const largeFrom = 1_000_000;

/** How many are kept. */
const most = 4;

/** Large replies to reads, which take seconds to make. They are valid until anything is written. */
export interface LargeReplies {
  /** The kept reply, or else that of `make`. */
  get(key: string, make: () => SandboxReply): SandboxReply;
  forget(): void;
}

export function keepLargeReplies(): LargeReplies {
  const kept = new Map<string, SandboxReply>();
  return {
    get(key, make) {
      const known = kept.get(key);
      if (known) return known;
      const reply = make();
      if (isStream(reply.body) || reply.body.byteLength < largeFrom) return reply;
      const [oldest] = kept.keys();
      if (kept.size === most && oldest !== undefined) kept.delete(oldest);
      kept.set(key, reply);
      return reply;
    },
    forget: () => kept.clear(),
  };
}
