/** Work that is done again, once, for all wishes that come while it lasts. Gives what is fulfilled once it rests. */
export function inRounds(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;
  const rounds = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      // In the same step as the last look at the wish, so that none comes in between.
      running = undefined;
    }
  };
  return () => {
    isWanted = true;
    running ??= rounds();
    return running;
  };
}
