import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../../src/sandbox/http/exchange.js';
import { ConnectionCut } from '../../../src/sandbox/http/exchange.js';
import { type Listener, type ListenOptions, listen } from '../../../src/sandbox/http/listen.js';
import { type BareOptions, type BareService, openBareService } from '../bare-service.js';

const open: Listener[] = [];

afterEach(async () => await Promise.all(open.splice(0).map((each) => each.close())));

async function start(options: BareOptions = {}): Promise<BareService & Listener> {
  const service = await openBareService(options);
  return { ...service, ...(await serve(service.app)) };
}

async function serve(app: App, options: ListenOptions = {}): Promise<Listener> {
  const listening = await listen(app, options);
  open.push(listening);
  return listening;
}

/** Sends raw text and gives all that comes back until the connection ends. */
function exchange(port: number, text: string, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(text));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', (error) => (received === '' ? reject(error) : undefined));
  });
}

/** Waits until the beginning of the response matches. */
function readUntil(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
      if (pattern.test(received)) resolve(received);
    });
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(received)}`)));
    socket.on('error', reject);
  });
}

const closing = 'Connection: close\r\n';

describe('the port', () => {
  it('waits for a slow reader of a stream without collecting listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const chunk = Buffer.alloc(1024 * 1024);
    const { url } = await serve(async () => ({
      status: 200,
      headers: {},
      body: Readable.from(Array.from({ length: 20 }, () => chunk)),
    }));
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(20 * chunk.length);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('is not open to other machines', async () => {
    const { port } = await start();
    const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address } of others.filter((each) => each.family === 'IPv4' && !each.internal)) {
      await expect(exchange(port, 'GET / HTTP/1.1\r\n\r\n', address)).rejects.toThrow();
    }
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '127.0.0.1@evil.example',
    '[::2]',
    '0.0.0.0',
    '127.0.0.1:80:80',
    '',
  ])('refuses the host %j', async (host) => {
    const { port } = await start();
    const answer = await exchange(port, `GET /api/v1/instance HTTP/1.1\r\nHost: ${host}\r\n${closing}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('{"message":');
    expect(answer).not.toMatch(/access-control/i);
  });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST:1', '[::1]', '[::1]:4000', '127.0.0.1:65535'])(
    'takes the host %j',
    async (host) => {
      const { port } = await start();
      const answer = await exchange(port, `GET /api/v1/instance HTTP/1.1\r\nHost: ${host}\r\n${closing}\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('refuses a request without a host', async () => {
    const { port } = await start();
    expect(await exchange(port, 'GET /api/v1/instance HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
    expect(await exchange(port, `GET /api/v1/instance HTTP/1.1\r\n${closing}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('that is taken is an error with its code', async () => {
    const { port, app } = await start();
    const error = await listen(app, { port }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'EADDRINUSE', port });
  });
});

describe('requests', () => {
  it('HEAD has the headers of GET and no body', async () => {
    const { port, token } = await start();
    const ask = (method: string): Promise<string> =>
      exchange(
        port,
        `${method} /api/v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${closing}\r\n`,
      );
    const [get = '', body = ''] = (await ask('GET')).split('\r\n\r\n');
    const [head = '', none] = (await ask('HEAD')).split('\r\n\r\n');
    expect(none).toBe('');
    expect(head).toContain(`content-length: ${body.length}`);
    expect(get).toContain(`content-length: ${body.length}`);
  });

  it('Expect: 100-continue is refused or asked on before the body', async () => {
    const { port, token } = await start();
    const headers = 'Host: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n';
    const refused = connect(port, '127.0.0.1');
    refused.write(`POST /api/v1/tasks HTTP/1.1\r\n${headers}\r\n`);
    expect(await readUntil(refused, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 401 /);
    refused.destroy();
    const taken = connect(port, '127.0.0.1');
    taken.write(`POST /api/v1/tasks HTTP/1.1\r\n${headers}Authorization: Bearer ${token}\r\n\r\n`);
    expect(await readUntil(taken, /\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 /);
    const answer = readUntil(taken, /"files":\[\]/);
    taken.write('{}');
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
    taken.destroy();
  });

  it('an endless upload gets its response, then the connection ends', async () => {
    const { port, token } = await start();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let received = '';
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      const pump = (): void => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', pump);
      socket.on('data', (data) => {
        received += data;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
      socket.write(
        `POST /api/v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      pump();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('{"message":');
  });

  it('headers that take too long are 408', async () => {
    const { app } = await openBareService();
    const { port } = await serve(app, { headersTimeout: 50 });
    expect(await exchange(port, 'GET / HTTP/1.1\r\nHost:')).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('anything but HTTP is 400, and the server survives', async () => {
    const { port, url } = await start();
    expect(await exchange(port, 'hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(`${url}/api/v1/instance`)).status).toBe(200);
  });

  it('a dropped response closes the connection without a byte', async () => {
    const { port } = await serve(async () => {
      throw new ConnectionCut();
    });
    await expect(exchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).resolves.toBe('');
  });

  it('someone who goes aborts the signal', async () => {
    let tellAborted = (): void => {};
    const aborted = new Promise<void>((resolve) => {
      tellAborted = resolve;
    });
    const { port } = await serve(async ({ signal }) => {
      signal?.addEventListener('abort', tellAborted);
      client.destroy();
      await aborted;
      throw new Error('nobody is there');
    });
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await aborted;
  });
});

describe('event streams on the port', () => {
  it('are left when their reader goes', async () => {
    const { url, token, hints } = await start();
    const gone = new AbortController();
    const reply = await fetch(`${url}/api/v1/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: gone.signal,
    });
    await reply.body?.getReader().read();
    expect(hints.countListeners('ann')).toBe(1);
    gone.abort();
    await expect.poll(() => hints.countListeners('ann')).toBe(0);
  });
});

describe('closing', () => {
  it('frees the port within two seconds, even with open connections', async () => {
    const { port, token, app, close } = await start();
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    const stream = connect(port, '127.0.0.1');
    stream.on('error', () => {});
    const streaming = readUntil(stream, /retry/);
    stream.write(`GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await streaming;
    const half = connect(port, '127.0.0.1');
    half.on('error', () => {});
    half.write('POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n');
    const before = performance.now();
    await close();
    expect(performance.now() - before).toBeLessThan(2000);
    await (await listen(app, { port })).close();
  });
});
