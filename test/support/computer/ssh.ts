import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { listen } from '../servers/listen.js';
import type { Home } from './home.js';
import { start } from './program.js';

/** A test's own SSH server, which accepts the key of its home. */
export interface SshServer {
  /** The command that connects to it with these flags, such as `-tt`. */
  command(...flags: readonly string[]): readonly string[];
  /** The command that copies a file there, to this path. */
  copy(file: string, path: string): readonly string[];
  /** Ends it and all connections. */
  stop(): Promise<void>;
}

const sshd = '/usr/sbin/sshd';

/** Why there is no SSH to test with; undefined if there is. */
export const sshMissing: string | undefined =
  process.platform === 'linux' && existsSync(sshd) && spawnSync('ssh', ['-V']).status === 0
    ? undefined
    : `needs Linux with ${sshd} and ssh`;

/**
 * Starts an SSH server on a free port of 127.0.0.1, with its keys and settings in this home. `enter` starts a command in
 * another root. Throws an Error if it does not start, or rejects its own key.
 */
export async function startSshServer(home: Home, enter: readonly string[] = []): Promise<SshServer> {
  const [hostKey, key] = [await makeKey(home, 'host-key'), await makeKey(home, 'key')];
  const port = await freePort();
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${hostKey}`,
    `AuthorizedKeysFile ${key}.pub`,
    'UsePAM no',
    'StrictModes no',
    'PidFile none',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'AllowTcpForwarding local',
    'Subsystem sftp internal-sftp',
    'PrintMotd no',
    'PrintLastLog no',
  ];
  // As root the server requires this folder, which its package creates at boot.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const server = start(home, [...enter, sshd, '-D', '-e', '-f', home.write('sshd-config', `${settings.join('\n')}\n`)]);
  await server.waitFor(/Server listening on 127\.0\.0\.1/);
  const hosts = join(dirname(key), 'known-hosts');
  const options = [
    'BatchMode=yes',
    'IdentitiesOnly=yes',
    'StrictHostKeyChecking=accept-new',
    'LogLevel=ERROR',
    `UserKnownHostsFile=${hosts}`,
    `Port=${port}`,
  ];
  const way = ['-F', 'none', '-i', key, ...options.flatMap((each) => ['-o', each])];
  const there = `${userInfo().username}@127.0.0.1`;
  const command: SshServer['command'] = (...flags) => ['ssh', ...way, ...flags, there];
  const copy: SshServer['copy'] = (file, path) => ['scp', '-q', ...way, file, `${there}:${path}`];
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await server.ended;
  };
  const { code, stderr } = await start(home, [...command(), 'true']).ended;
  if (code === 0) return { command, copy, stop };
  await stop();
  throw new Error(`the SSH server lets nobody in: ${stderr}\n${server.stderr()}`);
}

async function makeKey(home: Home, name: string): Promise<string> {
  const file = join(dirname(home.write('ssh', '')), name);
  const { code, stderr } = await start(home, ['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', file]).ended;
  if (code !== 0) throw new Error(`no key could be made: ${stderr}`);
  return file;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
