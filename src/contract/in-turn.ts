/** Gives what runs the work it is given one after another, in order, whether or not the work before it has failed. */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** Items in order. Now and then others have a turn, so that Ctrl-C is noticed. Throws the reason of the signal. */
export async function* unhurried<T>(items: Iterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  let count = 0;
  for (const item of items) {
    if (++count % 100 === 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    yield item;
  }
}
