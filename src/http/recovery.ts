/** What a process knows of its requests that were refused with 401 and wait for a newer token. */
export interface Recovery {
  /** Has others heed a recovery that resolves to whether a newer token helped. */
  watch(isHelped: Promise<boolean>): void;
  /** Waits while any request is in recovery; false when the last one found no token that the server takes. Never rejects. */
  settled(): Promise<boolean>;
}

/** Shared by the session that recovers and whoever begins something new with it (docs/requirements.md, R19). */
export function createRecovery(): Recovery {
  const underWay = new Set<Promise<void>>();
  let isSignedIn = true;
  return {
    watch(isHelped) {
      // What failed for another reason says nothing of the token.
      const watched: Promise<void> = isHelped
        .then(
          (helped) => {
            isSignedIn = helped;
          },
          () => undefined,
        )
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
      return isSignedIn;
    },
  };
}
