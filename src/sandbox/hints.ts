import type { Hint } from '../contract/session.js';

export interface HintListener {
  onHint(hint: Hint): void;
  /** The sandbox closes: no hint will follow. */
  onClose(): void;
}

/** Where hints go from those who write to those who listen (docs/api.md, Events 1). One per running sandbox. */
export interface HintHub {
  announce(userIds: Iterable<string>, hint: Hint): void;
  /** Listens to the hints of one user until the function it gives is called. */
  subscribe(userId: string, listener: HintListener): () => void;
  countListeners(userId: string): number;
  close(): void;
}

/** Opens a hub without listeners. */
export function openHints(): HintHub {
  const listeners = new Map<string, Set<HintListener>>();
  return {
    announce(userIds, hint) {
      for (const userId of new Set(userIds)) {
        for (const listener of [...(listeners.get(userId) ?? [])]) listener.onHint(hint);
      }
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
    countListeners: (userId) => listeners.get(userId)?.size ?? 0,
    close() {
      const all = [...listeners.values()].flatMap((own) => [...own]);
      listeners.clear();
      for (const listener of all) listener.onClose();
    },
  };
}
