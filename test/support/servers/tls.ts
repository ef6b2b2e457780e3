import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether certificates can be created here. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Whether this computer has the IPv6 address ::1. */
export const hasIpv6: boolean = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

/** The key and certificate of a server, for node:https. */
export interface Identity {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** A certificate authority for tests. */
export interface Authority {
  /** The path of its certificate, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  /** A certificate for names such as `DNS:localhost` and `IP:127.0.0.1`; with -1 days it expired yesterday. */
  sign(names: readonly string[], days?: number): Identity;
  /** A self-signed certificate. */
  selfSigned(names: readonly string[]): Identity;
  remove(): void;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates an authority in a temporary folder, at the time of a stopped clock if given. Throws an Error if openssl fails. */
export function makeAuthority(clock: Readonly<Record<string, string>> = {}): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-tls-'));
  const at = (name: string): string => join(folder, name);
  const run = (...words: readonly string[]): void =>
    void execFileSync('openssl', words, { stdio: 'pipe', env: { ...process.env, ...clock } });
  const identity = (name: string): Identity => ({
    key: readFileSync(at(`${name}.key`)),
    cert: readFileSync(at(`${name}.pem`)),
  });
  const create = (name: string, subject: string, extension: string): void =>
    run(
      ...['req', '-x509', ...newKey, '-keyout', at(`${name}.key`), '-out', at(`${name}.pem`), '-days', '2'],
      ...['-subj', `/CN=${subject}`, '-addext', extension],
    );
  create('authority', 'An authority of tests', 'basicConstraints=critical,CA:TRUE');
  let made = 0;
  const next = (): string => `server-${++made}`;
  return {
    file: at('authority.pem'),
    sign(names, days = 2) {
      const name = next();
      run('req', ...newKey, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', '/CN=A server of tests');
      writeFileSync(at(`${name}.ext`), `subjectAltName=${names.join(',')}\n`);
      run(
        ...['x509', '-req', '-in', at(`${name}.csr`), '-out', at(`${name}.pem`), '-days', `${days}`],
        ...['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-set_serial', `${made}`],
        ...['-extfile', at(`${name}.ext`)],
      );
      return identity(name);
    },
    selfSigned(names) {
      const name = next();
      create(name, 'A server of tests', `subjectAltName=${names.join(',')}`);
      return identity(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
