import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ReaderGone, TrackerError } from '../../../src/contract/errors.js';
import { createIo } from '../../../src/terminal/streams/create-io.js';

const failing = (code: string): Writable =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })) });

const ioWith = (stdout: Writable, stderr: Writable = new PassThrough()) =>
  createIo({ stdin: Readable.from([]), stdout, stderr });

describe('secrets', () => {
  const written = async (secret: string, text: string): Promise<[stderr: string, stdout: string]> => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const io = ioWith(stdout, stderr);
    io.conceal(secret);
    await io.stderr.write(text);
    await io.stdout.write(text);
    return [String(stderr.read()), String(stdout.read())];
  };

  test('are masked on stderr, each time, and are data on stdout', async () => {
    const text = 'bad token canary-123; canary-123 is void\n';
    expect(await written('canary-123', text)).toEqual(['bad token ***; *** is void\n', text]);
  });

  test('are masked in their forms in addresses and in JSON', async () => {
    const secret = 'canary+"/=%';
    const text = `/x?token=${encodeURIComponent(secret)} ${JSON.stringify({ secret })}\n`;
    expect((await written(secret, text))[0]).toBe('/x?token=*** {"secret":"***"}\n');
  });

  test('are masked in other spellings: case, lower-case percent signs, base64 and base64url', async () => {
    const secret = 'Canary+/=?>>~~ÿ'.slice(0, 14);
    const base64 = Buffer.from(secret).toString('base64');
    const base64url = Buffer.from(secret).toString('base64url');
    const text = `${secret.toLowerCase()} ${encodeURIComponent(secret).toLowerCase()} ${base64} ${base64url} x\n`;
    expect((await written(secret, text))[0]).toMatch(/^\*\*\* \*\*\* \*\*\*=* \*\*\* x\n$/);
  });

  test('are masked where a cut has left their beginning', async () => {
    const text = 'bad:canary-1…\nCANARY-12\ncanary-1 is a word, canary-…\r\n"canary-12…"';
    const masked = 'bad:***…\n***\ncanary-1 is a word, canary-…\r\n"***…"';
    expect((await written('canary-123', text))[0]).toBe(masked);
  });

  test('that are too short to be one tear no holes', async () => {
    expect((await written('a', 'a cat\n'))[0]).toBe('a cat\n');
  });
});

describe('writing', () => {
  test('waits for a slow reader and cuts nothing', async () => {
    const chunks: number[] = [];
    let letGo: () => void = () => undefined;
    const slow = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk.length);
        letGo = done;
      },
    });
    let finished = false;
    const writing = ioWith(slow)
      .stdout.write('x'.repeat(200_000))
      .then(() => {
        finished = true;
      });
    await new Promise((resolve) => setImmediate(resolve));
    expect({ chunks, finished }).toEqual({ chunks: [200_000], finished: false });
    letGo();
    await writing;
    expect(finished).toBe(true);
  });

  test('hands bytes over as they are', async () => {
    const stdout = new PassThrough();
    await ioWith(stdout).stdout.write(new Uint8Array([0, 255, 128]));
    expect(stdout.read()).toEqual(Buffer.from([0, 255, 128]));
  });

  test.each(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])('says that the reader has gone on %s', async (code) => {
    await expect(ioWith(failing(code)).stdout.write('x')).rejects.toBeInstanceOf(ReaderGone);
  });

  test('says that the device is full, and again on later writes', async () => {
    const { stdout } = ioWith(failing('ENOSPC'));
    const refused = { message: 'could not write to standard output: no space left on the device', exitCode: 1 };
    await expect(stdout.write('x')).rejects.toMatchObject(refused);
    await expect(stdout.write('y')).rejects.toMatchObject(refused);
    await expect(stdout.write('y')).rejects.toBeInstanceOf(TrackerError);
  });

  test.each(['EPIPE', 'ENOSPC'])('to stderr changes nothing when it fails with %s', async (code) => {
    const { stderr } = ioWith(new PassThrough(), failing(code));
    await expect(stderr.write('x')).resolves.toBeUndefined();
    await expect(stderr.write('y')).resolves.toBeUndefined();
  });
});

describe('what the terminal can do', () => {
  test('comes from the stream', () => {
    const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 132, rows: 50 });
    const io = createIo({ stdin: new PassThrough(), stdout, stderr: new PassThrough() });
    expect([io.stdout.isTerminal, io.stdout.columns(), io.stdout.rows()]).toEqual([true, 132, 50]);
    expect([io.stdin.isTerminal, io.stderr.isTerminal]).toEqual([false, false]);
  });

  test('is 80 by 24 if unknown', () => {
    const stdout = Object.assign(new PassThrough(), { columns: 0, rows: 0 });
    expect([ioWith(stdout).stdout.columns(), ioWith(stdout).stdout.rows()]).toEqual([80, 24]);
  });
});

describe('standard input', () => {
  test('is read to its end, characters split between chunks included', async () => {
    const bytes = Buffer.from('zwölf\n');
    const stdin = Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]);
    const io = createIo({ stdin, stdout: new PassThrough(), stderr: new PassThrough() });
    expect(Buffer.from(await io.stdin.readAll(10)).toString()).toBe('zwölf\n');
  });

  test('is not opened before it is read', async () => {
    let asked = 0;
    const streams = {
      get stdin() {
        asked += 1;
        return Readable.from(['x']);
      },
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    };
    const io = createIo(streams);
    await io.stdout.write('x');
    expect(asked).toBe(0);
    await io.stdin.readAll(10);
    expect(asked).toBe(1);
  });

  test('that cannot be read is a plain error', async () => {
    const stdin = new Readable({ read: () => stdin.destroy(new Error('EISDIR: illegal operation on a directory')) });
    const io = createIo({ stdin, stdout: new PassThrough(), stderr: new PassThrough() });
    await expect(io.stdin.readAll(10)).rejects.toThrow('could not read standard input: EISDIR');
  });
});
