import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTree } from '../../../src/cli/command-line/command-tree.js';
import { writeSkill } from '../../../src/commands/skill/file.js';
import { version } from '../../support/computer/machine.js';
import { openWorld, printed, refused } from '../../support/run.js';

const terminal = { columns: 100 };
const cannotAsk = 'error: cannot ask here: Write the skill?\nhint: add --yes\n';

/** A computer that is not signed in, with a home folder in which these folders are. */
async function atHome(...folders: readonly string[]) {
  const machine = await (await openWorld()).machine();
  for (const each of folders) mkdirSync(join(machine.folder, each), { recursive: true });
  const env = { HOME: machine.folder };
  const path = (...below: readonly string[]): string => join(machine.folder, ...below, 'skills', 'tracker', 'SKILL.md');
  return { machine, env, path };
}

describe('skill show', () => {
  test('is short, has the version, and names commands as they are declared', async () => {
    const { machine } = await atHome();
    const { code, stdout, stderr } = await machine.run('skill show');
    expect([code, stderr]).toEqual([0, '']);
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(6000);
    expect(stdout).toMatch(
      new RegExp(`^---\nname: tracker\ndescription: .{50,900}\nmetadata:\n  version: "${version}"\n---\n`),
    );
    expect(stdout).toContain('`tracker help --brief`');
    const { nouns } = await readTree(version);
    const commands = nouns.flatMap(({ verbs, command }) => [...verbs, ...(command ? [command] : [])]);
    const declared = commands.map(({ usage, summary }) => `- \`${usage.replace(' [flags]', '')}\`: ${summary}`);
    const listed = stdout.split('\n').filter((line) => line.startsWith('- `tracker') && /: [A-Z]/.test(line));
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.filter((line) => !declared.includes(line))).toEqual([]);
  });

  test('has no other format', async () => {
    const { machine } = await atHome();
    expect(await machine.run('skill show --json')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('skill install', () => {
  test('in a pipe, says what it would write for the agents that are here, and writes it with -y', async () => {
    const { machine, env, path } = await atHome('.claude', '.codex', '.config/opencode');
    const [claude, shared] = [path('.claude'), path('.agents')];
    expect(await machine.run('skill install', { env })).toEqual({
      code: 2,
      stdout: '',
      stderr: `Would write ${claude} for claude-code.\nWould write ${shared} for codex and opencode.\n${cannotAsk}`,
    });
    expect(() => readFileSync(claude)).toThrow('ENOENT');
    const { code, stderr } = await machine.run('skill install -y', { env });
    expect([code, stderr]).toEqual([
      0,
      `Wrote ${claude} and ${shared}.\nTo have a person decide: tracker config set agents propose\n`,
    ]);
    const { stdout: skill } = await machine.run('skill show');
    expect(readFileSync(claude, 'utf8').startsWith(skill)).toBe(true);
    expect(readFileSync(shared, 'utf8')).toBe(readFileSync(claude, 'utf8'));
    const again = await machine.run('skill install --json', { env });
    expect([again.code, JSON.parse(again.stdout)]).toEqual([
      0,
      {
        ok: true,
        files: [
          { path: claude, for: ['claude-code'], state: 'current' },
          { path: shared, for: ['codex', 'opencode'], state: 'current' },
        ],
      },
    ]);
  });

  test('at a terminal asks before it writes, and whether agents should propose', async () => {
    const { machine, env, path } = await atHome('.gemini', '.cursor');
    const no = await machine.run('skill install --for cursor', { env, terminal, keys: ['n\r'] });
    expect(no.code).toBe(130);
    expect(() => readFileSync(path('.cursor'))).toThrow('ENOENT');
    const yes = await machine.run('skill install', { env, terminal, keys: ['y\r', 'y\r'] });
    expect(yes.code).toBe(0);
    expect(yes.stderr).toContain('Set agents to propose.');
    for (const folder of ['.cursor', '.agents']) expect(readFileSync(path(folder), 'utf8')).toContain('# tracker');
    expect(await machine.run('config get agents')).toEqual(printed('propose\n'));
    // What is set is not offered again.
    const last = await machine.run('skill install', { env, terminal });
    expect([last.code, last.stderr]).toEqual([0, 'The skill is already installed.\n']);
  });

  test('replaces what it has written before, and nothing else', async () => {
    const { machine, env, path } = await atHome('.claude');
    await machine.run('skill install -y', { env });
    const file = path('.claude');
    const own = readFileSync(file, 'utf8');
    writeFileSync(file, `${own}\nMy own rule.\n`);
    for (const words of ['skill install -y', 'skill install'])
      expect(await machine.run(words, { env })).toEqual(
        refused(
          6,
          `${file} was not written by tracker, or has been edited since`,
          `move it away first; to compare: tracker skill show | diff ${file} -`,
        ),
      );
    expect(readFileSync(file, 'utf8')).toBe(`${own}\nMy own rule.\n`);
    writeFileSync(file, own.replace('# tracker', '# Tracker'));
    expect((await machine.run('skill install -y', { env })).code).toBe(6);
    writeSkill(file, 'What an earlier version said.\n');
    expect((await machine.run('skill install', { env })).stderr).toBe(
      `Would update ${file} for claude-code.\n${cannotAsk}`,
    );
    expect((await machine.run('skill install -y', { env })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(own);
  });

  test('says which agents there are', async () => {
    const { machine, env } = await atHome();
    const all = 'claude-code, codex, gemini-cli, cursor or opencode';
    expect(await machine.run('skill install', { env })).toEqual(
      refused(2, 'none of the agents has a folder in your home folder', `name one: --for ${all}`),
    );
    expect(await machine.run('skill install --for emacs', { env })).toEqual(
      refused(2, `--for takes ${all}, not "emacs"`),
    );
  });

  test('is refused to an agent without full access', async () => {
    const { machine, env, path } = await atHome('.claude');
    await machine.run('config set agents propose');
    const { code, stderr } = await machine.run('skill install -y', { env: { ...env, CLAUDECODE: '1' } });
    expect([code, stderr]).toEqual([5, expect.stringContaining('only a person may run this command')]);
    expect(() => readFileSync(path('.claude'))).toThrow('ENOENT');
    expect((await machine.run('skill show', { env: { ...env, CLAUDECODE: '1' } })).code).toBe(0);
    expect((await machine.run('skill install -y', { env })).code).toBe(0);
  });
});
