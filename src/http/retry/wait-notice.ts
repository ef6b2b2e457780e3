import { type HttpReply, isSource, type Send } from '../message.js';

/** Silence that comes to this much in all is told (milliseconds). */
const silentMs = 1_000;

/**
 * Tells whom the command waits for as soon as requests, and the bodies of their answers, have been waited for about a second
 * in all, and again with each further request: saying it once is up to `tell`. A stream of events may be silent for as long
 * as it likes, and an upload has a progress line of its own.
 */
export function withWaitNotice(send: Send, tell: (sentence: string) => void): Send {
  const wait = createStopwatch();
  return async (request) => {
    if (request.headers.accept === 'text/event-stream' || isSource(request.body)) return await send(request);
    const say = (): void => tell(`waiting for ${request.url.host} …`);
    const reply = await wait(() => send(request), say);
    return { ...reply, body: watchBody(reply.body, (work) => wait(work, say)) };
  };
}

type Watch = <T>(work: () => Promise<T>, say: () => void) => Promise<T>;

/** Adds up the time in which at least one piece of work is waited for, and says so when it comes to a second. */
function createStopwatch(): Watch {
  let underWay = 0;
  let waited = 0;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  return async (work, say) => {
    if (underWay++ === 0) {
      since = performance.now();
      timer = setTimeout(say, Math.max(silentMs - waited, 0));
    }
    try {
      return await work();
    } finally {
      if (--underWay === 0) {
        clearTimeout(timer);
        waited += performance.now() - since;
      }
    }
  };
}

function watchBody(body: HttpReply['body'], watch: <T>(work: () => Promise<T>) => Promise<T>): HttpReply['body'] {
  return {
    [Symbol.asyncIterator]() {
      const chunks = body[Symbol.asyncIterator]();
      return {
        next: () => watch(() => chunks.next()),
        return: async (value?: unknown) => (await chunks.return?.(value)) ?? { done: true, value },
      };
    },
  };
}
