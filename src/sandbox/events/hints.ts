import type { Hint } from '../../contract/session.js';

interface HintListener {
  /** The session whose end also ends this listener; undefined for an API key. */
  readonly sessionId: number | undefined;
  onHint(hint: Hint): void;
  /** The session or the sandbox ends; no hint will follow. */
  onClose(): void;
}

/** Passes hints from writers to listeners (docs/api.md, Events 1). There is one per running sandbox. */
export interface HintHub {
  announce(userIds: Iterable<string>, hint: Hint): void;
  /** Calls the listener for each hint to a user until the returned function is called. */
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
