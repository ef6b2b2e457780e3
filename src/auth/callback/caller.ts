import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { attempt } from '../../contract/errors.js';
import { isOwner, type User } from '../../disk/find-danger.js';

/**
 * Whether /proc shows that the other end of a connection from this computer belongs to another user, root excepted, who could bring
 * a token of their own, or has been closed, so that it may be anybody's (docs/requirements.md, R97). False where nothing shows it.
 */
export function isOtherUser({ remoteAddress = '', remotePort, localPort }: Socket, user: User): boolean {
  if (user.uid === undefined) return false;
  const isOwn = (owner: number): boolean => owner === 0 || isOwner(owner, user);
  const [there, here] = [endOf(remoteAddress, remotePort), endOf('127.0.0.1', localPort)];
  const look = (): boolean => {
    const rows = readConnections();
    const callers = rows.filter(({ local, remote }) => there.test(local) && here.test(remote));
    if (callers.length > 0) return callers.some(({ owner, isOpen }) => !isOpen || !isOwn(owner));
    // What is not in a table that has our own end is no process of this system, as with a browser outside of a virtual machine.
    const ours = rows.filter(({ local }) => here.test(local));
    const isConnected = ours.some(({ remote, state }) => there.test(remote) && state === established);
    return ours.some(({ state }) => state === listening) && !isConnected;
  };
  // Once more, since a caller that closes its end while the table is read may be missing in it.
  return look() || look();
}

/** One end of a connection, with the bytes of its address in the order of any processor. */
function endOf(address: string, port = 0): RegExp {
  const bytes = address.split('.').map((byte) => hex(Number(byte), 2));
  return new RegExp(`(?:${bytes.join('')}|${bytes.toReversed().join('')}):${hex(port, 4)}$`);
}

const hex = (number: number, digits: number): string => number.toString(16).toUpperCase().padStart(digits, '0');

const [established, listening] = ['01', '0A'];

/** The TCP connections of the system, as far as they can be seen; of one that was closed, nobody knows the owner any more. */
function readConnections() {
  return ['tcp', 'tcp6']
    .flatMap((table) => attempt(() => readFileSync(`/proc/self/net/${table}`, 'utf8'))?.split('\n') ?? [])
    .map((line) => line.trim().split(/\s+/))
    .map(([, local = '', remote = '', state = '', , , , owner, , inode = '0']) => {
      return { local, remote, state, owner: Number(owner), isOpen: inode !== '0' };
    });
}
