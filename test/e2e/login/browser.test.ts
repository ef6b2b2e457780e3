import { describe, expect, test } from 'vitest';
import { isClosed } from '../../auth/login/sockets.js';
import { fillLoginForm } from '../../support/browser/login-form.js';
import { recordingBrowser } from '../../support/browser/recording-browser.js';
import { makeHome } from '../../support/computer/home.js';
import { type Started, start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests, eachTest } from '../../support/set-up.js';

const server = allTests(makeHome, stopAndClose);
const sandbox = allTests(() => startSandbox(server, ['--memory']));
const home = eachTest(makeHome);
const browser = eachTest(() => recordingBrowser(home));

const login = (flags: readonly string[] = [], env = {}): Started =>
  start(home, ['tracker', 'login', sandbox.url, ...flags], { env: { BROWSER: browser.command, ...env } });

const portIn = (address: string): number => Number(new URL(address).port);

describe('a login in the browser', () => {
  test('ends when the form was sent and the callback visited', async () => {
    const running = login();
    const address = await browser.address();
    expect(running.stderr()).toMatch(
      /^Opening your browser to sign in\. If nothing opens, visit this address:\nhttp\S+state=\S+\n$/,
    );
    const pages = await fillLoginForm(address, sandbox);
    expect(pages.map(({ status }) => status)).toEqual([200, 303, 303, 200]);
    const done = pages.at(-1);
    expect(done?.url).toBe(`http://127.0.0.1:${portIn(address)}/done`);
    expect(done?.body).toMatch(/sign-in .*received/i);
    expect(done?.body).not.toMatch(/<script|https?:/);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`\nSigned in to ${sandbox.url} as Mara Lindqvist <${sandbox.email}>.\n`);
    expect(browser.opened()).toEqual([address]);
    expect(await isClosed(portIn(address))).toBe(true);
    expect((await tracker(home, 'whoami')).stdout).toContain(`email\t${sandbox.email}\n`);
    expect(stderr).not.toContain((await tracker(home, 'token')).stdout.trim());
  });

  test('listens on the port that was asked for, and says when it is taken', async () => {
    const running = login(['--port', String(sandbox.port)]);
    expect(await running.ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: port \d+ on 127\.0\.0\.1 is in use by another program\nhint: /),
    });
    expect(browser.opened()).toEqual([]);
  });
});
