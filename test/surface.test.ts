import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';
import { describe, expect, test } from 'vitest';
import type { FlagTable } from '../src/args/flag.js';
import { printed } from '../src/args/prints.js';
import { type Noun, usageOf, type VerbEntry } from '../src/args/verb.js';
import { globalFlags } from '../src/cli/command-line/global-flags.js';
import { type Invocation, readInvocation } from '../src/cli/command-line/invocation.js';
import { outline } from '../src/cli/command-line/outline.js';
import { nouns } from '../src/commands/nouns.js';
import type { ListView } from '../src/output/view.js';
import { commandsIn } from './support/example-lines.js';

interface Named {
  readonly name: string;
  readonly noun: Noun;
  readonly entry: VerbEntry;
}

/** Every verb, and every noun that is a command itself. */
const verbs: readonly Named[] = nouns.flatMap((noun): readonly Named[] => [
  ...(noun.command ? [{ name: noun.name, noun, entry: noun.command }] : []),
  ...noun.verbs.map((entry) => ({ name: `${noun.name} ${entry.name}`, noun, entry })),
]);

const optionOf = (flags: string): Option => new Option(flags);
const spellings = (flags: FlagTable): readonly string[] =>
  Object.values(flags).flatMap(({ flags: each }) => {
    const { short, long } = optionOf(each);
    return [short, long].filter((word) => word !== undefined);
  });

/** How help says which role is needed. */
const saysWho =
  /^For |Everyone (may|who can see)|You can only|[Ff]or the internal team|what you may do|You need the same permission as for tracker/m;

/** Words that end in an s and have no singular, or one that is a verb. */
const onlyPlural: readonly string[] = ['status', 'prefs', 'views', 'notes', 'alias'];

describe('every noun', () => {
  test.each(nouns.map((noun) => [noun.name, noun] as const))(
    '%s',
    (name, { summary, aliases, verbs: own, command }) => {
      expect(name).toMatch(/^[a-z]+$/);
      expect(summary).toMatch(/^[A-Z].{4,70}[^.!?]$/);
      expect(own.length > 0 || command !== undefined).toBe(true);
      if (name.endsWith('s') && !onlyPlural.includes(name)) expect(aliases).toContain(name.slice(0, -1));
    },
  );

  test('no name or alias stands for two', () => {
    const words = nouns.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(words).size).toBe(words.length);
    for (const { verbs: own } of nouns) expect(new Set(own.map(({ name }) => name)).size).toBe(own.length);
  });
});

describe.each(verbs)('$name', ({ name, noun, entry }) => {
  test('has a summary, standard aliases and examples', async () => {
    const { verb } = await entry.load();
    expect(entry.name).toMatch(/^[a-z]+$/);
    expect(entry.summary).toMatch(/^[A-Z].{4,80}[^.!?]$/);
    const expected = { list: 'ls', view: 'show', create: 'new', remove: 'rm', delete: 'rm' }[entry.name];
    if (expected !== undefined && noun.command !== entry) expect(entry.aliases).toContain(expected);
    expect(verb.examples.length).toBeGreaterThan(0);
    for (const { line, does } of verb.examples) {
      expect(`${line}\n${does}`).not.toMatch(/\n\s*\n|undefined/);
      expect(does).toMatch(/^\S.{2,60}[^.]$/);
    }
  });

  test('says who may use it, where it changes something', async () => {
    const { writes, details } = (await entry.load()).verb;
    if (writes) expect(details).toMatch(saysWho);
  });

  test('says what each argument is', async () => {
    const { verb } = await entry.load();
    for (const argument of verb.arguments ?? []) {
      const { help } = argument;
      expect(usageOf(argument)).toMatch(/^(<[a-z-]+(\.\.\.)?>|\[[a-z-]+(\.\.\.)?\])$/);
      expect(help).toMatch(/^[^.\s].{2,}[^.]$/);
    }
  });

  test('has flags with a help text, each named as its value', async () => {
    const { verb } = await entry.load();
    for (const [key, { flags, help, value, parse }] of Object.entries(verb.flags)) {
      expect(flags).toMatch(/^(-[a-zA-Z], )?--[a-z][a-z-]*$/);
      // What reads a value has declared what it is, and the other way round.
      expect([key, value !== undefined]).toEqual([key, parse !== undefined]);
      expect(help).toMatch(/^\S.{3,}[^.]$/);
      expect(optionOf(flags).attributeName()).toBe(key);
    }
  });

  test('has no flag that two things are called, or that every command has', async () => {
    const { verb } = await entry.load();
    const words = [...spellings(verb.flags), ...spellings(globalFlags), '-h', '--help', '-V', '--version'];
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  test('declares what it prints, and takes the flags that follow from it', async () => {
    const { verb } = await entry.load();
    const { as, columns } = printed(verb.prints);
    const isByReference = typeof verb.prints === 'object' && 'outcomes' in verb.prints;
    expect(columns.length > 0).toBe(as === 'list' || as === 'detail' || isByReference);
    if (
      as === 'result' &&
      (verb.arguments ?? []).some(({ isRepeatable, value }) => isRepeatable && value.kind === 'ref')
    )
      expect(isByReference).toBe(true);
    expect(new Set(columns).size).toBe(columns.length);
    const lists = typeof verb.prints === 'object' && ('list' in verb.prints || 'ordered' in verb.prints);
    // Triage fills its screen with a list, so it takes all flags of that list.
    if (entry.name === 'triage') return;
    // Undo prints a list where it is asked for one.
    expect('limit' in verb.flags).toBe(lists || 'list' in verb.flags);
    // A saved view has the order of a list, and results are sorted by what their details say.
    const isSorted =
      (typeof verb.prints === 'object' && 'list' in verb.prints) || ['save', 'search'].includes(entry.name);
    expect('sort' in verb.flags).toBe(isSorted);
    if (entry.name === 'list' && as !== 'object') expect(lists).toBe(true);
    // Nothing but the declaration names columns.
    expect(verb.details ?? '').not.toMatch(/Columns, in order|lines in this order/);
  });

  test('says which things a reference names, and which words a word may be', async () => {
    const { verb } = await entry.load();
    const flags = Object.values(verb.flags).flatMap(({ value }) => (value ? [value] : []));
    for (const { kind, name, of, words } of [...flags, ...(verb.arguments ?? []).map(({ value }) => value)]) {
      expect(name).toMatch(/^[^<>]+$/);
      expect([kind, of !== undefined]).toEqual([kind, kind === 'ref']);
      if (kind === 'word') expect(words?.length).toBeGreaterThan(1);
    }
  });

  test('has examples that the parser accepts', async () => {
    const { verb } = await entry.load();
    const shown: unknown[] = [];
    for (const { line } of verb.examples) {
      const commands = commandsIn(line);
      expect(commands.length, line).toBe(line.match(/\btracker(?=[ )]|$)/g)?.length);
      const invocations = await Promise.all(commands.map(parse));
      for (const invocation of invocations) expect(invocation, line).toBeDefined();
      shown.push(...invocations.map((invocation) => invocation?.verb));
      expect(shown, `${line} shows ${name}`).toContain(verb);
    }
  });
});

/** What a command line asks for; undefined for one that is not accepted. */
async function parse(words: readonly string[]): Promise<Invocation | undefined> {
  return readInvocation(await outline(words), new Date());
}

const usualValues: Readonly<Record<string, string>> = { color: 'never', timeout: '5' };

describe('flags of every command', () => {
  test.each(Object.entries(globalFlags))('%s', async (key, { flags, help, initial, value }) => {
    expect(help).toMatch(/^\S.{3,}[^.]$/);
    const { short, long } = optionOf(flags);
    for (const spelling of [short, long].filter((each) => each !== undefined)) {
      const given = [spelling, ...(value ? [usualValues[key] ?? 'a'] : [])];
      // The verb with the flag `--input`, before and after it.
      for (const words of [
        [...given, 'api', '/x'],
        ['api', '/x', ...given],
        ['api', ...given, '/x', '--input', 'f'],
      ]) {
        const invocation = await parse(words);
        expect(Object.keys(invocation?.globals ?? {})).toEqual([key]);
        expect(invocation?.globals).not.toEqual({ [key]: initial });
        expect(invocation?.flags.input).toBe(words.includes('--input') ? 'f' : undefined);
      }
    }
  });
});

const viewFolder = fileURLToPath(new URL('../src/views', import.meta.url));
const viewFiles = readdirSync(viewFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** Every list view that a file of src/views exports. */
async function readViews(): Promise<readonly (readonly [string, ListView])[]> {
  const found: (readonly [string, ListView])[] = [];
  for (const file of viewFiles) {
    const exported: Record<string, unknown> = await import(join(viewFolder, file));
    for (const [name, value] of Object.entries(exported)) if (isListView(value)) found.push([name, value]);
  }
  return found;
}

function isListView(value: unknown): value is ListView {
  return typeof value === 'object' && value !== null && 'columns' in value && 'noun' in value;
}

describe('every list view', async () => {
  const views = await readViews();

  test('is found', () => {
    const declared = viewFiles.flatMap((file) =>
      [...readFileSync(join(viewFolder, file), 'utf8').matchAll(/: ListView\b[^=]*= \{/g)].map(() => file),
    );
    expect(views.length).toBe(declared.length);
    expect(views.length).toBeGreaterThanOrEqual(7);
  });

  test.each(views)('%s', (_name, { noun, columns, fields }) => {
    expect(noun).toMatch(/^[a-z ]+$/);
    const keys = columns.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys[0]).toBe('ref');
    expect(columns[0]?.head).toBeDefined();
    expect(columns.filter(({ grow }) => grow).length).toBeLessThanOrEqual(1);
    for (const { key, head } of columns) {
      expect(key).toMatch(/^[a-z][A-Za-z]*$/);
      if (head !== undefined) expect(head).toMatch(/^[A-Z][A-Za-z ]*$/);
    }
    const firstHidden = columns.findIndex(({ head }) => head === undefined);
    if (firstHidden >= 0) expect(columns.slice(firstHidden).every(({ head }) => head === undefined)).toBe(true);
    expect(new Set(fields).size).toBe(fields.length);
  });

  test.each(views)('%s bears a row with nothing in it, and one with too much', (_name, { columns }) => {
    const setting = { people: {}, now: new Date(0), me: undefined };
    const odd = Object.fromEntries(
      ['id', 'uuid', 'title', 'status', 'due', 'assignees', 'members', 'actor', 'createdAt', 'tags'].map((key) => [
        key,
        { a: [1] },
      ]),
    );
    for (const row of [{}, odd]) {
      for (const { value, human } of columns) {
        expect(() => value(row, setting)).not.toThrow();
        const cell = human?.(row, setting);
        const text = typeof cell === 'object' ? cell.text : (cell ?? '');
        expect(text).not.toMatch(/undefined|\[object|NaN/);
      }
    }
  });
});
