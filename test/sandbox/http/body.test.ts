import { describe, expect, it } from 'vitest';
import { fileLimit } from '../../../src/sandbox/http/multipart.js';
import { eachTest } from '../../support/set-up.js';
import { type BareService, openBareService } from '../bare-service.js';

const service = eachTest(openBareService);
const ask: BareService['ask'] = (line, options) => service.ask(line, options);

const multipart = { 'content-type': 'multipart/form-data; boundary=XX' };

/** A multipart body from pieces of header and content. */
function form(...parts: readonly [headers: string, content: string | Uint8Array][]): Uint8Array {
  const pieces = parts.flatMap(([headers, content]) => [
    Buffer.from(`--XX\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--XX--\r\n')]);
}

async function* endless(): AsyncIterable<Uint8Array> {
  for (;;) yield Buffer.alloc(64 * 1024, 'x');
}

describe('JSON bodies', () => {
  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'nonsense', ''])(
    'are JSON when the type says "%s"',
    async (type) => {
      const headers = { 'content-type': type };
      const reply = await ask('POST /api/v1/tasks', { headers, body: '{"title":"é"}' });
      expect(reply).toMatchObject({ status: 201, json: { body: { title: 'é' } } });
      expect((await ask('POST /api/v1/tasks', { headers, body: 'title=x' })).status).toBe(400);
    },
  );

  it.each([undefined, '', '  \n'])('a missing body is an empty object', async (body) => {
    const reply = await ask('POST /api/v1/tasks', body === undefined ? {} : { body });
    expect(reply).toMatchObject({ status: 201, json: { body: {} } });
  });

  it('a byte order mark is passed over', async () => {
    expect((await ask('POST /api/v1/tasks', { body: '\ufeff{"a":1}' })).json).toMatchObject({ body: { a: 1 } });
  });

  it.each(['{', '{"a":}', 'null', '[]', '"x"', '12', 'true', '{"a":"\\u0000"}', '{"a\\u0000":1}'])(
    '%s is 400',
    async (body) => {
      expect(await ask('POST /api/v1/tasks', { body })).toMatchObject({
        status: 400,
        json: { message: expect.any(String) },
      });
    },
  );

  it('bytes that are not UTF-8 are 400', async () => {
    expect((await ask('POST /api/v1/tasks', { body: Buffer.from([0x22, 0xff, 0x22]) })).status).toBe(400);
  });

  it('64 levels are read, 65 are not, and 200,000 do no harm', async () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await ask('POST /api/v1/tasks', { body: nested(64) })).status).toBe(201);
    expect((await ask('POST /api/v1/tasks', { body: nested(65) })).status).toBe(400);
    expect((await ask('POST /api/v1/tasks', { body: nested(200_000) })).status).toBe(400);
  });

  it('more than 1 MiB is 413 by its length, before anything is read', async () => {
    const asked = { headers: { 'content-length': '1048577' }, body: neverRead() };
    expect((await ask('POST /api/v1/tasks', asked)).status).toBe(413);
  });

  it('an endless body is 413 and not read on', async () => {
    expect(await ask('POST /api/v1/tasks', { body: endless() })).toMatchObject({ status: 413 });
  });

  it('that are compressed are 415', async () => {
    expect((await ask('POST /api/v1/tasks', { headers: { 'content-encoding': 'gzip' }, body: 'x' })).status).toBe(415);
  });
});

describe('multipart bodies', () => {
  it('carry the JSON in payload and the files in attachments', async () => {
    const body = form(
      ['name="payload"', '{"title":"Ünder"}'],
      ['name="attachments"; filename="a.txt"\r\nContent-Type: text/plain', 'hello'],
      ['name="attachments"; filename="ümlaut ☂.png"\r\nContent-Type: image/png', Buffer.from([0, 1, 2, 13, 10])],
      [`name="attachments"; filename="${'x'.repeat(300)}.txt"`, 'long'],
    );
    const reply = await ask('POST /api/v1/tasks', { headers: multipart, body });
    expect(reply.json).toEqual({
      body: { title: 'Ünder' },
      files: [
        { filename: 'a.txt', mimeType: 'text/plain', size: 5 },
        { filename: 'ümlaut ☂.png', mimeType: 'image/png', size: 5 },
        { filename: `${'x'.repeat(300)}.txt`, mimeType: 'text/plain', size: 4 },
      ],
    });
  });

  it('arrive whole when every byte comes alone', async () => {
    const whole = form(['name="payload"', '{"a":1}'], ['name="attachments"; filename="x"', 'abc']);
    const bytes = (async function* () {
      for (const byte of whole) yield Uint8Array.of(byte);
    })();
    const reply = await ask('POST /api/v1/tasks', { headers: multipart, body: bytes });
    expect(reply.json).toMatchObject({ body: { a: 1 }, files: [{ filename: 'x', size: 3 }] });
  });

  it('leave out empty files, files of another name, and fields that are not payload', async () => {
    const body = form(
      ['name="attachments"; filename="empty"', ''],
      ['name="other"; filename="o"', 'abc'],
      ['name="attachments"', 'only a field'],
      ['name="attachments"; filename="kept"', 'k'],
    );
    const reply = await ask('POST /api/v1/tasks', { headers: multipart, body });
    expect(reply).toMatchObject({ status: 201, json: { body: {}, files: [{ filename: 'kept' }] } });
  });

  it('leave out a file over 25 MiB without a word, and keep one of exactly that', async () => {
    const body = form(
      ['name="attachments"; filename="large"', Buffer.alloc(fileLimit + 1)],
      ['name="attachments"; filename="fits"', Buffer.alloc(fileLimit)],
    );
    const reply = await ask('POST /api/v1/tasks', { headers: multipart, body });
    expect(reply).toMatchObject({ status: 201, json: { files: [{ filename: 'fits', size: fileLimit }] } });
    expect((reply.json as { files: unknown[] }).files).toHaveLength(1);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['a%22b.txt', 'a"b.txt'],
    ['%0d%0aX-Evil: 1', '\r\nX-Evil: 1'],
    ['', ''],
  ])('take the name %j as %j', async (sent, kept) => {
    const body = form([`name="attachments"; filename="${sent}"\r\nContent-Type: a/b`, 'x']);
    const reply = await ask('POST /api/v1/tasks', { headers: multipart, body });
    expect(reply.json).toMatchObject({ files: [{ filename: kept }] });
  });

  it.each([
    ['no boundary', 'multipart/form-data', form()],
    ['an early end', multipart['content-type'], form(['name="payload"', '{}']).subarray(0, 60)],
    [
      'an end within a file',
      multipart['content-type'],
      form(['name="attachments"; filename="x"', 'abcdef']).subarray(0, 70),
    ],
    ['a payload that is no JSON', multipart['content-type'], form(['name="payload"', '{'])],
    ['nothing at all', multipart['content-type'], ''],
  ])('with %s are 400', async (_what, type, body) => {
    expect((await ask('POST /api/v1/tasks', { headers: { 'content-type': type }, body })).status).toBe(400);
  });

  it('with a payload over 1 MiB, or too many bytes in all, are 413', async () => {
    const body = form(['name="payload"', `{"a":"${'x'.repeat(1024 * 1024)}"}`]);
    expect((await ask('POST /api/v1/tasks', { headers: multipart, body })).status).toBe(413);
    const headers = { ...multipart, 'content-length': String(256 * 1024 * 1024 + 1) };
    expect((await ask('POST /api/v1/tasks', { headers, body: neverRead() })).status).toBe(413);
  });

  it('are 400 where only JSON is taken', async () => {
    const body = form(['name="payload"', '{}']);
    expect((await ask('PATCH /api/v1/tasks/x', { headers: multipart, body })).status).toBe(400);
  });
});

// biome-ignore lint/correctness/useYield: reading it at all is the failure
async function* neverRead(): AsyncIterable<Uint8Array> {
  throw new Error('the body was read');
}
