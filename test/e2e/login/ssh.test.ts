import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isClosed, openSilently } from '../../auth/login/sockets.js';
import { fillLoginForm } from '../../support/browser/login-form.js';
import { recordingBrowser } from '../../support/browser/recording-browser.js';
import { makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { type SshServer, sshMissing, startSshServer } from '../../support/computer/ssh.js';
import { runHere as tracker } from '../../support/run-here.js';
import { type RunningSandbox, startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests, eachTest } from '../../support/set-up.js';
import { type AtTerminal, hasTerminal, showsCursor, startAtTerminal } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';

const missing = sshMissing ?? (hasTerminal ? undefined : 'needs @lydell/node-pty');

/**
 * What 127.0.0.1 is to the machine the person sits at. A forwarded port has the same number there, which is free on this
 * address of the one machine that plays both.
 */
const personsLoopback = '127.0.0.2';

const addressLine = /^(http:\/\/127\.0\.0\.1:\d+\/login\?client=cli&port=(\d+)&state=[\w-]{22,})\r?$/m;

describe.skipIf(missing !== undefined)(`a login over SSH${missing ? ` (${missing})` : ''}`, () => {
  const server = allTests(makeHome, stopAndClose);
  let sandbox: RunningSandbox;
  let ssh: SshServer;
  const home = eachTest(makeHome);
  const browser = eachTest(() => recordingBrowser(home));

  beforeAll(async () => {
    [sandbox, ssh] = await Promise.all([startSandbox(server, ['--memory', '--seed', 'empty']), startSshServer(server)]);
  });

  afterAll(async () => await ssh?.stop());

  /** The words that sign in on the far side, in the home of this test; a browser would be seen. */
  const remotely = (flags = ''): string => {
    const variables = Object.entries({ ...home.env, BROWSER: browser.command }).map((pair) => pair.join('='));
    return `env ${variables.join(' ')} tracker login ${sandbox.url} ${flags}`;
  };

  /** Signs in at a remote terminal, whose last line then says whether it echoes. */
  const atRemoteTerminal = async () => {
    const line = `${remotely()}; code=$?; stty -a | grep -o -- "-*echo "; exit $code`;
    const session = startAtTerminal(server, [...ssh.command('-tt'), line], { size: { columns: 80, rows: 24 } });
    const [, address = '', port] = await session.waitFor(addressLine);
    await session.waitFor(/or a token:/);
    return { session, address, port: Number(port) };
  };

  const expectSignedIn = async (session: AtTerminal, port: number): Promise<void> => {
    const { code, raw } = await session.ended;
    expect({ code, raw }).toEqual({ code: 0, raw: expect.stringContaining(`as Mara Lindqvist <${sandbox.email}>.`) });
    expect(session.lines().at(-1)).toBe('echo ');
    expect(showsCursor(raw)).toBe(true);
    expect(raw).not.toContain('/callback');
    expect(raw).not.toContain((await tracker(home, 'token')).stdout.trim().slice(0, 12));
    expect(browser.opened()).toEqual([]);
    expect(await isClosed(port)).toBe(true);
    expect((await tracker(home, 'whoami')).stdout).toContain(`email\t${sandbox.email}\n`);
  };

  /** Forwards the port as the printed line says, to the person's machine, and does something meanwhile. */
  const withForwardedPort = async (port: number, act: () => Promise<void>): Promise<void> => {
    await expect(openSilently(port, personsLoopback)).rejects.toThrow('ECONNREFUSED');
    const forwarding = ['-N', '-o', 'ExitOnForwardFailure=yes', '-L', `${personsLoopback}:${port}:127.0.0.1:${port}`];
    const tunnel = start(server, ssh.command(...forwarding));
    try {
      const connected = async (): Promise<boolean> => {
        const socket = await openSilently(port, personsLoopback).catch(() => undefined);
        socket?.destroy();
        return socket !== undefined;
      };
      await until('the forwarded port', connected);
      await act();
    } finally {
      tunnel.kill('SIGTERM');
      await tunnel.ended;
    }
  };

  const signInThroughForwardedPort = async (address: string, port: number): Promise<void> =>
    await withForwardedPort(port, async () => {
      const pages = await fillLoginForm(address, sandbox, () => personsLoopback);
      expect(pages.map(({ status }) => status)).toEqual([200, 303, 303, 200]);
      expect(pages.at(-1)?.url).toBe(`http://127.0.0.1:${port}/done`);
      expect(pages.at(-1)?.body).toContain('</html>');
    });

  test('R9: opens no browser by itself, says how to go on, and ends through the forwarded port', async () => {
    const { session, address, port } = await atRemoteTerminal();
    const words = session.lines().slice(0, 5);
    expect(words).toEqual([
      'To sign in, open this address in a browser:',
      address,
      'If that browser runs on another machine, run this there first:',
      `ssh -L ${port}:127.0.0.1:${port} ${hostname()}`,
      'Otherwise it ends up on a page that does not load; paste that address here.',
    ]);
    await signInThroughForwardedPort(address, port);
    await expectSignedIn(session, port);
  });

  test('R9: ends with the address of the page that did not load, pasted at the remote prompt', async () => {
    const { session, address, port } = await atRemoteTerminal();
    const pages = await fillLoginForm(address, sandbox, () => undefined);
    const unreachable = String(pages.at(-1)?.headers.location);
    expect(unreachable).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/callback\\?`));
    session.type(`${unreachable}\r`);
    await expectSignedIn(session, port);
  });

  test('R9: works without a terminal through the forwarded port, and asks nothing', async () => {
    const running = start(server, [...ssh.command('-T'), remotely()]);
    const [, address = '', port] = await running.waitFor(addressLine);
    await running.waitFor(new RegExp(`^ssh -L ${port}:127\\.0\\.0\\.1:${port} ${hostname()}$`, 'm'));
    await signInThroughForwardedPort(address, Number(port));
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).not.toMatch(/paste|token/);
    expect(browser.opened()).toEqual([]);
    expect((await tracker(home, 'whoami')).code).toBe(0);
  });

  test('R9: opens a browser on the far side with --web', async () => {
    const running = start(server, [...ssh.command('-T'), remotely('--web')]);
    await fillLoginForm(await browser.address(), sandbox);
    expect((await running.ended).code).toBe(0);
  });

  test('R8: Ctrl-C at the remote prompt ends it with 130, the port closed', async () => {
    const { session, port } = await atRemoteTerminal();
    session.type('\u0003');
    expect((await session.ended).code).toBe(130);
    expect(session.lines().at(-1)).toBe('echo ');
    expect(await isClosed(port)).toBe(true);
  });

  test('R8: nothing goes on listening when the connection is lost', async () => {
    const { session, port } = await atRemoteTerminal();
    // What the ssh command takes for: drop this connection.
    session.type('\r~.');
    expect((await session.ended).code).toBe(255);
    await until('the end of the login', () => home.processes().length === 0);
    await until('the end of its port', async () => await isClosed(port));
  });
});
