import { request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** An answer as it came, headers in lower case. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the listener on 127.0.0.1 for a target that is sent as it stands, on a connection of its own. */
export function visit(port: number, path: string, { method = 'GET', headers = {} }: Visit = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { ...headers }, agent: false }, (reply) => {
      let body = '';
      reply.setEncoding('latin1');
      reply.on('data', (text: string) => {
        body += text;
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }));
      reply.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Sends bytes as they are and gives everything that comes back until the other side closes. */
export function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** A connection that is opened and never used, as browsers make them. */
export function openSilently(port: number, host = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => resolve(socket.off('error', reject).on('error', () => undefined)));
    socket.once('error', reject);
  });
}

/** Whether nothing listens on the port any more. */
export async function isClosed(port: number): Promise<boolean> {
  try {
    (await openSilently(port)).destroy();
    return false;
  } catch {
    return true;
  }
}
