import type { Hint } from '../../contract/session.js';

export interface HintListener {
  /** Whose end is the listener's, too; undefined for an API key. */
  readonly sessionId: number | undefined;
  onHint(hint: Hint): void;
  /** The session or the sandbox ends: no hint will follow. */
  onClose(): void;
}

/** Where hints go from those who write to those who listen (docs/api.md, Events 1). One per running sandbox. */
export interface HintHub {
  announce(userIds: Iterable<string>, hint: Hint): void;
  /** Listens to the hints of one user until the function it gives is called. */
  subscribe(userId: string, listener: HintListener): () => void;
  countListeners(userId: string): number;
  /** Ends the listeners of one session. */
  closeSession(sessionId: number): void;
  close(): void;
}

/** Opens a hub without listeners. */
export function openHints(): HintHub {
  const listeners = new Map<string, Set<HintListener>>();
  const listAll = (): HintListener[] => [...listeners.values()].flatMap((own) => [...own]);
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
    closeSession(sessionId) {
      for (const listener of listAll()) if (listener.sessionId === sessionId) listener.onClose();
    },
    close() {
      const all = listAll();
      listeners.clear();
      for (const listener of all) listener.onClose();
    },
  };
}
