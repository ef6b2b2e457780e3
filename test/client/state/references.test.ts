import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { accountFolder } from '../../../src/client/state/account-folder.js';
import { openReferenceIndex, type ReferenceIndex } from '../../../src/client/state/references.js';
import { addressName } from '../../../src/disk/address-name.js';
import { makeFolder, within } from '../../support/computer/folder.js';
import { processorTime } from '../../support/computer/processor-time.js';

const url = 'https://tracker.example.com';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

const open = (): ReferenceIndex => openReferenceIndex(within(folder), url, 'me');
const path = (kind = 'tasks'): string => join(accountFolder(within(folder), { url, userId: 'me' }), `${kind}.tsv`);
const entry = (ref: string, uuid = `uuid of ${ref}`, title = `title of ${ref}`) => ({ ref, uuid, title });
const put = (text: string): void => {
  mkdirSync(accountFolder(within(folder), { url, userId: 'me' }), { recursive: true });
  writeFileSync(path(), text);
};

test('nothing is read or written until it is needed', () => {
  const index = open();
  index.flush();
  expect([index.find('tasks', 'SCM-1'), index.all('people')]).toEqual([undefined, []]);
  index.flush();
  expect(readdirSync(folder)).toEqual([]);
});

test('entries are private lines of three fields, newest first, found in any case', () => {
  const index = open();
  index.learn('tasks', [entry('SCM-1'), entry('SCM-2')]);
  index.learn('tasks', [entry('SCM-3')]);
  index.learn('tickets', [entry('SCM-1', 'other')]);
  index.flush();
  expect(readFileSync(path(), 'utf8')).toBe(
    'SCM-3\tuuid of SCM-3\ttitle of SCM-3\nSCM-1\tuuid of SCM-1\ttitle of SCM-1\nSCM-2\tuuid of SCM-2\ttitle of SCM-2\n',
  );
  expect([
    statSync(path()).mode & 0o777,
    statSync(accountFolder(within(folder), { url, userId: 'me' })).mode & 0o777,
  ]).toEqual([0o600, 0o700]);
  expect(readdirSync(accountFolder(within(folder), { url, userId: 'me' })).sort()).toEqual([
    'tasks.tsv',
    'tickets.tsv',
  ]);
  expect([open().find('tasks', 'scm-1'), open().find('tickets', 'Scm-1')?.uuid]).toEqual([entry('SCM-1'), 'other']);
});

test('an entry is not known because it is the end of a line', () => {
  put('SCM-1\tu\tone\nSCM-2\tv\ttwo\n');
  const index = open();
  index.learn('tasks', [entry('M-1', 'u', 'one'), entry('SCM-2', 'v', 'two')]);
  index.flush();
  expect(readFileSync(path(), 'utf8')).toBe('M-1\tu\tone\nSCM-2\tv\ttwo\n');
});

test('known entries change nothing and are not written again', () => {
  const index = open();
  index.learn('tasks', [entry('SCM-1'), entry('SCM-2')]);
  index.flush();
  rmSync(path());
  index.learn('tasks', [entry('SCM-2')]);
  index.learn('tasks', []);
  index.flush();
  expect(existsSync(path())).toBe(false);
});

test('a new uuid or title replaces the old one', () => {
  const index = open();
  index.learn('tasks', [entry('SCM-1', 'a', 'A')]);
  index.learn('tasks', [entry('scm-1', 'b', 'B')]);
  index.flush();
  expect(open().all('tasks')).toEqual([entry('scm-1', 'b', 'B')]);
});

test('R79: what has a new reference loses its old one, and no two share a uuid', () => {
  put('SCM-3\ta\tA\nSCM-4\ta\tA\nSCM-5\t\t\nSCM-6\t\t\n');
  const index = open();
  expect(index.all('tasks').map(({ ref }) => ref)).toEqual(['SCM-3', 'SCM-5', 'SCM-6']);
  index.learn('tasks', [entry('NEW-3', 'a'), entry('SCM-9', 'b')]);
  index.learn('tasks', [entry('SCM-10', 'c'), entry('SCM-11', 'c')]);
  expect(index.all('tasks').map(({ ref }) => ref)).toEqual(['SCM-11', 'NEW-3', 'SCM-9', 'SCM-5', 'SCM-6']);
});

test('R79: keys that were exchanged are exchanged here too', () => {
  const index = open();
  index.learn('tasks', [entry('A-1', 'a'), entry('B-1', 'b')]);
  index.learn('tasks', [entry('A-1', 'b'), entry('B-1', 'a')]);
  expect([index.find('tasks', 'A-1')?.uuid, index.find('tasks', 'B-1')?.uuid]).toEqual(['b', 'a']);
});

test('a response without a title keeps the known one, unless it is about something else', () => {
  const index = open();
  index.learn('tasks', [entry('SCM-1', 'a', 'A'), entry('SCM-2', 'b', 'B')]);
  index.learn('tasks', [entry('SCM-1', 'a', ''), entry('SCM-2', 'other', '')]);
  expect([index.find('tasks', 'SCM-1'), index.find('tasks', 'SCM-2')]).toEqual([
    entry('SCM-1', 'a', 'A'),
    entry('SCM-2', 'other', ''),
  ]);
});

test('a forgotten entry stays forgotten', () => {
  const index = open();
  index.learn('tasks', [entry('SCM-1'), entry('SCM-2')]);
  index.flush();
  const next = open();
  next.forget('tasks', 'scm-1');
  next.forget('tasks', 'SCM-9');
  next.flush();
  expect(open().all('tasks')).toEqual([entry('SCM-2')]);
});

test('hostile titles stay one line without anything that drives a terminal', () => {
  const index = open();
  index.learn('tasks', [
    entry('SCM-1', 'a\tb\nc', '\u001b]0;x\u0007a\r\nb\tc\u009b31m\u202e\u2066\u2028d\u{e0041}'),
    entry('SCM-2', 'b', 'x'.repeat(5_000)),
    entry('SCM\n-3', 'c', ''),
    entry('SCM-4', 'd', `x${'😀'.repeat(5_000)}`),
    entry('SCM-3\u{e0041}', 'd', ''),
  ]);
  index.flush();
  expect(readFileSync(path(), 'utf8').split('\n')).toEqual([
    'SCM-1\ta b c\t^[]0;x^Ga b c<U+009B>31m<U+202E><U+2066><U+2028>d<U+E0041>',
    `SCM-2\tb\t${'x'.repeat(200)}`,
    `SCM-4\td\tx${'😀'.repeat(199)}`,
    '',
  ]);
});

test('of a long title no more is cleaned than is kept', () => {
  const index = open();
  const title = '👨‍👩‍👧‍👦'.repeat(90_000);
  const started = processorTime();
  index.learn(
    'tickets',
    Array.from({ length: 20 }, (_, at) => entry(`CASA-${at}`, `uuid ${at}`, title)),
  );
  expect([...(index.find('tickets', 'CASA-7')?.title ?? '')]).toHaveLength(200);
  expect(processorTime() - started).toBeLessThan(300);
});

test('names of prototypes are references like any other', () => {
  const index = open();
  expect(index.find('people', 'constructor')).toBeUndefined();
  index.learn('people', [entry('__proto__'), entry('constructor')]);
  index.flush();
  expect(open().find('people', '__proto__')).toEqual(entry('__proto__'));
});

test('lines that make no sense are passed over', () => {
  put('SCM-1\ta\tA\n\nSCM-2\n\tb\tB\nSCM-3\tc\n\u0000\nSCM-4\td\tD\textra');
  expect(open().all('tasks')).toEqual([entry('SCM-1', 'a', 'A'), entry('SCM-4', 'd', 'D')]);
});

test('more than fifty thousand entries are not kept, and the newest are', () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => entry(`SCM-${from + at}`, `u${from + at}`, ''));
  const index = open();
  index.learn('people', many(0, 49_990));
  index.learn('people', many(50_000, 50_020));
  expect([index.all('people').length, index.all('people')[0]?.ref]).toEqual([50_000, 'SCM-50000']);
  index.learn('projects', many(0, 60_000));
  expect(index.all('projects').length).toBe(50_000);
});

test('a folder that cannot be found or written is not an error', () => {
  const nowhere = openReferenceIndex(
    () => {
      throw new Error('no folder');
    },
    url,
    'me',
  );
  writeFileSync(join(folder, 'file'), '');
  for (const index of [nowhere, openReferenceIndex(within(join(folder, 'file')), url, 'me')]) {
    expect(index.all('tasks')).toEqual([]);
    index.learn('tasks', [entry('SCM-1')]);
    index.flush();
    expect(index.find('tasks', 'SCM-1')).toEqual(entry('SCM-1'));
  }
});

test('a folder in place of a file is not an error, and leaves no temporary file', () => {
  mkdirSync(path(), { recursive: true });
  const index = open();
  index.learn('tasks', [entry('SCM-1')]);
  index.flush();
  expect(readdirSync(accountFolder(within(folder), { url, userId: 'me' })).sort()).toEqual(['tasks.tsv']);
});

test('every address has its own folder, whose name is safe in a path', () => {
  const urls = [
    'https://h',
    'http://h',
    'https://h:8443',
    'https://h/a',
    'https://h/A',
    'https://h/a/b',
    'https://h/a_b',
    'https://h/a-b',
    'https://h/..',
    'http://[::1]:1',
    'http://localhost:1',
    'http://localhost:11',
    `https://h/${'x'.repeat(100)}`,
    `https://h/${'x'.repeat(101)}`,
    'https://xn--bcher-kva.example',
  ];
  const names = urls.map(addressName);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(urls.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9_][a-z0-9._-]{0,60}-[0-9a-f]{8}$/i);
});
