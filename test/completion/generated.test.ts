import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { generateCompletions } from '../../scripts/completion/generate.js';
import { fish, posix, powershell } from '../../scripts/completion/tables.js';
import { readTree } from '../../scripts/completion/tree.js';
import { nouns } from '../../src/cli/nouns.js';
import { openWorld, printed, refused } from '../support/run.js';
import { scripts } from './shell.js';

const engines = fileURLToPath(new URL('../../scripts/completion', import.meta.url));
const fresh = await generateCompletions(engines);
const tree = await readTree();

test.each([...fresh])('completions/%s is what the command tree makes it: npm run completions', (file, made) => {
  expect(readFileSync(join(scripts, file), 'utf8')).toBe(made);
});

test('there is no other file, and the package has them all', () => {
  expect(readdirSync(scripts).sort()).toEqual([...fresh.keys()].sort());
  const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    files: string[];
  };
  expect(files).toContain('completions');
});

describe.each([...fresh])('%s', (_file, made) => {
  test('knows every noun, verb and flag', () => {
    for (const noun of nouns) {
      expect(made).toContain(`'${noun.name}|${noun.aliases.join(' ')}`);
      for (const { name } of noun.verbs) expect(made).toContain(`'${name}|`);
    }
    expect(tree.leaves.length).toBeGreaterThan(60);
    for (const { flags } of tree.leaves)
      for (const flag of flags) expect(made).toContain(`'${flag.names.join(' ')}|${flag.source}`);
  });

  test('holds no state, priority, type or category of a server', () => {
    for (const word of ['in_progress', 'in_review', 'urgent', 'technical_issue', 'waiting_on_customer'])
      expect(made).not.toContain(word);
  });
});

describe('where values come from', () => {
  test('every flag that takes a reference, a person or a file knows where from', () => {
    const told = tree.leaves.flatMap(({ path, flags, args }) => [
      ...args.map((source) => [path, source] as const),
      ...flags.map(({ names: [name], source }) => [`${path} ${name}`, source] as const),
    ]);
    const of = (path: string): readonly string[] => told.filter(([at]) => at === path).map(([, source]) => source);
    expect(of('tasks done')).toEqual(['refs:tasks...']);
    expect(of('chat reply')).toEqual(['refs:threads']);
    expect(of('sandbox run')).toEqual(['commands...']);
    expect(of('api --input')).toEqual(['files']);
    expect(tree.leaves.find(({ path }) => path === 'tasks list')?.columns).toEqual(
      expect.arrayContaining(['ref', 'title', 'updated', 'loggedMinutes']),
    );
    expect(tree.leaves.find(({ path }) => path === 'tasks view')?.columns).toContain('status');
    expect(of('config set color')).toEqual([of('config get')[0], '=auto always never']);
    expect(of('tasks list --sort')).toEqual(['+order']);
    expect(of('config get')[0]).toMatch(/^=.*\btimeout\b/);
    expect(tree.globals.find(({ names: [name] }) => name === '-I')?.source).toBe('instances');
  });
});

test('summaries are quoted for each shell', () => {
  const odd = "it's a \\ $x `y` ‘z’";
  expect(posix.quote(odd)).toBe("'it'\\''s a \\ $x `y` ‘z’'");
  expect(fish.quote(odd)).toBe("'it\\'s a \\\\ $x `y` ‘z’'");
  expect(powershell.quote(odd)).toBe("'it''s a \\ $x `y` ‘‘z’’'");
});

describe('the script of PowerShell, as far as can be told without one', () => {
  const made = fresh.get('tracker.ps1') ?? '';
  /** The script without comments and the content of its strings. */
  const code = made
    .split('\n')
    .map((line) => line.replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, "''"))
    .map((line) => line.replace(/(^|\s)#.*$/, ''));

  test('it reads the same in every encoding', () => {
    expect(made.match(/[^\n\x20-\x7e]/g)).toBeNull();
  });

  test('every quote and bracket is closed', () => {
    expect(code.filter((line) => (line.match(/'/g) ?? []).length % 2 || (line.match(/"/g) ?? []).length % 2)).toEqual(
      [],
    );
    const open: string[] = [];
    const pairs: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
    for (const sign of code.join('\n').match(/[()[\]{}]/g) ?? []) {
      if (pairs[sign] === undefined) open.push(sign);
      else expect(open.pop()).toBe(pairs[sign]);
    }
    expect(open).toEqual([]);
  });

  test('every function that is called is declared', () => {
    const text = code.join('\n');
    const declared = [...text.matchAll(/function global:([\w-]+)/g)].map(([, name]) => name);
    const called = new Set([...text.matchAll(/\b([A-Z][a-z]+To)?-?[A-Z]\w*-?Tracker\w*\b/g)].map(([name]) => name));
    expect(declared.length).toBeGreaterThan(12);
    for (const name of called) expect(declared).toContain(name);
    for (const table of ['words', 'flags', 'args', 'columns']) expect(text).toContain(`$global:tracker_${table} = @{`);
  });
});

describe('tracker completion', () => {
  test('prints each script, and needs neither a sign-in nor a request', async () => {
    const world = await openWorld();
    const machine = await world.machine();
    for (const [shell, file] of [
      ['bash', 'tracker.bash'],
      ['zsh', '_tracker'],
      ['fish', 'tracker.fish'],
      ['PowerShell', 'tracker.ps1'],
    ] as const)
      expect(await machine.run(`completion ${shell}`)).toEqual(printed(fresh.get(file) ?? ''));
    expect(world.takeRequests()).toEqual([]);
  });

  test('no shell, one there is nothing for, a format that is none', async () => {
    const machine = await (await openWorld()).machine();
    const known = 'bash, zsh, fish or powershell';
    expect(await machine.run('completion')).toEqual(refused(2, `which shell? ${known}`, 'tracker completion bash'));
    expect(await machine.run('completion tcsh')).toEqual(refused(2, `there is a script for ${known}, not "tcsh"`));
    expect((await machine.run('completion bash --csv')).code).toBe(2);
    const help = (await machine.run('completion --help')).stdout;
    for (const line of [
      'eval "$(tracker completion zsh)"',
      '~/.config/fish/completions/tracker.fish',
      '$PROFILE',
      '$fpath',
    ])
      expect(help).toContain(line);
  });
});
