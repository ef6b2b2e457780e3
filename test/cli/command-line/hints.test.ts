import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longName } from '../../../src/args/flag.js';
import type { Argument, VerbBody } from '../../../src/args/verb.js';
import { globalFlags } from '../../../src/cli/command-line/global-flags.js';
import {
  flagCommands,
  flagHabits,
  verbForName,
  verbHabits,
  verbNames,
  wordHabits,
  workNames,
} from '../../../src/cli/command-line/habits.js';
import { findVerb } from '../../../src/cli/command-line/outline.js';
import { findNoun, nouns } from '../../../src/commands/nouns.js';
import { commandsIn, parsed, readyLines } from '../../support/hints.js';
import { openWorld } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';
import { splitWords } from '../../support/words.js';

const world = allTests(openWorld);

/** Commands that would wait for something or write files here: of these, it is enough that the parser takes them. */
const waits = /^tracker (login|logout|watch|events|inbox watch|sandbox|open|attachments download)\b/;

interface Told {
  readonly message: string;
  readonly hint: string;
}

/** What a refused line says. Most are refused before a sign-in matters, and without one there are no tokens to watch. */
async function told(words: readonly string[], signedIn = false): Promise<Told> {
  const { code, stderr } = await world.run(words, { signedIn });
  expect([words, code]).toEqual([words, 2]);
  const [, message = '', hint = ''] = /^error: (.*)\n(?:hint: (.*)\n)?/.exec(stderr) ?? [];
  return { message, hint };
}

/** What has worked: many hints name the same commands. */
const working = new Set<string>();

/** Runs a command, which must not be refused as wrong usage. */
async function runs(command: string, why: string): Promise<void> {
  if (working.has(command)) return;
  const words = splitWords(command.replace(/^tracker /, ''));
  const ran = waits.test(command) ? await parsed(words) : await world.run(words);
  // What is still missing is asked for at a terminal, and files and drafts are not here.
  const isMore =
    /^error: (?:missing required argument|a new \w+ needs|nothing to change|no \w+ was given|cannot (?:ask|attach)|specify who|no references on)/.test(
      ran?.stderr ?? '',
    );
  expect([why, command, ran?.code === 2 && !isMore ? ran.stderr : 'works']).toEqual([why, command, 'works']);
  working.add(command);
}

const refFor = (noun: string | undefined): string => (noun === 'tickets' ? 'CASA-9' : 'SCM-12');

describe('words of habit', () => {
  const lines = [
    ...Object.entries({ ...wordHabits, ...verbHabits }).map(([word, hint]) => ({ words: word.split(' '), hint })),
    ...[...workNames].map((word) => ({ words: [word], hint: '' })),
    ...[...workNames].map((word) => ({ words: [word, 'view'], hint: '' })),
    ...['tasks', 'tickets'].flatMap((noun) =>
      Object.keys({ ...verbHabits, ...verbNames }).map((word) => ({
        words: [noun, word],
        hint: '',
      })),
    ),
    ...nouns.flatMap(({ name, command }) =>
      command ? [] : Object.keys(verbNames).map((word) => ({ words: [name, word], hint: '' })),
    ),
    ...nouns
      .filter(({ group }) => group === 'Task or ticket')
      .flatMap(({ name }) =>
        ['', 'tasks', 'tickets'].map((noun) => ({ words: [noun, name].filter(Boolean), hint: '' })),
      ),
    ...Object.keys(verbForName).map((noun) => ({ words: [noun, 'zzz'], hint: '' })),
    { words: ['set'], hint: '' },
  ].filter(({ words: [noun = '', verb = ''] }) => {
    const found = findNoun(noun);
    return !found || (!found.command && verb !== '' && !findVerb(found, verb));
  });

  it.each(lines.map(({ words, hint }, at) => [words.join(' '), hint, at] as const))(
    'tracker %s names commands that work',
    async (line, known, at) => {
      const words = line.split(' ');
      if (known !== '') expect([known, commandsIn(known)]).not.toEqual([known, []]);
      // What is said after two words that no table has is the same for either kind of thing.
      const isForBoth = words.length < 2 || known !== '' || !nouns.some(({ name }) => name === words[0]);
      const refs = ['SCM-12', 'CASA-9'].filter((ref, which) =>
        /^(?:tasks|tickets)$/.test(words[0] ?? '') ? ref === refFor(words[0]) : isForBoth || which === at % 2,
      );
      for (const ref of refs) {
        const isTaken = words[0] === 'set' ? ['status=todo'] : [];
        const { hint } = await told([...words, ...(words[0] === 'alias' ? ['tasks list'] : [ref]), ...isTaken]);
        for (const command of commandsIn(hint, ref)) await runs(command, line);
      }
      // An alias is what is typed after its name. Of most words, each fourth is tried with flags.
      if (words[0] !== 'alias' && (known !== '' || at % 4 === 0))
        for (const flags of [['-n', '-I', 'nope'], ['--zzz']])
          for (const ready of readyLines((await told([...words, refFor(words[0]), ...flags])).hint))
            expect([ready, splitWords(ready)]).toEqual([ready, expect.arrayContaining(flags)]);
      const bare = words[0] === 'alias' ? '' : (await told(words)).hint;
      for (const command of commandsIn(bare, refFor(words[0]))) await runs(command, line);
    },
  );
});

const verbs = nouns.flatMap(({ name, command, verbs: own }) => [
  ...(command ? [{ words: [name], entry: command }] : []),
  ...own.map((entry) => ({ words: [name, entry.name], entry })),
]);

/** Something for an argument or flag of this kind. */
function sampleOf({ value }: Pick<Argument, 'value'>): string {
  if (value.words) return value.words[0] ?? '';
  const of = value.of?.[0] ?? '';
  const refs: Readonly<Record<string, string>> = { tasks: 'SCM-12', tickets: 'CASA-9', projects: 'SCM' };
  const kinds: Readonly<Record<string, string>> = {
    ref: refs[of] ?? 'zzz',
    day: 'today',
    'past-day': 'yesterday',
    duration: '1h',
    age: '1d',
    count: '1',
    number: '1',
    seconds: '1',
    file: 'package.json',
    user: '@me',
    project: 'SCM',
    org: 'casa-azul',
    item: '1',
    columns: 'ref',
    order: 'ref',
    url: 'https://tracker.example.com',
  };
  return kinds[value.kind] ?? 'x';
}

describe('flags of habit', () => {
  it('stand for flags that some command has', async () => {
    const tables = await Promise.all(verbs.map(async ({ entry }) => (await entry.load()).verb.flags));
    const names = [...tables, globalFlags].flatMap((table) => Object.values(table).map(({ flags }) => longName(flags)));
    for (const [habit, used] of Object.entries(flagHabits))
      for (const each of used) expect([habit, names]).toEqual([habit, expect.arrayContaining([each.split(' ')[0]])]);
  });

  it.each(verbs.map(({ words, entry }) => [words.join(' '), entry] as const))('tracker %s', async (line, entry) => {
    const { verb } = await entry.load();
    if (verb.passThrough) return;
    const args = (verb.arguments ?? []).filter(({ isOptional }) => isOptional !== true).map(sampleOf);
    // The hints of most verbs come about in the same way: every twelfth flag is tried with each of these.
    const isOwn = /^(?:tasks|tickets) |^[a-z]+$/.test(line);
    const ofCommands = flagCommands.flatMap(([, flags]) => flags.split(' '));
    const habits = [...new Set([...Object.keys(flagHabits), ...ofCommands])];
    for (const flag of habits.filter((_, at) => (at + line.length) % (isOwn ? 4 : 12) === 0)) {
      if (Object.values({ ...verb.flags, ...globalFlags }).some(({ flags }) => flags.split(', ').includes(flag)))
        continue;
      const { hint } = await told([...line.split(' '), ...args, flag, 'x']);
      const used = /^use (.*)$/.exec(hint)?.[1];
      if (used !== undefined) await takesFlag([...line.split(' '), ...args], used, verb, flag);
      else for (const command of commandsIn(hint, args[0] ?? '')) await runs(command, `${line} ${flag}`);
    }
  });

  /** Lines that the parser has taken: several habits may mean the same flag. */
  const taken = new Set<string>();

  /** Checks that the flag that was named is one of the verb, for either kind of thing it may be used with. */
  async function takesFlag(words: readonly string[], used: string, verb: VerbBody, flag: string): Promise<void> {
    const [name = '', value] = used.split(' ');
    const known = Object.values({ ...verb.flags, ...globalFlags }).find(({ flags }) => longName(flags) === name);
    const given = value ?? (known?.value && sampleOf({ value: known.value }));
    const line = [...words, name, ...(given === undefined ? [] : [given])];
    if (taken.has(line.join('\n'))) return;
    expect([flag, used, await parsed(line)]).toEqual([flag, used, undefined]);
    taken.add(line.join('\n'));
    if (words.length > 2 || words[0] !== 'edit') return;
    for (const ref of ['SCM-12', 'CASA-9'])
      expect(
        (await world.run([words[0], ref, name, ...(given === undefined ? [] : [given]), '-n'])).stderr,
      ).not.toContain('cannot be used with a');
  }
});

it.each([
  'tasks time SCM-12 1h phoned them',
  'task time SCM-12 1h phoned',
  'time SCM-12 1h phoned them',
  'reply CASA-9 On it',
  'tickets reply CASA-9 On it',
  'tickets note CASA-9 Seen by us',
  'chat reply Lunch On it',
  'projects comment SCM On it',
  'status SCM-12 done',
  'tasks new Check the lines',
])('tracker %s names a command that works', async (line) => {
  const { hint } = await told(line.split(' '));
  expect(commandsIn(hint, 'SCM-12').length > 0 || hint.includes("quotes: 'Check the lines'")).toBe(true);
  for (const command of commandsIn(hint, 'SCM-12')) await runs(command, line);
});

it.each([
  ['tickets', 'reply', 'CASA-9', '-b', 'hi', 'there', '-n'],
  ['tickets', 'reply', 'hello', 'CASA-9', '-n'],
  ['time', 'half', 'SCM-12', '-n'],
  ['reply', 'one\ntwo', 'CASA-9', '-n'],
])('no line is made of tracker %s %s %s that is refused, or says something else', async (...line) => {
  expect((await told(line)).hint).not.toMatch(/tracker (?!help)/);
});

describe('a hint keeps every option', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'hints-')), 'my file.txt');
  beforeAll(() => writeFileSync(file, 'x'));
  afterAll(() => rmSync(join(file, '..'), { recursive: true }));

  it.each([
    ['reply CASA-9 one two', "tracker reply CASA-9 'one two'"],
    ['reply hello CASA-9', 'the reference comes first: tracker reply CASA-9 hello'],
    ['reply thanks!', "the reference comes first: tracker reply REF 'thanks!'"],
    ['note CASA-9 one two', "tracker note CASA-9 'one two'"],
    ['comment SCM-12 one two', "tracker comment SCM-12 'one two'"],
    ['comment hello SCM-12', 'the reference comes first: tracker comment SCM-12 hello'],
    ['comment "a long text" SCM-12', "the reference comes first: tracker comment SCM-12 'a long text'"],
    ["chat reply 'Lunch on Friday' one two", "tracker chat reply 'Lunch on Friday' --body 'one two'"],
    ['projects comment SCM one two', "tracker projects comment SCM --body 'one two'"],
    ['tickets reply CASA-9 hello', 'tracker reply CASA-9 hello'],
    ['tickets note CASA-9 hello', 'tracker note CASA-9 hello'],
    ['tickets say CASA-9 hello', 'tracker help tickets reply'],
    ['tasks comment SCM-12 hello', 'for text, use --body or tracker comment SCM-12 hello'],
    ['time SCM-12 1h fixed it', "tracker time SCM-12 1h --note 'fixed it'"],
    ['time SCM-12 1h yesterday', 'tracker time SCM-12 1h --date yesterday'],
    ['tasks time SCM-12 1 hour last friday', "tracker tasks time SCM-12 1h --date 'last friday'"],
    ['time SCM-12 1h tomorrow', 'tracker time SCM-12 1h --note tomorrow'],
    ['time today', 'tracker time list --since today'],
    ['tasks list SCM-12', 'tracker tasks view SCM-12'],
    ['tickets list late invoice', "tracker tickets list --search 'late invoice'"],
    ['users', 'tracker people'],
    ['users list', 'tracker people'],
    ['organizations list', 'tracker orgs list'],
    ['tasks open SCM-12', 'tracker open SCM-12'],
    ['comment list SCM-12', 'tracker view SCM-12 --comments all'],
    ['my tickets', 'tracker tickets list'],
    ['auth refresh', 'tracker login'],
    ['auth setup-git', 'tracker login, tracker logout, tracker whoami or tracker token'],
    ['link SCM-12 SCM-13', 'tracker tasks edit SCM-12 --depends-on SCM-13'],
    ['link SCM-12 SCM-13 Blocks', 'tracker tasks edit SCM-12 --depends-on OTHER'],
    ['tasks list --no-color', 'use --color never'],
    ['completion -s bash', 'the shell is an argument: tracker completion SHELL'],
    ['search vat -t ticket', 'use --type'],
    ['time SCM-12 1 hour', 'tracker time SCM-12 1h'],
    ['time SCM-12 1 hour 30 minutes fixed', 'tracker time SCM-12 1h30m --note fixed'],
    ['time SCM-12 45 3 of us', "tracker time SCM-12 45 --note '3 of us'"],
    ['time SCM-12 90 60', 'tracker time SCM-12 DURATION'],
    ['time SCM-12 1 30 m', "tracker time SCM-12 1 --note '30 m'"],
    ['time SCM-12 fixed it', "tracker time SCM-12 DURATION --note 'fixed it'"],
    ['time SCM-12 1.5', 'tracker time SCM-12 1.5h'],
    ['time 1h SCM-12', 'the reference comes first: tracker time SCM-12 1h'],
    ['time log SCM-12 1h', 'tracker time SCM-12 1h'],
    ['tasks time log SCM-12 1h', 'tracker time SCM-12 1h'],
    ['log SCM-12 1h', 'tracker time SCM-12 1h'],
    ['worklog add SCM-12 1h fixed it', "tracker time SCM-12 1h --note 'fixed it'"],
    ['checklist add SCM-12 new', 'tracker checklist SCM-12 --add new'],
    ['checklist check SCM-12 1', 'tracker checklist SCM-12 1'],
    ['checklist remove SCM-12 1', 'tracker checklist SCM-12 --remove 1'],
    ['tasks checklist uncheck SCM-12 1', 'tracker checklist SCM-12 --uncheck 1'],
    ['tasks checklist SCM-12 new', 'tracker tasks checklist SCM-12 --add new'],
    ['tickets checklist CASA-9 two words', "tracker tickets checklist CASA-9 --add 'two words'"],
    ['attach package.json SCM-12', 'the reference comes first: tracker attach SCM-12 package.json'],
    [`attach '${file}' SCM-12`, `the reference comes first: tracker attach SCM-12 '${file}'`],
    ['assign me SCM-12', 'the reference comes first: tracker assign SCM-12 me'],
    ['inbox read all', 'for all: tracker inbox read --all'],
    ['finish SCM-12 SCM-13', 'tracker close SCM-12 SCM-13'],
    ['take SCM-12 SCM-13', 'tracker assign REF @me'],
    ['set SCM-12 status=done', 'tracker edit SCM-12 --status done'],
    ['tag SCM-12 late', 'tracker edit SCM-12 --tag late'],
    [
      'close CASA-9 --comment Bye',
      'tracker reply CASA-9 Bye --status closed, or tracker comment CASA-9 Bye --status done',
    ],
    ['reply CASA-9 --internal hello', 'tracker note CASA-9 hello'],
    ['projects tasks SCM', 'tracker tasks list --project SCM'],
    ['tasks search invoice', 'tracker tasks list --search invoice'],
    ['projects tickets SCM', 'tracker help projects'],
    ['signout work', 'tracker help logout'],
    ['drafts clear', 'tracker drafts list -q | tracker drafts delete - --yes'],
  ])('tracker %s', async (line, hint) => {
    expect((await told(splitWords(line))).hint).toBe(hint);
    for (const added of [
      '-n -s closed',
      '-n -s todo',
      '-n --json',
      // Of tracker attach, it takes no value.
      ...(line.startsWith('attach') ? ['-n -b x'] : ['-n --note x']),
      '-n --attach package.json',
      '-n --',
    ])
      await keeps(line, splitWords(added));
  });

  it.each([
    ['assign SCM-12 none -n', 'to unassign everyone: tracker -n edit SCM-12 --set-assignee none'],
    ['assign SCM-12 -n', 'tracker -n assign SCM-12 USER'],
    ['done CASA-9 -n', 'tracker close CASA-9 -n'],
    ['tasks comment CASA-9 -b x -n', 'tracker tickets note CASA-9 -n'],
    ['tasks time CASA-9 1h -n', 'tracker tickets view CASA-9'],
  ])('a dry run in the hint of %s, which is given later', async (line, hint) => {
    expect((await world.run(line)).stderr).toContain(`\nhint: ${hint}\n`);
  });

  it('but no password in an address', async () => {
    const { stderr } = await world.run(['-I', 'https://me:secret@tracker.example', 'reply', 'CASA-9', 'one', 'two']);
    expect(stderr).not.toContain('secret');
  });

  /** Runs what is hinted for a line with these flags: it has them all, works, and writes nothing. */
  async function keeps(line: string, flags: readonly string[]): Promise<void> {
    const ran = await world.run([...splitWords(line), ...flags]);
    if (ran.code !== 2) throw new Error(`${line} ${flags.join(' ')} was not refused: ${ran.stderr}`);
    const hint =
      /^hint: (.*)$/m.exec(ran.stderr)?.[1] ?? JSON.parse(/^\{.*/m.exec(ran.stderr)?.[0] ?? '{}').error?.hint ?? '';
    for (const ready of readyLines(hint)) {
      expect([line, ready, splitWords(ready)]).toEqual([line, ready, expect.arrayContaining([...flags])]);
      world.takeRequests();
      const { code, stderr } = await world.run(splitWords(ready).slice(1));
      // Where the hint is for either kind.
      const isOther = code === 4 && stderr.includes('CASA-9 is a ticket');
      expect([ready, code === 0 || isOther ? '' : stderr]).toEqual([ready, '']);
      expect([ready, world.takeRequests().filter((each) => !each.startsWith('GET'))]).toEqual([ready, []]);
    }
  }
});

describe('what is guessed for a misspelt word', () => {
  const typos = (word: string): readonly string[] => {
    const start = word.startsWith('--') ? 2 : 0;
    const at = start + Math.floor((word.length - start) / 2);
    const cut = (from: number, to: number, middle: string) => word.slice(0, from) + middle + word.slice(to);
    return [
      cut(at, at + 1, ''),
      cut(at, at, word[at] ?? ''),
      cut(at - 1, at + 1, `${word[at] ?? ''}${word[at - 1] ?? ''}`),
      cut(at, at + 1, 'q'),
      cut(word.length - 1, word.length, ''),
      cut(start, start + 1, ''),
      `un${word}`,
      `${word}s`,
    ];
  };
  /** One of them, another one in other commands: most flags are of many. */
  const typosOfFlag = (name: string, at: number): readonly string[] =>
    typos(name)
      .map((each) => each.replace(/^un--/, '--un'))
      .filter((_, kind) => kind === at % 8);
  const guessIn = (message: string): string | undefined => /\(did you mean (.*)\?\)/.exec(message)?.[1];

  it.each(nouns.map(({ name }) => name))('tracker %s, misspelt', async (name) => {
    for (const typo of typos(name)) {
      if (typo === name || findNoun(typo) || typo === 'help') continue;
      // Whoever types so may mean the other.
      if (nouns.some((other) => other.name !== name && other.name.startsWith(typo))) continue;
      const { message, hint } = await told([typo]);
      const guess = guessIn(message);
      if (guess !== undefined && !typo.startsWith('un')) expect([typo, findNoun(guess)?.name]).toEqual([typo, name]);
      if (typo === `un${name}`) expect([typo, guess]).not.toEqual([typo, name]);
      for (const command of commandsIn(hint, 'SCM-12')) await runs(command, typo);
    }
  });

  it.each(verbs.map(({ words, entry }) => [words.join(' '), entry] as const))(
    'the verb and flags of %s',
    async (line, entry) => {
      const words = line.split(' ');
      const { verb } = await entry.load();
      const noun = findNoun(words[0] ?? '');
      for (const typo of words.length === 2 ? typos(words[1] ?? '') : []) {
        if (!noun || findVerb(noun, typo) || typo.length < 2) continue;
        const { message, hint } = await told([words[0] ?? '', typo]);
        const guess = guessIn(message);
        if (guess !== undefined && !typo.startsWith('un'))
          expect([typo, findVerb(noun, guess)?.name]).toEqual([typo, entry.name]);
        if (typo === `un${entry.name}`) expect([typo, guess]).not.toEqual([typo, entry.name]);
        for (const command of commandsIn(hint, refFor(words[0]))) await runs(command, `${words[0]} ${typo}`);
      }
      if (verb.passThrough) return;
      const table = { ...verb.flags, ...globalFlags };
      const names = Object.values(table).map(({ flags }) => longName(flags));
      for (const [at, { flags, isHidden }] of Object.values(verb.flags).entries())
        for (const typo of isHidden ? [] : typosOfFlag(longName(flags), at + line.length)) {
          if (names.includes(typo) || typo === longName(flags)) continue;
          const { message } = await told([...words, typo]);
          const guess = guessIn(message);
          if (guess !== undefined)
            expect([typo, [...names, '--help', '--version']]).toEqual([typo, expect.arrayContaining([guess])]);
        }
    },
  );

  it.each(['views store zz', 'projects edit SCM', 'drafts discard 3'])('tracker %s is no name', async (line) => {
    expect((await told(line.split(' '))).hint).toBe(`tracker help ${line.split(' ')[0]}`);
  });

  it.each(['set', 'logs', 'text', 'unclose', 'undone', 'match', 'ununassign'])(
    'tracker %s is nothing that we know',
    async (word) => {
      expect(await told([word])).toEqual({ message: `unknown command '${word}'`, hint: 'tracker help' });
    },
  );
});

describe('commands in messages and help', () => {
  const src = fileURLToPath(new URL('../../../src/', import.meta.url));

  /** A file without comments, and with … in place of what is filled in. */
  const read = (file: string): string =>
    readFileSync(join(src, file), 'utf8')
      .replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, '')
      .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
      .replaceAll('\\n', ' ');

  it('are commands that there are, with flags that they have', async () => {
    const wrong: string[] = [];
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((each) => each.endsWith('.ts') && !each.startsWith('sandbox/')))
      for (const [, found = ''] of read(file).matchAll(/(?<![\w/.-])tracker ((?:[a-z-]+|…)(?: [^\s;,)(|<>:"'`]+)*)/g)) {
        const words = found.split(' ');
        const noun = findNoun(words[0] ?? '');
        // In a sentence, tracker is the program: only what has a flag or a word in capitals is meant to be typed.
        if (!noun && !['help', 't'].includes(words[0] ?? '') && /^[a-z].* (?:--[a-z]|[A-Z]{3,})/.test(found))
          wrong.push(`${file}: ${found}`);
        if (!noun) continue;
        const entry = findVerb(noun, words[1] ?? '') ?? noun.command ?? findVerb(noun, 'list');
        const isVerb =
          noun.command !== undefined ||
          words[1] === undefined ||
          !/^[a-z]+$/.test(words[1]) ||
          findVerb(noun, words[1]) !== undefined ||
          joiners.has(words[1]);
        if (!isVerb) wrong.push(`${file}: ${found}`);
        if (!entry) continue;
        const { verb } = await entry.load();
        if (verb.passThrough) continue;
        const names = Object.values({ ...verb.flags, ...globalFlags }).flatMap(({ flags }) => flags.split(', '));
        for (const word of words.filter((each) => /^--[a-z]/.test(each)))
          if (![...names, '--help', '--version'].includes(word.replace(/=.*|[.\\]$/s, '')))
            wrong.push(`${file}: ${found} (${word})`);
      }
    expect(wrong).toEqual([]);
  });

  const joiners = new Set(['or', 'and', 'to', 'with', 'without', 'for', 'then', 'in', 'is', 'has', 'does', 'again']);
});

describe('what was meant is named', () => {
  it.each([
    [['wiki', 'search', 'backup'], 'tracker search backup --type wiki'],
    [['notes', 'find', 'two words'], "tracker search 'two words' --type note"],
    [['tasks', 'search', 'ferry'], 'tracker tasks list --search ferry'],
    [['projects', 'tasks', 'SCM'], 'tracker tasks list --project SCM'],
    [['drafts', 'clear'], 'tracker drafts list -q | tracker drafts delete - --yes'],
    [['time', 'log', 'SCM-12', '1h'], 'tracker time SCM-12 1h'],
    [['time', 'add', 'SCM-12', '1h'], 'tracker time SCM-12 1h'],
    [['worklog', 'add', 'SCM-12', '1h'], 'tracker time SCM-12 1h'],
    [['worklog', 'SCM-12', '1h'], 'tracker time SCM-12 1h'],
    [['api', 'patch', '/tasks/1', '-f', 'a=b'], 'tracker api -X PATCH /tasks/1 -f a=b'],
    [['tasks', 'list', '--sort', 'priority,desc'], 'did you mean -priority?'],
    [['tasks', 'list', '--sort', 'due asc'], 'did you mean due?'],
    [
      ['note', 'buy milk'],
      "the reference comes first: tracker note REF 'buy milk'; a note of your own: tracker notes create 'buy milk'",
    ],
    [
      ['note', 'thanks!'],
      "the reference comes first: tracker note REF 'thanks!'; a note of your own: tracker notes create 'thanks!'",
    ],
    [['comment', 'thanks'], 'the reference comes first: tracker comment REF thanks'],
    [['comment', 'constructor'], 'the reference comes first: tracker comment REF constructor'],
    [['reply', 'On it.'], "the reference comes first: tracker reply REF 'On it.'"],
    [['attach', 'trace.log', 'SCM-12'], 'the reference comes first: tracker attach SCM-12 trace.log'],
    [['assign', 'OPS-4'], 'tracker assign OPS-4 USER'],
    [['cat', 'SCM-12'], 'tracker view SCM-12'],
    [['describe', 'SCM-12'], 'tracker view SCM-12'],
    [['send', 'CASA-9', 'On', 'it'], "tracker reply CASA-9 'On it'"],
    [['message', 'CASA-9', 'hi'], 'tracker reply CASA-9 hi'],
    [['defer', 'CASA-9', 'fri'], 'tracker snooze CASA-9 fri'],
    [['postpone', 'CASA-9', 'fri', '14:30'], "tracker snooze CASA-9 'fri 14:30'"],
    [['mv', 'SCM-12', 'done'], 'tracker edit SCM-12 --status done'],
    [['use', 'sandbox'], 'tracker instances use sandbox'],
    [['instances', 'switch', 'sandbox'], 'tracker instances use sandbox'],
    [['switch', 'work', 'sandbox'], 'tracker instances use NAME'],
    [['instances', 'add', 'https://x.example'], 'tracker login https://x.example'],
    [['user', 'list'], 'tracker people'],
    [['logout', 'work'], 'tracker logout -I work'],
    [['issue', 'list', '-l', 'bug'], 'tracker help tasks list or tracker help tickets list'],
    [['issue', 'create', '--title', 'x', '--label', 'y'], 'tracker help tasks create or tracker help tickets create'],
    [['login', '--with-token'], 'use --token'],
    [['edit', 'SCM-12', '--description', 'x'], "for a task, use --body; a ticket's description cannot be changed"],
    [['edit', 'SCM-12', '--deadline', 'fri'], 'for a task, use --due'],
  ])('%j', async (words, hint) => {
    expect((await told(words, true)).hint).toBe(hint);
    for (const command of commandsIn(hint, 'SCM-12')) await runs(command, words.join(' '));
  });

  it.each([
    ['inbox read all', 2, 'for all: tracker inbox read --all'],
    ['checklist SCM-12 new', 4, 'to add it: --add new'],
    ['prefs set nope=1 theme=light', 2, expect.stringMatching(/^known: theme, /)],
    ['prefs set themes=dark', 2, 'did you mean theme?'],
  ])('%s', async (line, code, hint) => {
    const { stderr, ...ran } = await world.run(line);
    expect([ran.code, /hint: (.*)\n$/.exec(stderr)?.[1]]).toEqual([code, hint]);
  });

  it.each(['tasks list --due tomorow', 'tasks list --since tomorow', 'tasks edit SCM-12 --due tomorow'])(
    '%s is misspelt',
    async (line) => {
      expect((await told(line.split(' '), true)).message).toContain('(did you mean tomorrow?)');
    },
  );

  it.each(['view', 'open', 'done', 'reply', 'tickets view', 'tasks view', 'tickets reply -b x'])(
    'an item of the inbox in place of a task: %s',
    async (line) => {
      const [id = ''] = (await world.run('inbox -q')).stdout.split('\n');
      for (const typed of [id, id.slice(0, 8)]) {
        const words = [...line.split(' ').slice(0, 2), typed, ...line.split(' ').slice(2)];
        const { stderr } = await world.run(line === 'reply' ? [...words, 'x'] : words);
        expect(stderr).toContain(`\nhint: tracker inbox view ${typed}\n`);
      }
    },
  );
});

it('an alias is suggested only as it could be set', async () => {
  for (const [line, hint] of [
    ["alias co 'tickets list -s open'", "tracker alias set co 'tickets list -s open'"],
    ['alias co tickets list', "tracker alias set co 'tickets list'"],
    ['alias co x', 'tracker help alias'],
    ['alias co tracker tasks', 'tracker help alias'],
    ["alias co 'tasks | head'", 'tracker help alias'],
    ["alias co '!echo ('", 'tracker help alias'],
    ['alias tasks list', 'tracker help alias'],
    ["alias a.b 'tasks list'", 'tracker help alias'],
  ] as const) {
    const { hint: given } = await told(splitWords(line));
    expect([line, given]).toEqual([line, hint]);
    if (hint.includes('set')) expect((await world.run(splitWords(hint).slice(1))).code).toBe(0);
  }
});
