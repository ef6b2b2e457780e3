import { expect, test } from 'vitest';
import { withStallGuard } from '../../src/http/transport/node-reply.js';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test.each([
  ['waits for something else', () => wait(200)],
  ['is busy', async () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200) && undefined],
])('a reader that %s for longer than the time-out is not mistaken for a silent server', async (_what, pause) => {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let piece = 0; piece < 3; piece++) {
      await wait(0);
      yield new Uint8Array(10);
    }
  }
  let read = 0;
  for await (const bytes of withStallGuard(source(), { timeoutMs: 150, host: 'example.com', stop: () => undefined })) {
    if (read === 0) await pause();
    read += bytes.length;
  }
  expect(read).toBe(30);
});
