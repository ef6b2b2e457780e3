import { describe, expect, test } from 'vitest';
import { longestLine, readEvents, type ServerEvent, type StreamMemory } from '../../src/http/body/event-stream.js';

async function* pieces(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function read(
  body: AsyncIterable<Uint8Array>,
  memory: StreamMemory = { lastEventId: '', retryMs: undefined },
): Promise<{ readonly events: readonly ServerEvent[]; readonly memory: StreamMemory }> {
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body, memory)) events.push(event);
  return { events, memory };
}

const datas = async (...parts: readonly (string | Uint8Array)[]): Promise<readonly string[]> =>
  (await read(pieces(...parts))).events.map(({ data }) => data);

// The cases are those of the public tests of the HTML standard, "eventsource/format-*".
describe('the format', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'several lines of data',
      'data:msg\ndata\n\n:\nfalsefield:msg\n\nfalsefield:msg\nData:data\n\ndata\n\ndata:end\n\n',
      ['msg\n', '', 'end'],
    ],
    ['a byte order mark', '\ufeffdata:1\n\n\ufeffdata:2\n\ndata:3\n\n', ['1', '3']],
    ['two byte order marks', '\ufeff\ufeffdata:1\n\ndata:2\n\ndata:3\n\n', ['2', '3']],
    [
      'comments',
      `data:1\r:\0\n:\r\ndata:2\n:${'x'.repeat(4096)}\rdata:3\n:data:fail\r:${'x'.repeat(4096)}\ndata:4\n\n`,
      ['1\n2\n3\n4'],
    ],
    ['an end without an empty line', 'data:test\n\ndata:cut', ['test']],
    ['an end after one line end', 'data:test\n\ndata:cut\n', ['test']],
    ['empty data', 'data:\n\ndata\ndata\n\ndata:test\n\n', ['', '\n', 'test']],
    ['a leading space', 'data:\ttest\rdata: \ndata:test\n\ndata:  two\n\n', ['\ttest\n\ntest', ' two']],
    [
      'all line ends',
      'data:test\r\ndata\ndata:test\r\n\r\ndata:a\r\rdata:b\n\r\ndata:c\r\n\n',
      ['test\n\ntest', 'a', 'b', 'c'],
    ],
    ['NUL in data', 'data:\0\n\n\n\n', ['\0']],
    ['a field without a colon', 'data\n\nretry\ndata:x\n\n', ['', 'x']],
    ['a field before a space', ' data:x\n\ndata :x\n\ndata:y\n\n', ['y']],
    ['an event of nothing', 'event: entity\n\ndata:x\n\n', ['x']],
    ['prototype names', 'constructor:x\n__proto__:y\ndata:z\n\n', ['z']],
  ])('%s', async (_name, text, expected) => {
    expect(await datas(text)).toEqual(expected);
    // The same cut after every byte.
    const bytes = Buffer.from(text);
    expect(await datas(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  test('a character in two pieces, and broken UTF-8', async () => {
    const bytes = Buffer.from('data:ok…☕\n\n');
    for (let at = 1; at < bytes.length; at++)
      expect(await datas(bytes.subarray(0, at), bytes.subarray(at))).toEqual(['ok…☕']);
    expect(await datas('data:', Uint8Array.of(0xff, 0xc3), '\n\n')).toEqual(['\ufffd\ufffd']);
  });

  test('CR at the end of a chunk ends the line at once; an LF after it does not end another', async () => {
    const seen: string[] = [];
    let atSecond: readonly string[] = [];
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('data:1\r\r');
      atSecond = [...seen];
      yield Buffer.from('\ndata:2\r');
      yield Buffer.from('\n');
      yield Buffer.from('\r\n');
    };
    for await (const { data } of readEvents(body(), { lastEventId: '', retryMs: undefined })) seen.push(data);
    expect(atSecond).toEqual(['1']);
    expect(seen).toEqual(['1', '2']);
  });
});

describe('what the stream says about itself', () => {
  test.each([
    ['id: 7\ndata:x\n\n', '7'],
    ['id: 7\n\n', '7'],
    ['id: 7\ndata:x\n', ''],
    ['id: 7\ndata:x\n\nid: 8\ndata:cut', '7'],
    ['id: 7\n\nid: a\0b\ndata:x\n\n', '7'],
    ['id: 7\n\nid\ndata:x\n\n', ''],
    ['id: …\n\n', '…'],
    [`id: ${'7'.repeat(2000)}\n\n`, ''],
  ])('%j leaves the id %j', async (text, id) => {
    expect((await read(pieces(text))).memory.lastEventId).toBe(id);
  });

  test.each([
    ['retry: 3000\n', 3000],
    ['retry:0\n', 0],
    ['retry: 99999999999\n', 99999999999],
    ['retry: abc\n', undefined],
    ['retry: -1\n', undefined],
    ['retry: 5s\n', undefined],
    ['retry: 1.5\n', undefined],
    ['retry\n', undefined],
  ])('%j asks for a wait of %j', async (text, milliseconds) => {
    expect((await read(pieces(text))).memory.retryMs).toBe(milliseconds);
  });
});

describe('bounds', () => {
  const endless = (chunk: string, told: { size: number }): AsyncIterable<Uint8Array> =>
    (async function* () {
      const bytes = Buffer.from(chunk);
      for (; told.size < 100_000_000; told.size += bytes.length) yield bytes;
    })();

  test.each([
    ['a line', 'x'.repeat(65_536)],
    ['a comment', `:${'x'.repeat(65_535)}`],
    ['the data of one event', `data:${'x'.repeat(65_000)}\n`],
  ])('%s without an end is given up, not gathered', async (_name, chunk) => {
    const told = { size: 0 };
    await expect(read(endless(chunk, told))).rejects.toThrow('a line or an event of more than');
    expect(told.size).toBeLessThan(longestLine * 2);
  });

  test('many lines of a fair length are no trouble', async () => {
    const told = { size: 99_000_000 };
    const { events } = await read(endless(`data:${'x'.repeat(65_000)}\n\n`, told));
    expect(events.length).toBeGreaterThan(10);
  });
});
