import { chmodSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { placesOf } from '../../support/computer/files.js';
import { makeHome } from '../../support/computer/home.js';
import { shell, start } from '../../support/computer/program.js';
import { usesNode } from '../../support/computer/program-file.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere as tracker } from '../../support/run-here.js';
import { canary, signIn, startSmallService, task } from '../../support/sandbox/service.js';
import { type Answer, json, redirect, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';
import {
  answerWork,
  credentialsFile,
  interruptAtHeaders,
  sentTokens,
  stallAfterHeaders,
  storedToken,
} from './helpers.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);
let first: string;

beforeEach(async () => {
  first = service.token();
  answerWork(service, service.guarded);
});

const signInHere = async (): Promise<void> => signIn(home, service.origin, first, ['--name', 'work']);

/** What the folder of tokens is made of. */
const configListing = (): readonly string[] => home.listing().filter((line) => line.includes('.config/tracker'));

const privately = [
  '0700 .config/tracker/',
  '0600 .config/tracker/config.json',
  '0600 .config/tracker/credentials.json',
];

test('R14: a login under umask 000 makes files and folders that nobody else can read', async () => {
  const line = `umask 000; tracker login ${service.origin} --token && tracker tasks list`;
  const { code, stdout } = await shell(home, line, { stdin: first });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(task.title) });
  expect(configListing()).toEqual(privately);
  answerWork(service, service.rotating);
  expect((await shell(home, 'umask 000; tracker tasks list')).code).toBe(0);
  expect(configListing()).toEqual(privately);
});

test.each(['644', '604', '640'])('R14: the next command tightens an older file of mode %s', async (mode) => {
  await signInHere();
  chmodSync(credentialsFile(home), Number.parseInt(mode, 8));
  expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0, stderr: '' });
  expect(configListing()).toEqual(privately);
});

test('R14: the next command that stores something tightens an older folder', async () => {
  await signInHere();
  chmodSync(`${home.folder}/.config/tracker`, 0o755);
  answerWork(service, service.rotating);
  expect((await tracker(home, 'tasks list')).code).toBe(0);
  expect(configListing()).toEqual(privately);
});

test('R16: a reader that leaves early costs no token', async () => {
  await signInHere();
  const many = Array.from({ length: 2_000 }, (_, at) => ({ ...task, id: `ABC-${at}`, uuid: `${task.uuid}-${at}` }));
  service.on('GET /api/v1/tasks', service.rotating(json({ tasks: many })));
  for (const [words, reader] of [
    ['tasks list', 'true'],
    ['tasks list --json', 'true'],
    ['tasks list -q', 'head -c 1'],
    ['tasks list', 'head -1'],
  ]) {
    const { code } = await shell(home, `tracker ${words} | ${reader}`);
    expect({ reader, words, code, stored: storedToken(home, 'work') }).toEqual({
      reader,
      words,
      code: 0,
      stored: service.token(),
    });
  }
  expect(new Set(sentTokens(service)).size).toBe(4);
});

test.skipIf(!usesNode)('R16: SIGINT right after the headers costs no token', async () => {
  await signInHere();
  const env = interruptAtHeaders(home);
  for (const words of ['tasks list', 'tasks list --debug']) {
    service.on('GET /api/v1/tasks', service.rotating(stallAfterHeaders));
    expect((await start(home, ['tracker', ...words.split(' ')], { env }).ended).code).toBe(130);
    expect(storedToken(home, 'work')).toBe(service.token());
  }
  service.on('GET /api/v1/tasks', service.guarded(json({ tasks: [task] })));
  expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0, stderr: '' });
});

test('R16: a signal while the body is read costs no token', async () => {
  await signInHere();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    const before = service.token();
    service.on('GET /api/v1/tasks', service.rotating(stallAfterHeaders));
    const running = start(home, ['tracker', 'tasks', 'list']);
    await until('a rotated token being stored', () => storedToken(home, 'work') !== before);
    running.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(storedToken(home, 'work')).toBe(service.token());
  }
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('R16: %s while a server that rotates has yet to respond costs no token', async (signal, code) => {
  await signInHere();
  answerWork(service, service.rotating);
  expect((await tracker(home, 'tasks list')).code).toBe(0);
  // Each signal goes the same way; commands do not.
  for (const words of signal === 'SIGINT' ? ['tasks list', `tasks view ${task.uuid}`, 'status'] : ['tasks list']) {
    const before = service.requests.length;
    const late: Answer = (exchange) => void setTimeout(() => json({ tasks: [task], task })(exchange), 200);
    for (const route of ['GET /api/v1/tasks', `GET /api/v1/tasks/${task.uuid}`])
      service.on(route, service.rotating(late));
    const running = start(home, ['tracker', ...words.split(' ')]);
    await until('a request', () => service.requests.length > before);
    running.kill(signal);
    expect((await running.ended).code).toBe(code);
    expect(storedToken(home, 'work')).toBe(service.token());
  }
});

test('R49: SIGINT ends a command within a second even if a server that rotates never responds', async () => {
  await signInHere();
  answerWork(service, service.rotating);
  await tracker(home, 'tasks list');
  service.on('GET /api/v1/tasks', silence);
  const before = service.requests.length;
  const running = start(home, ['tracker', 'tasks', 'list']);
  await until('a request', () => service.requests.length > before);
  const interrupted = performance.now();
  running.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  expect(performance.now() - interrupted).toBeLessThan(onBusy(1_000));
});

test('R17: every later request of a command carries the token of the answer before', async () => {
  await signInHere();
  answerWork(service, service.rotating);
  for (const [words, least] of [
    ['status', 4],
    ['status --json', 4],
    ['whoami', 1],
    // The line is remembered.
    ['status --short', 0],
  ] as const) {
    const before = service.requests.length;
    expect(await tracker(home, words)).toMatchObject({ code: 0, stderr: '' });
    expect(service.requests.length - before).toBeGreaterThanOrEqual(least);
    expect(storedToken(home, 'work')).toBe(service.token());
  }
  expect(placesOf(first, home.folder)).toEqual([]);
});

const noTokens: readonly (readonly [string, string | readonly string[]])[] = [
  ['empty', ''],
  ['blank', '  \t '],
  ['above 8 kB', 'x'.repeat(8_193)],
  ['two in one line', `${canary()}, ${canary()}`],
  ['twice with different values', [canary(), canary()]],
  ['an empty one and another', ['', canary()]],
  ['a word of a broken program', 'undefined'],
  ['another such word', 'null'],
  ['with a space', `${canary()} x`],
  ['beyond ASCII', `${canary()}\u00e4`],
];

test.each(noTokens)('R20: a new token that is %s is not taken, with one warning', async (_what, value) => {
  await signInHere();
  const before = readFileSync(credentialsFile(home), 'utf8');
  answerWork(service, (answer) =>
    service.guarded((exchange) => {
      exchange.response.setHeader('set-auth-token', value);
      answer(exchange);
    }),
  );
  for (const words of ['tasks list', 'status']) {
    const { code, stdout, stderr } = await tracker(home, words);
    expect({ code, stdout: stdout !== '' }).toEqual({ code: 0, stdout: true });
    expect(stderr).toBe('warning: the server sent an invalid new token; the old one is kept\n');
  }
  expect(readFileSync(credentialsFile(home), 'utf8')).toBe(before);
  expect(new Set(sentTokens(service))).toEqual(new Set([first]));
});

test('R20: a new token that comes twice with one value, or is 8 kB long, is taken', async () => {
  await signInHere();
  for (const times of [2, 1]) {
    const next = times === 2 ? canary() : canary().padEnd(8_192, 'x');
    service.on(
      'GET /api/v1/tasks',
      service.guarded(({ response }) => {
        service.take(next);
        response.setHeader(
          'set-auth-token',
          Array.from({ length: times }, () => next),
        );
        response.end('{"tasks":[]}');
      }),
    );
    expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0, stderr: '' });
    expect(storedToken(home, 'work')).toBe(next);
  }
});

test('R21: a redirect to another origin is not followed, and nobody there chooses the token', async () => {
  await signInHere();
  const stranger = await startSmallService(first);
  answerWork(stranger, stranger.rotating);
  service.on('GET /api/v1/tasks', service.rotating(redirect(`${stranger.origin}/api/v1/tasks`)));
  expect((await tracker(home, 'tasks list')).code).toBe(1);
  expect(storedToken(home, 'work')).toBe(service.token());
  expect([stranger.requests, placesOf(first, home.folder)]).toEqual([[], []]);
  await stranger.close();
});

test('R21: a new token in a response that a cache has kept is not taken: it may be somebody else’s', async () => {
  await signInHere();
  const before = readFileSync(credentialsFile(home), 'utf8');
  const answerAged = (age: string): void =>
    answerWork(service, (answer) =>
      service.guarded((exchange) => {
        const next = canary();
        if (age === '0') service.take(next);
        exchange.response.setHeader('age', age);
        exchange.response.setHeader('set-auth-token', next);
        answer(exchange);
      }),
    );
  for (const age of ['1', '86400', '12, 0']) {
    answerAged(age);
    expect(await tracker(home, 'tasks list')).toMatchObject({
      code: 0,
      stderr: 'warning: a cache in between has answered with a new token, which is not taken\n',
    });
  }
  expect(readFileSync(credentialsFile(home), 'utf8')).toBe(before);
  expect(new Set(sentTokens(service))).toEqual(new Set([first]));
  answerAged('0');
  expect(await tracker(home, 'tasks list')).toMatchObject({ code: 0, stderr: '' });
  expect(storedToken(home, 'work')).toBe(service.token());
});
