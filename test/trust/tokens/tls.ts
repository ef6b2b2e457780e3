import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import type { Home } from '../../support/computer/home.js';

export const opensslMissing: string | undefined =
  spawnSync('openssl', ['version']).status === 0 ? undefined : 'needs openssl';

/** An https address in front of a plain server. */
export interface TlsFront {
  readonly port: number;
  /** The certificate, for NODE_EXTRA_CA_CERTS. */
  readonly certificate: string;
  close(): Promise<void>;
}

/** Takes TLS connections for these names, such as `DNS:a.example`, and hands what they carry to a plain port. */
export async function startTlsFront(home: Home, names: readonly string[], plainPort: number): Promise<TlsFront> {
  const [key, certificate] = [join(home.temporary, 'front.key'), join(home.temporary, 'front.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const where = ['-keyout', key, '-out', certificate, '-days', '2', '-subj', '/CN=test'];
  const words = ['req', '-x509', ...curve, ...where, '-addext', `subjectAltName=${names.join(',')}`];
  execFileSync('openssl', words, { stdio: 'pipe' });
  const sockets = new Set<Socket>();
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (socket) => {
    const onward = connect(plainPort, '127.0.0.1');
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => onward.destroy());
    }
    onward.on('close', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address with that port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    certificate,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
