import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { builtFile, usesNode } from '../support/computer/program-file.js';
import { callTool, makeClient } from '../support/mcp.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { startOnScreen } from '../support/terminal/screen.js';
import { hasTerminal } from '../support/terminal/terminal.js';

/** How long after its start a program has its files in memory (milliseconds). */
const longRunMs = 6_000;

describe.skipIf(!usesNode)('an update that takes the files of the program away while it runs', () => {
  const home = allTests(makeHome, stopAndClose);
  allTests(() => startSandbox(home, ['--memory']));

  /** A copy of the package, as npm installs one. */
  function install() {
    const folder = join(home.folder, 'installed');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join(dirname(dirname(builtFile)), name), join(folder, name), { recursive: true });
    return {
      command: [process.execPath, join(folder, 'bin', 'tracker.js')],
      remove: () => rmSync(folder, { recursive: true }),
    };
  }

  test.skipIf(!hasTerminal)('triage goes on, with keys that nobody had pressed before', async () => {
    const { command, remove } = install();
    const screen = startOnScreen(home, [...command, 'triage']);
    await screen.shows(/● live[\s\S]*CASA-9/);
    await setTimeout(longRunMs);
    remove();
    await screen.press('a', /Łukasz/);
    await screen.press('\u001b', /\? more/);
    await screen.press('nSent by the old one.\u0013', /the note is sent|~/);
    await screen.press('u', /taken back|undone/);
    screen.type('q');
    expect((await screen.ended).code).toBe(0);
  });

  test('mcp answers as before, also without compiled code', async () => {
    const { command, remove } = install();
    const [file = '', ...args] = command;
    const client = makeClient('2025-11-25');
    const env = { ...home.env, NODE_DISABLE_COMPILE_CACHE: '1' } as Record<string, string>;
    await client.connect(new StdioClientTransport({ command: file, args: [...args, 'mcp'], env, stderr: 'ignore' }));
    await setTimeout(longRunMs);
    remove();
    expect((await callTool(client, 'next')).data.ref).toBeTypeOf('string');
    expect((await callTool(client, 'find', { query: 'museum' })).isError).toBe(false);
    const made = await callTool(client, 'propose', { command: 'reply', args: ['CASA-9'], body: 'On it.' });
    expect(made.data).toMatchObject({ state: 'proposed' });
    await client.close();
  });
});
