import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ServerWord, ValueKind } from '../../src/args/value.js';
import { readTree } from '../../src/cli/command-line/command-tree.js';
import { lastShownFile } from '../../src/client/state/read-last-shown.js';
import { type KnownReference, openReferenceIndex, type ReferenceIndex } from '../../src/client/state/references.js';
import { answer } from '../../src/completion/answer.js';
import { complete } from '../../src/completion/complete.js';
import type { StoredTree } from '../../src/completion/tree.js';
import { makeFolder, within } from '../support/computer/folder.js';

const url = 'http://127.0.0.1:9';
const folder = makeFolder();
const at = {
  env: { TRACKER_CONFIG_DIR: folder, TRACKER_CACHE_DIR: folder, TRACKER_STATE_DIR: folder },
  platform: 'linux',
  workingFolder: folder,
  terminal: () => 'here',
};
const reference = (ref: string, title: string): KnownReference => ({ ref, uuid: `3f2c8a1e-${ref}`, title });
let tree: StoredTree;
let index: ReferenceIndex;

beforeAll(async () => {
  // As the build writes it: through JSON, without what is false or empty.
  const keep = (_key: string, value: unknown): unknown =>
    value === false || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;
  tree = JSON.parse(JSON.stringify(await readTree('0'), keep)) as StoredTree;
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({
      instances: { work: { url }, other: { url: 'http://127.0.0.1:10' } },
      default: 'work',
      aliases: { mine: 'tasks -s', t: 'tasks view', sh: '!echo', tasks: 'tickets' },
    }),
  );
  mkdirSync(join(folder, 'ledger'));
  const writeEntry = (number: number, ref: string, more: object = {}): void => {
    const entry = { state: 'unsent', at: '', url, owner: '', words: ['tasks', 'comment', ref], flags: {}, ...more };
    writeFileSync(join(folder, 'ledger', `${number}.jsonl`), `${JSON.stringify(entry)}\n`);
  };
  writeEntry(7, 'SCM-13');
  writeEntry(17, 'SCM-12', { state: 'doubtful' });
  writeEntry(18, 'SCM-14', { state: 'done' });
  writeEntry(19, 'SCM-15', { url: 'http://127.0.0.1:10' });
  writeEntry(20, 'SCM-16', { flags: undefined });
  writeFileSync(join(folder, 'ledger', '21.jsonl'), '{');
  const entry = { at: '2026-11-20T16:31:00.000Z', state: 'done', url, owner: '' };
  const write = {
    kind: 'task',
    uuid: 'u',
    ref: 'SCM-12',
    from: { priority: 'low' },
    to: { priority: 'high' },
  };
  for (const [number, rest] of [
    [27, { words: ['tasks', 'edit'], writes: [write] }],
    [28, { words: ['tasks', 'edit'], writes: [write], owner: 'somebody else' }],
    [29, { words: ['tasks', 'edit'], writes: [{ ...write, ref: 'SCM-13' }], state: 'undone', undoneAt: 30 }],
    [32, { words: ['tickets', 'reply'], final: ['a reply to CASA-16'] }],
  ] as const)
    writeFileSync(join(folder, 'ledger', `${number}.jsonl`), JSON.stringify({ ...entry, ...rest }));
  mkdirSync(join(folder, 'templates'));
  for (const name of ['greeting.md', 'closing.md', 'notes.txt']) writeFileSync(join(folder, 'templates', name), '');
  index = openReferenceIndex(within(folder), url, '');
  index.learn('tasks', [
    reference('SCM-12', 'Night ferry to Tórshavn'),
    reference('OPS-4', 'Exchange the deploy keys'),
  ]);
  index.learn('tickets', [reference('CASA-16', 'Night of the Museums'), reference('OPS-4', 'Nothing works')]);
  index.learn('people', [reference('id-1', 'Mara Lindqvist'), reference('id-2', 'Łukasz Wójcik')]);
  index.learn('wiki', [reference('Größe der Schiffe', 'Größe der Schiffe')]);
  index.learn('projects', [reference('SCM', 'Scandia Marine')]);
  index.learn('orgs', [reference('casa-azul', 'Fundación Casa Azul')]);
  index.learn('inbox', [reference('n-1', 'Ferry is late')]);
  const words = [
    'task-status:todo',
    'task-status:in_progress',
    'ticket-status:waiting',
    'task-tag:a,b',
    'task-tag:sea',
    'task-view:Due, soon',
    'ticket-view:For tonight',
  ];
  index.learn(
    'values',
    words.map((ref) => ({ ref, uuid: '', title: '' })),
  );
  index.learn('items', [
    reference('SCM-12/1/done', 'Ask the harbour master'),
    reference('SCM-12/2/open', 'Print the timetable'),
    reference('SCM-12/3/open', 'Twice'),
    reference('SCM-12/4/open', 'Twice'),
    reference('SCM-120/1/open', 'Of another task'),
  ]);
  index.flush();
});

/** What is offered for the last word, whole. */
function offered(...words: readonly string[]): readonly string[] {
  const { prefix, candidates } = complete(tree, words, at);
  return candidates.map(({ text }) => prefix + text);
}

describe('what a reference decides', () => {
  const shows = (kind: string, ref: string) => {
    const shown = lastShownFile(within(folder), { url, userId: '' }, 'here');
    mkdirSync(dirname(shown), { recursive: true });
    const entity = { kind, uuid: `3f2c8a1e-${ref}`, ref };
    writeFileSync(shown, JSON.stringify({ entity }));
  };

  test.each([
    ['SCM-12', ['in_progress', 'todo']],
    ['scm-12', ['in_progress', 'todo']],
    ['task:SCM-3', ['in_progress', 'todo']],
    ['CASA-16', ['waiting']],
    ['ticket:SCM-12', ['waiting']],
    ['https://work.example/tickets/1f4a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c', ['waiting']],
    ['https://work.example/board?task=1f4a2b3c-0d1e-4f5a-8b6c-7d8e9f0a1b2c', ['in_progress', 'todo']],
    ['NOPE-1', ['in_progress', 'todo', 'waiting']],
  ])('the statuses of %s', (ref, statuses) => {
    for (const verb of ['edit', 'close', 'reopen']) expect([...offered(verb, ref, '-s', '')].sort()).toEqual(statuses);
    expect([...offered('edit', ref, '--status=')].sort()).toEqual(statuses.map((each) => `--status=${each}`));
  });

  test('before a reference, those of both', () => {
    expect([...offered('edit', '-s', '')].sort()).toEqual(['in_progress', 'todo', 'waiting']);
    expect(offered('tasks', 'edit', 'CASA-16', '-s', 'w')).toEqual([]);
  });

  test('--tasks makes a list one of tasks', () => {
    expect([...offered('triage', '--tasks', '-s', '')].sort()).toEqual(['in_progress', 'todo']);
    expect(offered('triage', '--tasks', '--tag', 's')).toEqual(['sea']);
    expect(offered('triage', '-s', '')).toEqual(['waiting']);
  });

  test('@ is what was shown last in this terminal', () => {
    expect(offered('checklist', '@', '')).toEqual([]);
    shows('ticket', 'CASA-16');
    expect(offered('edit', '@', '-s', '')).toEqual(['waiting']);
    shows('task', 'SCM-12');
    expect([...offered('edit', '@', '-s', '')].sort()).toEqual(['in_progress', 'todo']);
    expect(offered('checklist', '@', '')).toEqual(offered('checklist', 'SCM-12', ''));
    expect(offered('checklist', '@', '')).toContain('Print the timetable');
    expect(offered('tasks', 'checklist', '@', '--check', 'ask')).toEqual(['Ask the harbour master']);
  });

  describe('@branch is what the git branch is named after', () => {
    const git = join(folder, '.git');
    const inside = join(folder, 'src', 'deep');
    const offeredThere = (...words: readonly string[]) =>
      complete(tree, words, { ...at, workingFolder: inside }).candidates.map(({ text }) => text);
    const both = ['in_progress', 'todo', 'waiting'];
    beforeAll(() => void mkdirSync(inside, { recursive: true }));
    afterEach(() => rmSync(git, { recursive: true, force: true }));

    test.each([
      ['ref: refs/heads/feature/scm-12-night-ferry\n', ['in_progress', 'todo']],
      ['ref: refs/heads/CASA-16\n', ['waiting']],
      ['ref: refs/heads/utf-8-in-casa-16\n', both],
      ['ref: refs/heads/casa-16-utf-8\n', ['waiting']],
      ['ref: refs/heads/casa-16-casa-17\n', both],
      ['ref: refs/heads/main\n', both],
      ['ref: refs/remotes/casa-16\n', both],
      ['5f1c0ffee\n', both],
      ['', both],
    ])('%s', (head, statuses) => {
      mkdirSync(git);
      writeFileSync(join(git, 'HEAD'), head);
      expect([...offeredThere('edit', '@branch', '-s', '')].sort()).toEqual(statuses);
    });

    test('in a worktree, and its checklist', () => {
      mkdirSync(join(folder, 'elsewhere'), { recursive: true });
      writeFileSync(join(folder, 'elsewhere', 'HEAD'), 'ref: refs/heads/scm-12\n');
      writeFileSync(git, 'gitdir: elsewhere\n');
      expect([...offeredThere('edit', '@branch', '-s', '')].sort()).toEqual(['in_progress', 'todo']);
      expect(offeredThere('checklist', '@branch', '')).toContain('Print the timetable');
      writeFileSync(git, `gitdir: ${join(folder, 'nowhere')}\n`);
      expect([...offeredThere('edit', '@branch', '-s', '')].sort()).toEqual(both);
    });

    test('outside a repository', () => {
      expect([...offeredThere('edit', '@branch', '-s', '')].sort()).toEqual(both);
      expect(offeredThere('checklist', '@branch', '')).toEqual([]);
    });
  });
});

describe('words', () => {
  test('nouns, verbs and the topics of help', () => {
    expect(offered('tas')).toEqual(['tasks']);
    expect(offered('task', 'VI')).toEqual(['view']);
    expect(offered('tasks', 'sh')).toEqual(['show']);
    expect(offered('help', 'tasks', 'cre')).toEqual(['create']);
    expect(offered('help', 'ex')).toEqual(['exit-codes']);
    expect(offered('hel')).toEqual(['help']);
    expect(offered('nonsense', '')).toEqual([]);
    expect(offered('tasks', 'nonsense', '--')).toEqual([]);
  });

  test('verbs of a noun that is a command too, where one may follow', () => {
    expect(offered('time', '')).toEqual(expect.arrayContaining(['list', 'SCM-12']));
    expect(offered('help', 'time', '')).toEqual(['list']);
    expect(offered('-I', 'work', 'time', 'list', '--by', 'p')).toEqual(['person']);
    expect(offered('time', 'SCM-12', 'li')).toEqual([]);
    expect(offered('time', 'SCM-12', '--no')).toEqual(['--note', '--no-input', '--no-queue', '--no-pager']);
  });

  test('aliases, and after them what they stand for', () => {
    expect(offered('min')).toEqual(['mine']);
    expect(complete(tree, ['min'], at).candidates).toEqual([{ text: 'mine', title: 'tasks -s' }]);
    expect(offered('mine', 'in')).toEqual(['in_progress']);
    expect(offered('-I', 'work', 't', 'SCM-')).toEqual(['SCM-12']);
    expect(offered('t', 'SCM-12', '--we')).toEqual(['--web']);
    expect(offered('sh', '')).toEqual([]);
    expect(offered('tasks', 'lis')).toEqual(['list']);
    expect(offered('tasks').filter((word) => word === 'tasks')).toHaveLength(1);
    expect(offered('alias', 'delete', 'm')).toEqual(['mine']);
  });

  test('flags where flags may go', () => {
    expect(offered('tasks', 'list', '--ov')).toEqual(['--overdue']);
    expect(offered('tasks', '--ov')).toEqual(['--overdue']);
    expect(offered('tasks', 'list', '-')).toEqual(expect.arrayContaining(['-s', '--status', '-I', '--json']));
    expect(offered('tasks', 'list', '-s', '--ov')).toEqual([]);
    expect(offered('tasks', 'view', '--', '--ov')).toEqual([]);
    expect(offered('tasks', 'edit', '--dr')).toEqual(['--dry-run']);
    expect(offered('--dr')).toEqual(['--dry-run']);
    // These would be refused.
    for (const flag of ['--dr', '--que', '--no-q']) expect(offered('tasks', 'list', flag)).toEqual([]);
    for (const words of [['undo'], ['redo'], ['drafts', 'send'], ['devices', 'add']]) {
      for (const flag of ['--que', '--no-q']) expect(offered(...words, flag)).toEqual([]);
      expect(offered(...words, '--dr')).toEqual(['--dry-run']);
    }
    expect(offered('tasks', 'list', '')).toContain('--status');
    // Known so that it can be refused.
    expect(offered('tasks', 'edit', 'SCM-12', '--attach')).toEqual([]);
  });
});

describe('values', () => {
  test('in each way of writing a flag', () => {
    expect(offered('tasks', '-s', 'in')).toEqual(['in_progress']);
    expect(offered('tasks', '-sin')).toEqual(['-sin_progress']);
    expect(offered('tasks', '--status=todo,')).toEqual(['--status=todo,in_progress']);
    expect(offered('tickets', '-s', '')).toEqual(['waiting']);
    expect(offered('tasks', '-qs', 'prog')).toEqual(['in_progress']);
    expect(offered('tasks', '--tag', '')).toEqual(['sea']);
    expect(offered('tasks', '--view', 'due')).toEqual(['Due, soon']);
    expect(offered('tickets', '--view', '')).toEqual(['For tonight']);
    expect(offered('triage', '--view', '')).toEqual(['For tonight']);
    expect(offered('triage', '--tasks', '--view', '')).toEqual(['Due, soon']);
    expect(offered('views', 'rename', 'tasks', 'due')).toEqual(['Due, soon']);
    expect(offered('views', 'rename', 'tasks', 'Due, soon', 'due')).toEqual([]);
    expect(offered('views', 'delete', 'tickets', '')).toEqual(['For tonight']);
    expect(offered('views', 'delete', 'wiki', '')).toEqual([]);
    expect(offered('views', 'save', 'ti')).toEqual(['tickets']);
    expect(offered('views', 'save', 'tasks', 'X', '-s', 'to')).toEqual(['todo']);
    expect(offered('views', 'save', 'tickets', 'X', '-s', '')).toEqual(['waiting']);
  });

  test('of a few words, days, columns and orders', () => {
    expect(offered('tasks', '--scope=a')).toEqual(['--scope=all']);
    expect(offered('config', 'set', 'color', 'al')).toEqual(['always']);
    expect(offered('sandbox', 'start', '--seed', 'de')).toEqual(['demo']);
    expect(offered('tasks', 'edit', 'SCM-12', '--due', 'no')).toEqual(['none']);
    expect(offered('tasks', 'time', 'SCM-12', '1h', '--date', 'y')).toEqual(['yesterday']);
    expect(offered('snooze', 'CASA-16', 'to')).toEqual(['tomorrow']);
    expect(offered('snooze', 'CASA-16', 'OPS')).toEqual(['OPS-4']);
    expect(offered('snooze', 'CASA-16', 'OPS-4', 'o')).toEqual(expect.arrayContaining(['off']));
    expect(offered('tasks', '--fields', 'ref,stat')).toEqual(['ref,status']);
    expect(offered('tasks', 'view', 'SCM-12', '--json=ref,prior')).toEqual(['--json=ref,priority']);
    expect(offered('tasks', '--sort', 'due,-updat')).toEqual(['due,-updated']);
    expect(offered('tasks', '--sort', 'due,-du')).toEqual([]);
  });

  test('people, organisations, projects and servers', () => {
    expect(offered('tasks', '-a', '')).toEqual(['@me', 'Mara Lindqvist', 'Łukasz Wójcik']);
    expect(offered('tasks', '-a', 'luk')).toEqual(['Łukasz Wójcik']);
    expect(offered('tasks', '-a', 'WOJ')).toEqual(['Łukasz Wójcik']);
    expect(offered('tasks', '-a', 'mara l')).toEqual(['Mara Lindqvist']);
    expect(offered('tickets', '--org', 'azul')).toEqual(['casa-azul']);
    expect(offered('tasks', '--project', 'scand')).toEqual(['SCM']);
    expect(offered('-I', 'ot')).toEqual(['other']);
    expect(offered('-I', 'other', 'tasks', 'view', '')).toEqual([]);
  });

  test('templates', () => {
    expect(offered('tickets', 'reply', 'BERG-9', '--template', '')).toEqual(['closing', 'duplicate', 'greeting']);
    expect(offered('note', '@', '--template=gr')).toEqual(['--template=greeting']);
  });

  test('drafts', () => {
    expect(complete(tree, ['drafts', 'send', ''], at).candidates).toEqual([
      { text: '17', title: 'tasks comment SCM-12' },
      { text: '7', title: 'tasks comment SCM-13' },
    ]);
    expect(offered('drafts', 'delete', '17', '')).toEqual(['7']);
    expect(offered('tasks', 'comment', '--from-draft=1')).toEqual(['--from-draft=17']);
  });

  test('what can be undone and done again, by number', () => {
    expect(complete(tree, ['undo', ''], at).candidates).toEqual([{ text: '27', title: 'tasks edit SCM-12' }]);
    expect(complete(tree, ['redo', ''], at).candidates).toEqual([{ text: '29', title: 'tasks edit SCM-13' }]);
  });

  test('files, folders and other commands are left to the shell', () => {
    expect(complete(tree, ['tasks', 'create', '--attach=my'], at)).toMatchObject({
      ...{ what: 'files', prefix: '--attach=', typed: 'my' },
    });
    expect(complete(tree, ['attachments', 'download', 'OPS-4', '--dir', 'x'], at).what).toBe('folders');
    const run = ['sandbox', 'run', '--', 'cat', 'my'];
    expect(complete(tree, run, at)).toMatchObject({ what: 'command', commandWords: 1, typed: 'my' });
  });
});

describe('references', () => {
  test('by their beginning, else by any word of their title, without accents', () => {
    expect(offered('tasks', 'view', 'ops')).toEqual(['OPS-4']);
    expect(offered('tasks', 'view', 'torsh')).toEqual(['SCM-12']);
    expect(offered('tickets', 'view', 'night of')).toEqual(['CASA-16']);
    expect(offered('wiki', 'view', 'grosse')).toEqual(['Größe der Schiffe']);
    expect(offered('wiki', 'view', 'schiff')).toEqual(['Größe der Schiffe']);
    expect(offered('tasks', 'view', 'ight')).toEqual([]);
    // An accent alone is no letter.
    expect(offered('tasks', 'view', '\u0301')).toEqual([]);
    // A part of a uuid is no word.
    expect(offered('tasks', 'view', '3f2c')).toEqual([]);
  });

  test('without those that are given', () => {
    expect(offered('tasks', 'edit', 'SCM-12', '')).toEqual(['OPS-4']);
    expect(offered('tasks', 'view', '--', 'ops')).toEqual(['OPS-4']);
  });

  test('of several kinds, with the word for one before them', () => {
    expect(offered('open', 'ticket:ca')).toEqual(['ticket:CASA-16']);
    expect(offered('open', 'tas')).toEqual(['task:']);
    expect(offered('open', 'night')).toEqual(['SCM-12', 'CASA-16']);
    expect(offered('tasks', 'view', '@')).toEqual(['@', '@branch']);
    expect(offered('inbox', 'read', 'ferry')).toEqual(['n-1']);
  });

  test('items of a checklist by their texts, by number where one was begun', () => {
    const check = ['tasks', 'checklist', 'scm-12', '--check'];
    expect(offered(...check, '')).toEqual(['Ask the harbour master', 'Print the timetable']);
    expect(offered(...check, 'time')).toEqual(['Print the timetable']);
    expect(offered(...check, '2')).toEqual(['2']);
    expect(offered('tasks', 'checklist', 'OPS-4', '--check', '')).toEqual([]);
  });

  test('of very many the newest, and one that does not begin as they do', () => {
    index.learn(
      'tickets',
      Array.from({ length: 1_000 }, (_, number) => reference(`BIG-${number}`, `Number ${number}`)),
    );
    index.flush();
    const all = offered('tickets', 'view', '');
    expect([all.length, all[0], all.at(-1)]).toEqual([201, 'BIG-0', 'CASA-16']);
    expect(offered('tickets', 'view', 'museums')).toEqual(['CASA-16']);
  });
});

test('every kind of value is one that completion knows, or has nothing to offer for', () => {
  const free: readonly ValueKind[] = ['text', 'url', 'duration', 'age', 'count', 'number', 'seconds'];
  const server: readonly ServerWord[] = ['task-status', 'ticket-category', 'project-status'];
  const kinds = new Set(
    tree.nouns
      .flatMap(({ verbs = [], command }) => (command ? [command] : verbs))
      .flatMap((verb) => [...(verb.flags ?? []), ...(verb.arguments ?? [])])
      .flatMap(({ kind }) => kind ?? []),
  );
  for (const kind of [...free, ...server]) expect(kinds).toContain(kind);
});

describe('the answer to a shell', () => {
  const lines = (...asked: readonly string[]): readonly string[] => answer(tree, asked, at).split('\n').slice(0, -1);

  test('says what it is, and has a line with the whole word for each', () => {
    expect(lines('zsh', '--', 'tasks', '--status=in')).toEqual([
      'candidates\t--status=\tin\t\t0',
      '--status=in_progress',
    ]);
    expect(lines('fish', '--', 'tasks', 'view', 'ops')).toEqual([
      'candidates\t\tops\tlist\t0',
      'OPS-4\tExchange the deploy keys',
    ]);
    expect(lines('zsh', '--', 'tasks', 'view', 'torsh')[0]).toBe('candidates\t\ttorsh\tkeep list\t0');
    expect(lines('zsh', '--', 'open', 'tas')[0]).toBe('candidates\t\ttas\tlist nospace\t0');
    expect(lines('powershell', '--', 'tasks', 'create', '-F', 'a\tb')).toEqual(['files\t\ta b\t\t0']);
  });

  test('is quoted for bash, and cut where readline has broken the word', () => {
    const bash = (line: string, type = '9'): readonly string[] =>
      lines('bash', '--', line, type, ' \t\n"\'><=;|&(:', '80', '5').slice(1);
    expect(bash('X=1 tracker tasks -a mara')).toEqual(['Mara\\ Lindqvist']);
    expect(bash('tracker tasks -a "mara')).toEqual(['Mara Lindqvist']);
    expect(bash('tracker tasks --status=in')).toEqual(['in_progress']);
    expect(bash('tracker open ticket:ca')).toEqual(['CASA-16']);
    expect(bash('tracker open night')).toEqual(['SCM-12', 'CASA-16', '']);
    expect(bash('tracker open night', '63')).toEqual([
      'SCM-12   Night ferry to Tórshavn',
      'CASA-16  Night of the Museums',
    ]);
    expect(lines('bash', '--', 'tracker tasks > x', '9', '', '80', '5')[0]).toMatch(/^files\t/);
    expect(lines('bash', '--', 'tracker tasks view ops', '', '', '80', '3').slice(1)).toEqual(['OPS-4 ']);
  });
});
