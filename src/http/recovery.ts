/** Tracks the requests of this process that got a 401 and are waiting for a newer token. */
export interface Recovery {
  /** Adds a recovery; the promise resolves to whether a newer token helped. */
  watch(isHelped: Promise<boolean>): void;
  /** Waits until no request is in recovery. False if the last one found no token the server accepts. Never rejects. */
  settled(): Promise<boolean>;
}

/** Shared by the session and by callers that are about to start new requests in it (docs/requirements.md, R19). */
export function createRecovery(): Recovery {
  const underWay = new Set<Promise<void>>();
  let isSignedIn = true;
  return {
    watch(isHelped) {
      const watched: Promise<void> = isHelped
        .then(
          (helped) => {
            isSignedIn = helped;
          },
          (error) => {
            // A failure for another reason says nothing about the token.
            isSignedIn &&= error.kind !== 'sign_in_required';
          },
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
