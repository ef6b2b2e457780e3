import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { exchange } from '../../auth/login/sockets.js';
import type { Home } from '../../support/computer/home.js';
import { type Started, start } from '../../support/computer/program.js';

/** A login that waits for its callback. */
export interface Attempt extends Started {
  /** The address as it was printed: whole, alone on its line. */
  readonly address: string;
  readonly port: number;
  readonly state: string;
  /** The target of the right callback with this token. */
  callback(token: string): string;
}

/** The address of a login, alone on its line, at a terminal or in a pipe. */
export const addressLine = /^(https?:\/\/\S+\/login\?\S+)\r?$/m;

/** Starts `tracker login URL` with these flags and waits until everything is said that comes before the callback. */
export async function startLogin(
  home: Home,
  url: string,
  flags: readonly string[] = ['--no-browser'],
  env: Readonly<Record<string, string>> = {},
): Promise<Attempt> {
  const running = start(home, ['tracker', 'login', url, ...flags], { env });
  const [, address = ''] = await running.waitFor(addressLine);
  if (/^To sign in, open/m.test(running.stderr())) await running.waitFor(/^ssh -L .*\n/m);
  return { ...running, ...readAddress(address) };
}

/** What an address on the screen says about the login that waits. */
export function readAddress(address: string): Pick<Attempt, 'address' | 'port' | 'state' | 'callback'> {
  const query = new URL(address).searchParams;
  const [port, state] = [Number(query.get('port')), query.get('state') ?? ''];
  const callback = (token: string): string => `/callback?token=${encodeURIComponent(token)}&state=${state}`;
  return { address, port, state, callback };
}

export interface Asked {
  readonly method?: string;
  /** The lines of the header, instead of the right Host alone. */
  readonly lines?: readonly string[];
}

/** Asks 127.0.0.1 for a target, byte for byte as it stands, and gives the whole answer as it came. */
export async function ask(port: number, target: string, { method = 'GET', lines }: Asked = {}): Promise<string> {
  const header = lines ?? [`Host: 127.0.0.1:${port}`];
  return await exchange(port, [`${method} ${target} HTTP/1.1`, ...header, '', ''].join('\r\n'));
}

/** Visits the right callback and the page it leads to, as a browser does. */
export async function signInAt({ port, callback }: Pick<Attempt, 'port' | 'callback'>, token: string): Promise<void> {
  const answer = await ask(port, callback(token));
  if (!answer.startsWith('HTTP/1.1 303 ')) throw new Error(`the callback was not taken: ${answer}`);
  await ask(port, '/done');
}

/** The status of an answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);
}

/**
 * The addresses a process listens on, such as `0100007F:A1B2` (IPv4, bytes in reverse) or 32 digits for IPv6, as the
 * system tells them.
 */
export function listeningAddresses(id: number): readonly string[] {
  const sockets = readdirSync(`/proc/${id}/fd`).map((each) => linkOf(`/proc/${id}/fd/${each}`));
  const listening = '0A';
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${id}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === listening && sockets.includes(`socket:[${fields[9]}]`))
      .map((fields) => fields[1] ?? ''),
  );
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
