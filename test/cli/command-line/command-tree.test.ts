import { beforeAll, describe, expect, test } from 'vitest';
import { helpOf, spelling } from '../../../src/args/flag.js';
import { canQueue } from '../../../src/args/verb.js';
import type { CommandTree, TreeFlag, TreeNoun, TreeVerb } from '../../../src/cli/command-line/command-tree.js';
import { globalFlags } from '../../../src/cli/command-line/global-flags.js';
import { topics } from '../../../src/cli/topics/index.js';
import { nouns } from '../../../src/commands/nouns.js';
import { version } from '../../support/computer/machine.js';
import { narrow, openWorld, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(() => openWorld({ seed: 'empty:1' }));
let tree: CommandTree;
beforeAll(async () => {
  tree = await read<CommandTree>('help');
});

async function read<T>(line: string): Promise<T> {
  const { code, stdout, stderr } = await world.run(`${line} --json`, { signedIn: false });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.endsWith('\n')).toBe(true);
  return JSON.parse(stdout) as T;
}

const verbsOf = ({ verbs, command }: TreeNoun): readonly TreeVerb[] => [...(command ? [command] : []), ...verbs];

describe('tracker help --json', () => {
  test('has every noun, verb, flag and topic', async () => {
    expect(tree).toMatchObject({ name: 'tracker', version });
    expect(tree.nouns.map(({ name }) => name)).toEqual(nouns.map(({ name }) => name));
    expect(tree.topics).toEqual(topics.map(({ name, summary }) => ({ name, summary })));
    for (const [at, noun] of nouns.entries()) {
      const entries = [...(noun.command ? [noun.command] : []), ...noun.verbs];
      const told = verbsOf(tree.nouns[at] ?? fail());
      expect(told.map(({ name }) => name)).toEqual(entries.map(({ name }) => name));
      for (const [index, entry] of entries.entries()) {
        const { verb } = await entry.load();
        expect(told[index]).toMatchObject({ summary: entry.summary, examples: verb.examples, writes: !!verb.writes });
        expect(told[index]?.queues).toBe(canQueue(verb));
        const flags = Object.values(verb.flags).filter(({ isHidden }) => !isHidden);
        expect(told[index]?.flags.map(spelled)).toEqual(flags.map(spelling));
        expect(told[index]?.flags.map(({ help }) => help)).toEqual(flags.map(helpOf));
      }
    }
    expect(tree.globalFlags.map(spelled)).toEqual([
      ...Object.values(globalFlags).map(spelling),
      '-h, --help',
      '-V, --version',
    ]);
    expect(tree.flags.map(spelled)).toEqual(['--licenses']);
  });

  test('says what one flag is', () => {
    const flags = verbsOf(tree.nouns.find(({ name }) => name === 'tasks') ?? fail())[0]?.flags ?? [];
    expect(flags.find(({ name }) => name === '--scope')).toEqual({
      name: '--scope',
      short: null,
      value: 'scope',
      kind: 'word',
      choices: ['mine', 'all'],
      repeatable: false,
      joined: false,
      help: expect.stringMatching(/^mine: /),
    });
    expect(flags.find(({ name }) => name === '--status')).toEqual({
      name: '--status',
      short: '-s',
      value: 'status',
      kind: 'task-status',
      repeatable: true,
      joined: true,
      help: 'only these statuses',
    });
    expect(flags.find(({ name }) => name === '--overdue')).toMatchObject({ value: null, repeatable: false });
  });

  test('says what an argument is, and what a verb prints', () => {
    const verbs = tree.nouns.find(({ name }) => name === 'tasks')?.verbs ?? [];
    const edit = verbs.find(({ name }) => name === 'edit');
    expect(edit?.arguments).toEqual([
      { name: 'ref', kind: 'ref', of: ['tasks'], required: true, repeatable: true, help: expect.any(String) },
    ]);
    expect(edit?.prints).toMatchObject({ as: 'result', columns: ['ref', 'ok', 'error'] });
    const list = verbs.find(({ name }) => name === 'list')?.prints;
    expect([list?.as, list?.columns[0]]).toEqual(['list', 'ref']);
    expect(list?.fields).toContain('uuid');
    const view = verbs.find(({ name }) => name === 'view')?.prints;
    expect([view?.as, view?.columns.slice(0, 3)]).toEqual(['detail', ['ref', 'title', 'status']]);
  });

  test('gives a usage that is in the help text, and the same aliases', async () => {
    for (const noun of tree.nouns) {
      for (const verb of verbsOf(noun)) {
        const words = verb === noun.command ? noun.name : `${noun.name} ${verb.name}`;
        const { stdout } = await world.run(`help ${words}`, wide);
        expect(stdout).toContain(`\nUsage: ${verb.usage}\n`);
        expect(/^Aliases: (.*)$/m.exec(stdout)?.[1] ?? '').toBe(verb.aliases.join(', '));
        for (const { name, help } of verb.arguments) expect(stdout.replace(/\s+/g, ' ')).toContain(`${name} ${help}`);
      }
    }
  });

  test('says which verb a bare noun stands for', () => {
    const lists = tree.nouns.filter((noun) => noun.default === 'list').map(({ name }) => name);
    expect(lists).toContain('tasks');
    expect(lists).not.toContain('sandbox');
    for (const { verbs, command, default: verb } of tree.nouns) {
      expect(command !== null || verbs.length > 0).toBe(true);
      if (verb === null) continue;
      const { arguments: needed } = verbs.find(({ name }) => name === verb) ?? { arguments: undefined };
      expect(needed?.filter(({ required }) => required)).toEqual([]);
    }
  });

  test('is one line in a pipe, and indented at a terminal', async () => {
    expect((await world.run('help --json')).stdout.match(/\n/g)?.length).toBe(1);
    expect((await world.run('help --json', wide)).stdout).toMatch(/^\{\n {2}"name": "tracker",\n/);
  });
});

describe('a part of it', () => {
  test('is a noun, by any of its names', async () => {
    const tasks = tree.nouns.find(({ name }) => name === 'tasks');
    for (const line of ['help tasks', 'help task', 'tasks help', '--json help tasks'])
      expect(await read(line)).toEqual(tasks);
    expect(await read('help whoami')).toEqual(tree.nouns.find(({ name }) => name === 'whoami'));
  });

  test('is a verb, by any of its names', async () => {
    const verb = tree.nouns.find(({ name }) => name === 'tasks')?.verbs.find(({ name }) => name === 'view');
    for (const line of ['help tasks view', 'help task show']) expect(await read(line)).toEqual(verb);
  });

  test('is no part that does not exist', async () => {
    const { code, stdout, stderr } = await world.run('help tasks viw --json', narrow);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { message: "unknown command 'viw' (did you mean view?)" } });
    expect((await world.run('help nonsense --json')).stderr).toContain(
      'known: next, today, yesterday, report, status, ',
    );
  });
});

test.each([
  'help --json --csv',
  'help --json -q',
  'help --json=name',
  'help tasks --json --fields name',
  'help --json --jsonl',
])('%s contradicts itself', async (line) => {
  const { code, stdout, stderr } = await world.run(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(JSON.parse(stderr).error.message).toMatch(
    /^help prints text, little of it with --brief, or JSON with --json: --\w+ does not apply/,
  );
});

function spelled({ name, short, value }: TreeFlag): string {
  return `${short === null ? '' : `${short}, `}${name}${value === null ? '' : ` <${value}>`}`;
}

function fail(): never {
  throw new Error('nothing there');
}
