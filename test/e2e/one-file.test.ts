import { describe, expect, test } from 'vitest';
import { fillLoginForm } from '../support/browser/login-form.js';
import { makeHome } from '../support/computer/home.js';
import { packedFile as file, packedMissing } from '../support/computer/packed-file.js';
import { start, tracker } from '../support/computer/program.js';
import { usesNode } from '../support/computer/program-file.js';
import { sshMissing, startSshServer } from '../support/computer/ssh.js';
import { makeRootWithoutNode, rootMissing } from '../support/computer/without-node.js';
import { runHere } from '../support/run-here.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { startOnScreen } from '../support/terminal/screen.js';
import { hasTerminal } from '../support/terminal/terminal.js';

const why = packedMissing ?? rootMissing;
const shell = '/bin/sh';

describe.skipIf(why !== undefined)(`the single file, where there is no Node${why ? ` (${why})` : ''}`, () => {
  const root = allTests(() => makeRootWithoutNode({ file, tools: [shell] }));
  const home = allTests(() => makeHome(root.program), stopAndClose);

  test('runs the sandbox, and a shell in it that finds the program and no Node', async () => {
    const line = 'tracker tasks list -q -L 1; node --version';
    const { code, stdout, stderr } = await tracker(home, ['sandbox', 'run', '--', 'sh', '-c', line]);
    expect([code, stdout]).toEqual([127, expect.stringMatching(/^[A-Z]+-\d+\n$/)]);
    expect(stderr).toMatch(/node: not found\n$/);
  });

  test.skipIf(!usesNode)('prints the same as the program that Node runs, whatever NODE_OPTIONS say', async () => {
    const env = { NODE_OPTIONS: '--require=/missing.cjs', NODE_PATH: '/missing' };
    expect((await tracker(home, 'sandbox start --memory', { env })).code).toBe(0);
    const lines = [
      'help',
      'help tasks list',
      'completion zsh',
      'tasks list --scope all --json',
      'tickets list --segment all --csv',
      'tasks view SCM-12 --yaml',
      'search ferry',
      'tasks list --jq .[].title',
      'tasks view NOPE-1',
    ];
    for (const line of lines)
      expect({ line, ...(await tracker(home, line, { env })) }).toEqual({ line, ...(await runHere(home, line)) });
  });
});

const whyNotOverSsh = why ?? sshMissing ?? (hasTerminal ? undefined : 'needs @lydell/node-pty');

describe.skipIf(whyNotOverSsh !== undefined)(`over SSH${whyNotOverSsh ? ` (${whyNotOverSsh})` : ''}`, () => {
  const here = allTests(makeHome, stopAndClose);
  const there = allTests(makeHome);
  const servers = ['/usr/sbin/sshd', '/usr/lib/openssh/sshd-session', '/usr/lib/openssh/sshd-auth'];
  const root = allTests(() => makeRootWithoutNode({ file, tools: [shell, ...servers], home: there.folder }));
  const ssh = allTests(
    () => startSshServer(there, [root.enter]),
    (server) => server.stop(),
  );

  test('R9: without Node there, the copied file signs in with a pasted address, and shows status and triage', async () => {
    const sandbox = await startSandbox(here, ['--memory']);
    expect(await start(here, ssh.copy(file, 'tracker')).ended).toMatchObject({ code: 0, stderr: '' });
    const screen = startOnScreen(here, ssh.command('-tt'), { size: { columns: 200, rows: 40 } });
    await screen.shows(/^#$/m);
    await screen.press('node --version\r', /node: not found\n#\n/);
    const asked = await screen.press(`./tracker login ${sandbox.url}\r`, /or a token:/);
    const [address = ''] = /http:\S+\/login\?client=cli&\S+/.exec(asked) ?? [];
    const pages = await fillLoginForm(address, sandbox, () => undefined);
    await screen.press(`${pages.at(-1)?.headers.location}\r`, /Signed in to .* as Mara Lindqvist.*\n#\n/);
    await screen.press('./tracker status\r', /Tasks +\d+ open(?:.*\n)+#\n/);
    await screen.press('./tracker triage\r', /● live[\s\S]*│ CASA-9 /);
    await screen.press('q', /tracker triage\n(?:.*\n)*?#\n/);
    screen.type('exit\r');
    expect((await screen.ended).code).toBe(0);
  });
});
