import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nouns } from '../../../src/commands/nouns.js';
import { TrackerError } from '../../../src/contract/errors.js';
import type { HttpRequest, Send } from '../../../src/http/message.js';
import type { Machine, Ran } from '../../support/computer/machine.js';
import { mountSmallDisk } from '../../support/computer/small-disk.js';
import { allShapes, openAtHome, owner, refused, shapes, usualNow } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const probe = mountSmallDisk(16);
probe?.remove();

/** Each command that takes the key, with what it writes. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'tasks create': ['T', '--project', 'SCM', '--tag', 'new'],
  'tasks comment': ['SCM-12', '-b', 'A comment.', '-s', 'todo'],
  'tickets create': ['--org', 'casa-azul', '--subject', 'S', '-b', 'B'],
  'tickets reply': ['CASA-16', '-b', 'A reply.', '-s', 'paused'],
  'tickets note': ['CASA-16', '-b', 'A note.'],
  'tickets convert': ['CASA-13', '--project', 'BOP'],
  'projects comment': ['SCM', '-b', 'A comment.'],
  'chat create': ['--org', 'casa-azul', '-t', 'T', '-b', 'B'],
  'chat reply': ['Lunch on Friday', 'A message.'],
  'notes create': ['N', '-b', 'B'],
  convert: ['CASA-8', '--project', 'BOP'],
  reply: ['CASA-16', 'A reply.'],
  note: ['CASA-16', 'A note.'],
  comment: ['SCM-12', 'A comment.'],
};

test('the verbs that make something new or add a message take a key, and no others', async () => {
  const all = nouns.flatMap((noun) => [
    ...noun.verbs.map((entry) => [`${noun.name} ${entry.name}`, entry] as const),
    ...(noun.command ? [[noun.name, noun.command] as const] : []),
  ]);
  const taking = await Promise.all(
    all.map(async ([name, entry]) => ('once' in (await entry.load()).verb.flags ? [name] : [])),
  );
  expect(taking.flat().sort()).toEqual(Object.keys(commands).sort());
});

const wouldRepeat = 'This was done before with the same key, and its result would be printed again.';
const again = 'This was done before with the same key; nothing was sent now.\n';
const againInJson = `${JSON.stringify({ warning: { message: again.trim(), code: 'sent_before' } })}\n`;

allShapes('with a key, in the shape %s', (world, shape) => {
  const writes = (): readonly string[] => world.takeRequests().filter((line) => !line.startsWith('GET '));

  // What a key keeps was printed by then: each command is tried in one of the two other shapes, by turns.
  const tried = Object.entries(commands).filter((_, at) => shape === 'usual' || shape === shapes[1 + (at % 2)]);

  test.each(tried)('%s sends once, and prints the first result again in every format', async (command, words) => {
    const line = [...command.split(' '), ...words, '--once', `key of ${command}`];
    writes();
    const first = await world.run([...line, '--json']);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[[{]/) });
    expect(writes().length).toBeGreaterThan(0);
    expect(await world.run([...line, '--json'])).toEqual({ ...first, stderr: againInJson });
    expect(await world.run([...line, '-n'])).toEqual({
      code: 0,
      stdout: '',
      stderr: `${wouldRepeat}\nNothing would be sent.\n`,
    });
    for (const format of ['--jsonl', '--yaml', '--tsv', '-q']) {
      const { code, stdout, stderr } = await world.run([...line, format]);
      expect({ format, code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/same key/) });
      const { ref } = [JSON.parse(first.stdout)].flat()[0];
      if (format !== '--tsv') expect(stdout).toContain(ref);
    }
    expect(world.takeRequests()).toEqual([]);
  });
});

describe('a key', () => {
  const at = eachTest(openAtHome);
  const run = (line: string | readonly string[], options = {}): Promise<Ran> => at.machine.run(line, options);
  const posts = (): number => at.world.takeRequests().filter((line) => line.startsWith('POST ')).length;
  const reply = ['tickets', 'reply', 'CASA-16', '-b', 'An answer.'];

  test.each([
    ['', '--once cannot be empty'],
    ['  ', '--once cannot be empty'],
    ['k'.repeat(201), '--once takes at most 200 characters'],
  ])('is some text of at most 200 characters: not %j', async (key, error) => {
    expect(await run([...reply, '--once', key, '-n'])).toEqual(refused(2, error));
    expect((await run([...reply, '--once', 'ключ 🗝 '.repeat(20), '-n'])).code).toBe(0);
  });

  test('is not for what cannot be compared: several references, a draft, a file from standard input', async () => {
    expect(await run('tasks comment SCM-12 SCM-13 -b x --once k')).toEqual(
      refused(2, '--once takes one reference', 'use a key for each of them'),
    );
    expect((await run('tasks comment - -b x --once k', { stdin: 'SCM-12\nSCM-13\n' })).code).toBe(2);
    expect((await run('tickets reply CASA-16 --from-draft 1 --once k')).code).toBe(2);
    expect((await run([...reply, '--attach', '-', '--attach-name', 'x', '--once', 'k'], { stdin: 'x' })).code).toBe(2);
    expect(posts()).toBe(0);
  });

  test('belongs to what was sent with it: text, target, flags, files and the command', async () => {
    const folder = at.machine.workingFolder;
    const [file, copy] = [join(folder, 'a.txt'), join(folder, 'other', 'a.txt')];
    mkdirSync(join(folder, 'other'));
    for (const path of [file, copy]) writeFileSync(path, 'same');
    const line = [...reply, '-p', 'low', '--attach', file, '--once', 'k'];
    expect((await run(line)).code).toBe(0);
    expect(posts()).toBe(1);
    const instead = (from: string, to: string): readonly string[] => line.map((word) => (word === from ? to : word));
    writeFileSync(join(folder, 'b.txt'), 'same');
    const { uuid } = JSON.parse((await run('tickets view CASA-16 --json')).stdout).ticket;
    for (const other of [
      instead('An answer.', 'Another answer.'),
      instead('CASA-16', 'CASA-13'),
      instead('low', 'high'),
      instead('reply', 'note'),
      instead(file, join(folder, 'b.txt')),
      [...line, '-s', 'paused'],
      ['notes', 'create', 'N', '--once', 'k'],
    ])
      expect(await run(other)).toMatchObject({
        code: 6,
        stdout: '',
        stderr: expect.stringContaining('"k" was used for'),
      });
    for (const same of [instead('CASA-16', 'casa-16'), instead('CASA-16', uuid), instead(file, copy)])
      expect(await run(same)).toMatchObject({ code: 0, stderr: expect.stringContaining(again) });
    expect(await run(['reply', 'CASA-16', 'An answer.', ...line.slice(5)])).toMatchObject({ code: 0 });
    writeFileSync(file, 'something else');
    expect((await run(line)).code).toBe(6);
    expect(posts()).toBe(0);
  });

  test('is one of an account', async () => {
    await run([...reply, '--once', 'k']);
    const zoe = await at.world.machine('zoe@lantern.example');
    await zoe.run([...reply, '--once', 'k']);
    expect(posts()).toBe(2);
  });

  test('is one of a user, whichever token is in the environment', async () => {
    const env = () => ({ TRACKER_URL: at.world.url, TRACKER_TOKEN: at.world.sandbox.signIn(owner) });
    const first = await run([...reply, '--once', 'k', '--json'], { env: env() });
    expect(first.code).toBe(0);
    expect(await run([...reply, '--once', 'k', '--json'], { env: env() })).toEqual({ ...first, stderr: againInJson });
    expect(posts()).toBe(1);
  });

  test('is known for 30 days, however much is written meanwhile', async () => {
    await run([...reply, '--once', 'k']);
    await run('tasks edit SCM-12 -p low');
    const ledger = join(at.machine.folder, 'state', 'ledger');
    const newest = Math.max(...readdirSync(ledger).map((name) => Number.parseInt(name, 10) || 0));
    for (let count = 1; count < 120; count++)
      copyFileSync(join(ledger, `${newest}.jsonl`), join(ledger, `${newest + count}.jsonl`));
    await run('tasks edit SCM-12 -p high');
    posts();
    const later = (days: number): Date => new Date(usualNow.getTime() + days * 86_400_000);
    expect(readdirSync(ledger).length).toBeLessThan(120);
    expect((await run([...reply, '--once', 'k'], { now: () => later(29.9) })).stderr).toContain(again);
    expect(posts()).toBe(0);
    expect((await run([...reply, '--once', 'k'], { now: () => later(30.1) })).code).toBe(0);
    expect(posts()).toBe(1);
  });

  test('is not used up by a dry run, nor by what certainly did not arrive', async () => {
    const line = [...reply, '--once', 'k'];
    const failing =
      (failure: () => TrackerError): Send =>
      async (request) => {
        if (request.method === 'GET') return await at.world.send(request);
        throw failure();
      };
    expect((await run([...line, '-n'])).code).toBe(0);
    const away = failing(() => new TrackerError('network', 'the server cannot be reached'));
    expect((await run(line, { send: away })).code).toBe(7);
    expect((await run([...reply.slice(0, 4), 'Other words.', '--once', 'k'], { send: away })).code).toBe(7);
    expect(JSON.parse((await run('drafts --json=subject')).stdout)).toEqual([{ subject: 'Other words.' }]);
    expect((await run('tickets reply NOPE-1 -b x --once k')).code).toBe(4);
    const invalid = failing(() => new TrackerError('invalid', 'no', { status: 400 }));
    expect((await run(line, { send: invalid })).code).toBe(1);
    posts();
    expect(await run(line)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('same key') });
    expect(posts()).toBe(1);
    expect(await run('drafts --json')).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });

  test('whose first try may have arrived is exit 8 until a person has looked, and then the result', async () => {
    const line = [...reply, '--once', 'k', '--json'];
    const lost: Send = async (request) => {
      if (request.method === 'GET') return await at.world.send(request);
      throw new TrackerError('unknown_outcome', 'no answer');
    };
    expect((await run(line, { send: lost })).code).toBe(8);
    for (let times = 0; times < 2; times++) {
      const { code, stdout, stderr } = await run(line);
      expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'unknown_outcome',
        message: 'draft 1, which has the same key, may or may not have arrived; nothing was sent now',
        hint: 'check whether it has; if so: tracker drafts delete 1; if not: tracker drafts send 1',
        retryable: false,
      });
    }
    expect(posts()).toBe(0);
    expect((await run('drafts send 1 -y')).code).toBe(0);
    expect(posts()).toBe(1);
    expect(await run(line)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\{"ref":"CASA-16"/) });
    const other = [...reply, '--once', 'other'];
    await run(other, { send: lost });
    await run('drafts delete 2 -y');
    expect(await run(other)).toEqual(
      refused(
        8,
        'what was sent with the same key may or may not have arrived; nothing was sent now',
        'to send it again, use another key',
      ),
    );
    expect(posts()).toBe(0);
  });

  test('gives a failure again, too: what arrived only in part', async () => {
    const line = ['tickets', 'reply', 'CASA-16', '-b', 'Words.', '-s', 'paused', '--once', 'k'];
    const send: Send = async (request: HttpRequest) => {
      if (request.method === 'PATCH') throw new TrackerError('forbidden', 'not you', { status: 403 });
      return await at.world.send(request);
    };
    const first = await run(line, { send });
    expect(first.code).toBe(8);
    const second = await run(line);
    expect({ code: second.code, stdout: second.stdout }).toEqual({ code: 8, stdout: first.stdout });
    expect(second.stderr).toContain(first.stderr.split('\n').at(-2));
    expect(posts()).toBe(1);
  });

  test('with --queue waits as one entry, and gives the result once that was sent', async () => {
    const line = [...reply, '--once', 'k', '--queue'];
    const send: Send = async () => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    await run(line, { send });
    expect(await run(line, { send })).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: 'This is already waiting as draft 1. To send it: tracker drafts send --waiting\n',
    });
    expect((await run(reply.map((word) => (word === 'An answer.' ? 'Other.' : word)).concat('--once', 'k'))).code).toBe(
      6,
    );
    expect(posts()).toBe(0);
    await run('drafts send --waiting');
    expect(await run([...line, '-q'])).toMatchObject({ code: 0, stdout: 'CASA-16\n' });
    expect(posts()).toBe(1);
  });

  test('gives the same proposal, whatever a person has done with it', async () => {
    const agent = { env: { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' } };
    const terminal = { terminal: { columns: 80 }, env: { ACCESSIBLE: '1' } };
    const line = [...reply, '--once', 'k', '--json'];
    const proposed = { code: 0, stdout: '{"state":"proposed","draft":1}\n' };
    expect(await run(line, agent)).toEqual({ ...proposed, stderr: '' });
    expect(await run(line, agent)).toEqual({ ...proposed, stderr: againInJson });
    expect((await run('drafts send 1', { ...terminal, keys: ['2\r'] })).code).toBe(0);
    expect(await run(line, agent)).toEqual({ code: 0, stdout: '{"state":"done","draft":1}\n', stderr: againInJson });
    expect(posts()).toBe(1);
    expect((await run([...reply, '-s', 'paused', '--once', 'k'], agent)).code).toBe(6);
    // One with the same words is another one if it has a key of its own.
    expect(await run([...reply, '--once', 'second', '--json'], agent)).toMatchObject({ code: 0 });
    const number = JSON.parse((await run('drafts --json=ref')).stdout)[0].ref;
    await run(`drafts send ${number}`, { ...terminal, keys: ['4\r', 'Not now.\r'] });
    const rejected = await run([...reply, '--once', 'second', '--json'], agent);
    expect(JSON.parse(rejected.stdout)).toEqual({ state: 'rejected', draft: Number(number), reason: 'Not now.' });
    const inWords = await run([...reply, '--once', 'second'], { ...agent, terminal: { columns: 80 } });
    expect(inWords.stderr).toContain(`Proposed as draft ${number}; it was rejected: Not now.`);
    expect(JSON.parse((await run('drafts --json=ref')).stdout)).toEqual([]);
  });

  test('an agent that has the same key does not write over what a person has left', async () => {
    const agent = { env: { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' } };
    const send: Send = async () => Promise.reject(new TrackerError('network', 'away'));
    await run(['tickets', 'reply', 'CASA-16', '-b', 'Mine.', '--once', 'k'], { send });
    expect(await run([...reply, '--once', 'k', '-q'], agent)).toMatchObject({ code: 0 });
    const kept = JSON.parse((await run('drafts --json')).stdout) as { author?: string; flags: { body: string } }[];
    expect(kept.map(({ author, flags }) => [author, flags.body])).toEqual([
      ['bot', reply.at(-1)],
      [undefined, 'Mine.'],
    ]);
  });

  test('two at once send one request, and both give the same result', async () => {
    const line = ['tasks', 'create', 'T', '--project', 'SCM', '--once', 'k'];
    const [one, two] = await Promise.all([run(line), run(line)]);
    expect([one.code, two.code, one.stdout]).toEqual([0, 0, two.stdout]);
    expect(posts()).toBe(1);
  });

  test('without a place to keep it, nothing is sent', async () => {
    const other: Machine = await at.world.machine(owner);
    mkdirSync(join(other.folder, 'state'), { recursive: true });
    writeFileSync(join(other.folder, 'state', 'ledger'), '');
    posts();
    const { code, stderr } = await other.run([...reply, '--once', 'k']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: cannot read the folder /) });
    expect(posts()).toBe(0);
  });

  test.skipIf(!probe).each([
    ['before it is kept', 0],
    ['once the request has left', 1],
  ])('where the disk is full %s, sends at most one request', async (_when, count) => {
    const disk = mountSmallDisk(64);
    if (!disk) throw new Error('it could be mounted a moment ago');
    try {
      const line = [...reply, '--once', 'k'];
      const env = { TRACKER_STATE_DIR: disk.folder };
      await run('tasks edit SCM-12 -p high', { env });
      if (count === 0) disk.leave(0);
      const send: Send = async (request) => {
        if (request.method === 'POST') disk.leave(0);
        return await at.world.send(request);
      };
      const first = await run(line, { env, send });
      expect([first.code, posts()]).toEqual(count === 0 ? [1, 0] : [0, 1]);
      if (count === 0) expect(first.stderr).toContain('error: cannot remember the key, so nothing was sent\n');
      // Who has just begun something may not have claimed it yet.
      const second = await run(line, { env, now: () => new Date(usualNow.getTime() + 5_000) });
      expect(second.code).toBe(count === 0 ? 1 : 0);
      expect(posts()).toBe(0);
    } finally {
      disk.remove();
    }
  });
});
