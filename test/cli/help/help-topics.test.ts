import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { globalFlags } from '../../../src/cli/command-line/global-flags.js';
import { topics } from '../../../src/cli/topics/index.js';
import type { Block } from '../../../src/cli/topics/layout.js';
import { nouns } from '../../../src/commands/nouns.js';
import { settingChecks } from '../../../src/config/stored-settings.js';
import { exitCodes } from '../../../src/contract/errors.js';
import { narrow, openWorld, refused, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(() => openWorld({ seed: 'empty:1' }));

const source = fileURLToPath(new URL('../../../src', import.meta.url));

async function blocksOf(name: string): Promise<readonly Block[]> {
  const entry = topics.find((each) => each.name === name);
  if (!entry) throw new Error(`no topic ${name}`);
  return (await entry.load()).topic;
}

async function rowsOf(name: string): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await blocksOf(name)).flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : [])),
  );
}

async function textOf(name: string): Promise<string> {
  return (await world.run(`help ${name}`, wide)).stdout;
}

describe.each(topics)('the topic $name', ({ name, summary }) => {
  test('is listed', async () => {
    expect((await world.run('help', wide)).stdout).toContain(`\n  ${name.padEnd(13)}${summary}\n`);
  });

  test('fits the terminal, and never takes more than 100 columns', async () => {
    for (const columns of [40, 60, 80, 300]) {
      const { code, stdout, stderr } = await world.run(`help ${name}`, { terminal: { columns }, signedIn: false });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const literal = (await blocksOf(name)).flatMap((block) => (Array.isArray(block) ? block : []));
      expect(literal.filter((line) => line.length > 78)).toEqual([]);
      // Lines to copy stay whole, as do long words in a narrow column.
      const prose = stdout.split('\n').filter((line) => !literal.includes(line.slice(2)));
      if (columns >= 60)
        expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(Math.min(columns, 100));
      expect(stdout).toMatch(/^[A-Z].*\.\n\n/);
      expect(stdout).not.toMatch(/undefined|\[object|\n\n\n|[ \t]\n/);
    }
  });

  test('is plain ASCII, which is what its width is counted by', async () => {
    expect(await textOf(name)).toMatch(/^[\n -~]+$/);
  });

  test('has no other format', async () => {
    for (const [flag, long] of [
      ['--json', '--json'],
      ['--json=ref', '--json'],
      ['--jsonl', '--jsonl'],
      ['--csv', '--csv'],
      ['--tsv', '--tsv'],
      ['-q', '--quiet'],
      ['--fields ref', '--fields'],
    ]) {
      const { code, stdout, stderr } = await world.run(`help ${name} ${flag}`, narrow);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`${long} does not apply`);
    }
    expect(await world.run(`help ${name} -n`)).toEqual(
      refused(2, 'this command has no dry run', 'leave out --dry-run'),
    );
  });

  test('is one text', async () => {
    expect(await world.run(`help ${name} more`)).toEqual(
      refused(2, `too many arguments: ${name} is a topic`, `tracker help ${name}`),
    );
  });
});

test('flags that a shell alias gives to everything do not get in the way', async () => {
  const plain = await world.run('help exit-codes', narrow);
  for (const line of [
    '-I work help exit-codes',
    'help --no-input exit-codes',
    '--timeout 5 --color never help exit-codes',
  ])
    expect(await world.run(line, narrow)).toEqual(plain);
});

describe('help on what nothing is known about', () => {
  test.each([
    ['exit-code', 'exit-codes'],
    ['enviroment', 'environment'],
    ['ticket-s', 'tickets'],
  ])('%s is answered with what was meant', async (word, meant) => {
    const error = `unknown command or topic '${word}' (did you mean ${meant}?)`;
    expect(await world.run(`help ${word}`)).toEqual(refused(2, error, `tracker help ${meant}`));
  });

  test.each(['nonsense', ''])('"%s" is answered with what is known', async (word) => {
    const known = [...nouns, ...topics].map(({ name }) => name).join(', ');
    expect(await world.run(['help', word])).toEqual(
      refused(2, `unknown command or topic '${word}'`, `known: ${known}`),
    );
  });

  test('a word too many', async () => {
    expect(await world.run('help tasks list more')).toEqual(
      refused(2, 'too many arguments: help takes a noun, or a noun and a verb', 'tracker help tasks'),
    );
    expect((await world.run('help whoami more')).code).toBe(2);
  });

  test('a flag of no meaning', async () => {
    for (const line of [
      'help --csv',
      'help -q',
      'help tasks --tsv',
      'help tasks list --fields ref',
      'tasks help --csv',
    ])
      expect((await world.run(line)).stderr).toMatch(
        /^error: help prints text, little of it with --brief, or JSON with --json: --\w+ does not apply\n/,
      );
    expect(await world.run('help --jsno')).toEqual(
      refused(2, "unknown option '--jsno' (did you mean --json?)", 'tracker help'),
    );
  });
});

test('help on help is the help of everything', async () => {
  expect(await world.run('help help', wide)).toEqual(await world.run('help', wide));
});

describe('exit-codes', () => {
  test('has every code the program ends with, and no other', async () => {
    const signals = readFileSync(join(source, 'main.ts'), 'utf8').match(/SIG[A-Z]+: \d+/g) ?? [];
    const codes = new Set([0, ...Object.values(exitCodes), ...signals.map((each) => Number(each.split(': ')[1]))]);
    const listed = [...(await rowsOf('exit-codes')).keys()].map(Number);
    expect(listed.toSorted((a, b) => a - b)).toEqual([...codes].sort((a, b) => a - b));
  });

  test.each(Object.entries(exitCodes))('names %s beside %i', async (kind, code) => {
    expect((await rowsOf('exit-codes')).get(String(code))).toMatch(new RegExp(`JSON: .*\\b${kind}\\b`));
  });
});

/** Read by Node, and not by the program. */
const readByNode = ['TZ'];

/** Node prints headers where they are set, so that the program starts once more without them. */
const takenAway = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE'];

/** Handed over from one process of the program to the next, and nobody's business. */
const internal = ['TRACKER_SANDBOX_READY_FD', 'TRACKER_STATUS_PATIENT', 'TRACKER_ACCOUNT'];

/** Words in capitals that stand in files with such tables, and are no variables. */
const others = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'EPERM',
  'GET',
  'CONFIG',
  'CACHE',
  'STATE',
  'DATA',
  'LICENSE',
  'THIRD_PARTY_NOTICES',
];

const isVariable = (name: string): boolean => /^(?:[A-Z][A-Z_]+|https?_proxy|no_proxy)$/.test(name);

/** Every environment variable the source reads, however it does. */
function variablesRead(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.startsWith('sandbox') || file.includes('topics')) continue;
    const text = readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const names = [...text.matchAll(/\benv\??\.(\w+)/g)].map(([, name = '']) => name);
    for (const line of text.split('\n')) {
      if (/\(?\{[^}]*\}(?::| =).*\b(?:Env|env)\b|\(\{ [A-Z_ =',]+ \}\) =>/.test(line))
        names.push(...(line.match(/\w+/g) ?? []));
    }
    // Names in tables, from which one is taken.
    if (/\benv\[/.test(text)) for (const [, name = ''] of text.matchAll(/'(\w+)'/g)) names.push(name);
    if (text.includes('TRACKER_${'))
      for (const kind of ['CONFIG', 'CACHE', 'STATE', 'DATA']) names.push(`TRACKER_${kind}_DIR`);
    for (const name of names)
      if (isVariable(name) && ![...internal, ...takenAway, ...others].includes(name)) found.add(name);
  }
  return found;
}

describe('environment', () => {
  test('has every variable the program reads', async () => {
    const words = new Set((await textOf('environment')).match(/\w+/g));
    const read = [...variablesRead()];
    expect(read.length).toBeGreaterThanOrEqual(45);
    expect(read.filter((name) => !words.has(name))).toEqual([]);
  });

  test('has no variable that nothing reads', async () => {
    const terms = [...(await rowsOf('environment')).keys()].flatMap((term) => term.split(', ')).filter(isVariable);
    expect(terms.length).toBeGreaterThanOrEqual(30);
    const read = variablesRead();
    expect(terms.filter((name) => !read.has(name) && !readByNode.includes(name))).toEqual([]);
  });

  test('has every setting', async () => {
    const rows = await rowsOf('environment');
    for (const key of Object.keys(settingChecks)) expect(rows.get(key), key).toBeDefined();
  });
});

test('formatting has every flag that says how data is printed', async () => {
  const text = await textOf('formatting');
  for (const key of ['json', 'jsonl', 'csv', 'tsv', 'fields', 'quiet', 'color', 'pager'] as const)
    expect(text).toContain(/--[a-z-]+/.exec(globalFlags[key].flags)?.[0]);
  const named = text.match(/(?<=^|[\s(])--[a-z][a-z-]*/gm) ?? [];
  const known = [
    ...Object.values(globalFlags).map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0]),
    '--sort',
    '--segment',
    '--scope',
    '--tag',
    '--watch',
  ];
  expect(named.filter((flag) => !known.includes(flag))).toEqual([]);
});

describe('long help on a terminal', () => {
  const short = { terminal: { columns: 80, rows: 10 } };

  test('goes through the pager', async () => {
    const { stdout } = await world.run('help exit-codes', { ...short, env: { PAGER: 'cat > /dev/null' } });
    expect(stdout).toBe('');
    for (const line of ['help', 'help tasks list', 'tasks list --help'])
      expect((await world.run(line, { ...short, env: { TRACKER_PAGER: 'cat > /dev/null' } })).stdout).toBe('');
  });

  test('does not with --no-pager, in a pipe, or where it fits', async () => {
    const env = { PAGER: 'cat > /dev/null' };
    expect((await world.run('help exit-codes --no-pager', { ...short, env })).stdout).toContain('Exit codes:');
    expect((await world.run('help exit-codes', { env })).stdout).toContain('Exit codes:');
    expect((await world.run('help projects', { terminal: { columns: 80, rows: 40 }, env })).stdout).toContain('Verbs:');
  });

  test('uses the pager of the settings, and is shown all the same where those are damaged', async () => {
    const machine = await world.machine();
    await machine.run(['config', 'set', 'pager', 'cat > /dev/null']);
    expect((await machine.run('help references', { ...short, env: { PAGER: '' } })).stdout).toBe('');
    expect((await machine.run('help references', { ...short, env: { PAGER: 'cat' } })).stdout).toContain('@branch');
  });
});
