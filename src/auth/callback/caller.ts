import { readFileSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { attempt } from '../../contract/errors.js';
import type { User } from '../../disk/find-danger.js';

/**
 * Whether /proc shows that the other end of a connection from this computer belongs to another user, root excepted, who could bring
 * a token of their own (docs/requirements.md, R97). False where nothing shows it.
 */
export function isOtherUser({ remotePort, localPort }: Socket, { uid, home }: User): boolean {
  if (uid === undefined) return false;
  // With the rights of root, the owner of HOME is the user too.
  const own = [0, uid, uid === 0 && home ? attempt(() => statSync(home).uid) : uid];
  const end = (port = 0): RegExp =>
    new RegExp(`(?:0100007F|7F000001):${port.toString(16).toUpperCase().padStart(4, '0')}$`);
  const [there, here] = [end(remotePort), end(localPort)];
  return ['tcp', 'tcp6']
    .flatMap((table) => attempt(() => readFileSync(`/proc/self/net/${table}`, 'utf8'))?.split('\n') ?? [])
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', remote = '']) => there.test(local) && here.test(remote))
    .some((fields) => !own.includes(Number(fields[7])));
}
