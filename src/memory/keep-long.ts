import type { ArrivingBytes } from '../http/message.js';
import type { AnswerWriter } from './files.js';

/** Keeps what is taken of a long body while `take` takes it. Drops it, and throws the error, if that fails. */
export async function keepWhile(
  { write, drop }: AnswerWriter,
  body: ArrivingBytes,
  take: (body: ArrivingBytes) => Promise<void>,
): Promise<void> {
  try {
    await take(listening(body, write));
  } catch (error) {
    drop();
    throw error;
  }
}

/** A body that somebody else reads along with. */
function listening(body: ArrivingBytes, hear: (bytes: Uint8Array) => void): ArrivingBytes {
  return {
    get arrived() {
      return body.arrived;
    },
    until: (size) => body.until(size),
    tail: (least) => body.tail(least),
    async take(least, most) {
      const taken = await body.take(least, most);
      for (const chunk of taken) hear(chunk);
      return taken;
    },
  };
}
