import { expect, test } from 'vitest';
import { openWorld, owner, refused } from '../../support/run.js';

const args = ['/dev/null/tracker', '-I', 'work', 'mcp'];

test('prints the entry in the form that each program reads, and writes nothing', async () => {
  const machine = await (await openWorld()).machine(owner);
  const ofFolders = Object.fromEntries(
    ['config', 'cache', 'state', 'data'].map((kind) => [
      `TRACKER_${kind.toUpperCase()}_DIR`,
      `${machine.folder}/${kind}`,
    ]),
  );
  const start = { command: '/dev/null/node', args, env: ofFolders };
  const entry = async (name: string, flags = ''): Promise<string> => {
    const { code, stdout } = await machine.run(`mcp install --for ${name}${flags}`);
    expect(code).toBe(0);
    return stdout;
  };
  for (const name of ['claude-code', 'claude-desktop', 'gemini-cli', 'cursor'])
    expect(JSON.parse(await entry(name))).toEqual({ mcpServers: { tracker: start } });
  expect(JSON.parse(await entry('vscode'))).toEqual({ servers: { tracker: { type: 'stdio', ...start } } });
  expect(JSON.parse(await entry('opencode', ' --root /tmp'))).toEqual({
    mcp: {
      servers: {
        tracker: { type: 'local', command: [start.command, ...args, '--root', '/tmp'], environment: ofFolders },
      },
    },
  });
  const variables = Object.entries(ofFolders).map(([name, value]) => `${name} = "${value}"\n`);
  expect(await entry('codex')).toBe(
    `[mcp_servers.tracker]\ncommand = "/dev/null/node"\nargs = ${JSON.stringify(args)}\n\n[mcp_servers.tracker.env]\n${variables.join('')}`,
  );
  const both = await machine.run('mcp install --for cursor,codex');
  expect(both.stderr).toBe('For codex, in ~/.codex/config.toml:\nFor cursor, in ~/.cursor/mcp.json:\n');
  const { stdout } = await machine.run('mcp install --for codex --json');
  expect(JSON.parse(stdout)).toMatchObject([{ for: 'codex', file: '~/.codex/config.toml' }]);
});

test('says what it needs', async () => {
  const world = await openWorld();
  const all = 'claude-code, claude-desktop, codex, gemini-cli, cursor, opencode or vscode';
  expect(await world.run('mcp install')).toEqual(refused(2, `--for takes ${all}`));
  expect(await world.run('mcp install --for emacs')).toEqual(refused(2, `--for takes ${all}, not "emacs"`));
  expect((await world.run('mcp install --for cursor', { signedIn: false })).code).toBe(3);
});
