import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** A port of 127.0.0.1 on which new connections hang, because its queue is full. */
export interface FullListener {
  readonly port: number;
  /** How many connections are waiting to be made. */
  attempts(): number;
  close(): void;
}

/** Listens, then stops itself, so it never accepts a connection. */
const program = `
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port));
  process.kill(process.pid, 'SIGSTOP');
});`;

/** Fills the queue of a listener that never accepts; undefined if the system has no such limit, or does not show it. */
export async function startFullListener(): Promise<FullListener | undefined> {
  if (process.platform !== 'linux') return undefined;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [port] = (await once(child.stdout, 'data')).map(Number);
  if (port === undefined) return undefined;
  const sockets: Socket[] = [];
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  };
  for (let tried = 0; tried < 10; tried++) {
    const socket = connect(port, '127.0.0.1');
    const isTaken = await Promise.race([
      once(socket, 'connect'),
      new Promise<false>((go) => setTimeout(go, 300, false)),
    ]);
    if (isTaken) sockets.push(socket);
    else {
      socket.on('error', () => undefined).destroy();
      return { port, attempts: () => countAttempts(port), close };
    }
  }
  close();
  return undefined;
}

/** The number of sockets in the state SYN_SENT to a port. */
function countAttempts(port: number): number {
  const target = `:${port.toString(16).toUpperCase().padStart(4, '0')} 02 `;
  return readFileSync('/proc/net/tcp', 'utf8').split(target).length - 1;
}
