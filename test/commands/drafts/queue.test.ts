import { mkdirSync, readFileSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { openLedger } from '../../../src/ledger/store.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { within } from '../../support/computer/folder.js';
import { openWorld, owner, signIn, wide } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { carrierOf, giveKey, remember } from '../../support/sandbox/keys.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

/** Nobody answers. */
const away: Send = async () => {
  throw new TrackerError('network', 'the server cannot be reached');
};
const offline = { send: away };

const drafts = async (): Promise<readonly Record<string, unknown>[]> =>
  JSON.parse((await machine.run('drafts list --json')).stdout) as readonly Record<string, unknown>[];

const waits = (number: number, command: string): string =>
  `The server cannot be reached, so this waits as draft ${number} (${command}). To send it: tracker drafts send --waiting\n`;

describe('R87: what was queued', () => {
  test.each([
    'close SCM-12',
    'tasks comment SCM-12 -b text',
    'chat reply "Lunch on Friday" text',
    'api /tasks/{SCM-12} -X PATCH -f priority=low',
  ])('waits as before if a signal comes while it is only reading, and is in doubt after that: %s', async (line) => {
    const interrupting = (method: string) => {
      const controller = new AbortController();
      const send: Send = async (request) => {
        if (method === 'any' || request.method !== 'GET')
          controller.abort(new TrackerError('interrupted', 'interrupted'));
        controller.signal.throwIfAborted();
        return await world.send(request);
      };
      return { send, signal: controller.signal };
    };
    expect(await machine.run(`${line} --queue`, offline)).toMatchObject({ code: 0 });
    expect(await machine.run('drafts send --waiting', interrupting('any'))).toMatchObject({ code: 130 });
    expect(await drafts()).toMatchObject([{ state: 'waiting' }]);
    expect(await machine.run('drafts send --waiting', interrupting('write'))).toMatchObject({ code: 130 });
    expect(await drafts()).toMatchObject([{ state: 'doubtful' }]);
  });

  test.each([
    ['tasks edit SCM-12 -p low', '[.task.priority]', ['low']],
    ['tasks edit SCM-12 SCM-13 -p low', '[.task.priority]', ['low']],
    ['close SCM-12', '[.task.status]', ['done']],
    ['tasks comment SCM-12 -b "written in a train"', '[.task.comments[-1].text]', ['written in a train']],
    ['tasks comment SCM-12 -F -', '[.task.comments[-1].text]', ['piped']],
    ['tasks time SCM-12 30m', '[.task.timeLogs[-1].minutes]', [30]],
    ['tasks edit - -p low', '[.task.priority]', ['low'], 'SCM-12\n'],
    ['checklist task:SCM-12 "Old warnings"', '[.task.checklist[3].done]', [true]],
  ])('is kept, exit 0, and sent once when the server is back: %s', async (line, path, value, stdin = 'piped') => {
    const queued = await machine.run(`${line} --queue -y`, { ...offline, stdin });
    expect(queued).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The server cannot be reached, so this waits as draft \d+ /),
    });
    expect(await drafts()).toMatchObject([{ state: 'waiting' }]);
    const sent = await machine.run('drafts send --waiting');
    expect(sent).toMatchObject({ code: 0, stderr: expect.stringContaining('Sent what was waiting: ') });
    expect(await drafts()).toEqual([]);
    expect(JSON.parse((await machine.run(`tasks view SCM-12 --jq ${path}`)).stdout)).toEqual(value);
    const writes = recordWrites(world.send);
    expect(await machine.run('drafts send --waiting', { send: writes.send })).toMatchObject({ code: 0 });
    expect(writes.take()).toEqual([]);
  });

  test.each([
    ['close CASA-16', ['CASA-16']],
    ['edit CASA-16 CASA-9 -s paused', ['CASA-16', 'CASA-9']],
    ['assign CASA-16 zoë', ['CASA-16', 'zoë']],
    ['reply CASA-16 Hello', ['CASA-16']],
    ['close -', ['CASA-16']],
  ])('has its targets by reference, wherever the server was lost: %s', async (line, targets) => {
    const stdin = (await machine.run('view CASA-16 --jsonl')).stdout;
    await machine.run('view CASA-9');
    const lostLater: Send = async (request) =>
      request.method === 'GET' ? await world.send(request) : await away(request);
    for (const send of [away, lostLater]) {
      expect(await machine.run(`${line} --queue -y`, { send, stdin })).toMatchObject({ code: 0 });
      expect(await drafts()).toMatchObject([{ state: 'waiting', targets }]);
      expect(draftsOf(machine)[0]?.targets).toHaveProperty('casa-16');
      await machine.run('drafts delete 1 2 3 4 -y');
    }
  });

  test.each([
    ['a page for people', () => answer(200, '<html>Wi-Fi</html>', { 'content-type': 'text/html' })],
    ['a redirect to somewhere else', () => answer(302, '', { location: 'https://wifi.example/welcome' })],
    ['a redirect in a loop', () => answer(307, '', { location: '/portal' })],
    ['a network that wants a sign-in', () => answer(511, '<html>Wi-Fi</html>', { 'content-type': 'text/html' })],
  ])('waits as before where %s answers in place of the server', async (_what, portal) => {
    const lines = ['reply CASA-16 Hello', 'tasks edit SCM-12 SCM-13 -p low', 'close CASA-9'];
    await machine.run('view CASA-16 SCM-12 SCM-13 CASA-9');
    for (const line of lines.slice(0, 2)) await machine.run(`${line} --queue -y`, offline);
    const writes = recordWrites(async () => portal());
    expect(await machine.run(`${lines[2]} --queue -y`, { send: writes.send })).toMatchObject({ code: 0 });
    expect(await machine.run('drafts send --waiting', { send: writes.send })).toMatchObject({ code: 7 });
    expect(writes.take()).toEqual([]);
    expect((await drafts()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
    expect(await drafts()).toEqual([]);
  });

  test.each([
    ['reply CASA-16 Hello', 'unsent'],
    ['tasks edit SCM-12 -p low', 'waiting'],
  ])('is tried again after a 503 only if that can do no harm: %s', async (line, state) => {
    expect(await machine.run(`${line} --queue -y`, offline)).toMatchObject({ code: 0 });
    const busy: Send = async (request) =>
      request.method === 'GET' ? await world.send(request) : answerJson(503, { message: 'Database down' });
    await machine.run('drafts send --waiting', { send: busy });
    expect(await drafts()).toMatchObject([{ state }]);
  });

  test('has a row for each reference, with the draft as which it waits, in every format', async () => {
    const lostLater: Send = async (request) =>
      request.method === 'PATCH' && request.url.pathname.endsWith(lost)
        ? await away(request)
        : await world.send(request);
    const { uuid: lost } = JSON.parse((await machine.run('tasks view SCM-13 --json')).stdout) as { uuid: string };
    const [done, kept] = [
      { ref: 'SCM-12', ok: true, changes: expect.anything() },
      { ref: 'SCM-13', uuid: lost, ok: true, state: 'waiting', draft: expect.any(Number) },
    ];
    const edit = async (words: string) =>
      await machine.run(`tasks edit SCM-13,SCM-12 ${words} --queue`, { send: lostLater });
    const rows = JSON.parse((await edit('-p urgent --json')).stdout);
    expect(rows).toEqual([kept, expect.objectContaining(done)]);
    const lines = (await edit('-p low --jsonl')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([kept, expect.objectContaining(done)]);
    expect((await edit('-p high')).stdout).toBe('SCM-13\ttrue\t\nSCM-12\ttrue\t\n');
    // What follows in a pipe is only for what was done.
    expect((await edit('-p medium -q')).stdout).toBe('SCM-12\n');
    const one = await machine.run('close CASA-9 --queue --json', offline);
    expect(JSON.parse(one.stdout)).toMatchObject([{ ref: 'CASA-9', ok: true, state: 'waiting' }]);
    const texts = await machine.run('tasks comment SCM-12 SCM-13 -b Hello --queue --jsonl', offline);
    expect(texts.stdout.split('\n')).toMatchObject([
      expect.stringContaining('{"ref":"SCM-12",'),
      expect.stringMatching(`{"ref":"SCM-13","uuid":"${lost}","ok":true,"state":"waiting","draft":`),
      '',
    ]);
    const text = await machine.run('reply CASA-16 Hello --queue --json', offline);
    expect(JSON.parse(text.stdout)).toEqual({ state: 'waiting', draft: expect.any(Number) });
    expect(await machine.run('reply CASA-16 Hello --queue', offline)).toEqual({
      ...{ code: 0, stdout: '' },
      stderr: expect.stringMatching(/^.*waits as draft \d+ .*--waiting\n$/),
    });
  });

  test('a detail that could not be read is no reason not to wait', async () => {
    const { uuid } = JSON.parse((await machine.run('tickets view CASA-16 --json')).stdout) as { uuid: string };
    const odd: Send = async (request) =>
      request.url.pathname.endsWith(uuid) ? answerJson(200, { ticket: null }) : await world.send(request);
    expect((await machine.run('tickets view CASA-16', { send: odd })).code).toBe(1);
    expect(await machine.run('reply CASA-16 Hello --queue', offline)).toMatchObject({ code: 0 });
    expect(await drafts()).toMatchObject([{ state: 'waiting', targets: ['CASA-16'] }]);
  });

  test('is nothing that was not asked for, unless the setting says so', async () => {
    expect(await machine.run('tasks edit SCM-12 -p low', offline)).toMatchObject({ code: 7 });
    expect(await drafts()).toEqual([]);
    await machine.run('config set queue on');
    expect((await machine.run('tasks edit SCM-12 -p low', offline)).code).toBe(0);
    expect(await drafts()).toMatchObject([{ state: 'waiting', command: 'tasks edit', targets: ['SCM-12'] }]);
    expect(await machine.run('tasks edit SCM-13 -p low --no-queue', offline)).toMatchObject({ code: 7 });
    expect(await drafts()).toHaveLength(1);
    expect(await machine.run('tasks edit SCM-13 -p low --offline')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Nothing is sent offline, so this waits as draft \d+ /),
    });
  });

  test.each([
    ['tasks list --queue', 'this command cannot be queued'],
    ['tasks edit SCM-12 -p low --queue --dry-run', '--dry-run cannot be used with --queue'],
    ['tasks edit SCM-12 -p low --queue --no-queue', '--queue and --no-queue cannot be used together'],
    ['api /tasks -F title=@package.json --queue', 'this command cannot be queued'],
    ['tasks time SCM-12 30h --queue', 'that would be 30h on SCM-12 on a single day, 2026-11-20; nothing was logged'],
    ['drafts send 1 --waiting', '--waiting cannot be used with a number'],
  ])('is refused where it makes no sense: %s', async (line, why) => {
    expect(await machine.run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(`error: ${why}\n`) });
  });

  test('is what is left where a part was done, and other errors stay errors', async () => {
    const { id } = carrierOf(world.sandbox.world.db, 'tasks', 'SCM-13');
    const send: Send = async (request) => {
      if (request.method === 'PATCH' && request.url.pathname.includes(id)) return await away(request);
      return await world.send(request);
    };
    const ran = await machine.run('tasks edit SCM-12 SCM-13 NIX-1 -p urgent --queue', { send });
    expect(ran.code).toBe(8);
    expect(ran.stderr).toContain(waits(2, 'tasks edit SCM-13'));
    expect(ran.stderr).toContain('error: 1 of 3 failed: NIX-1; 1 waits to be sent\n');
    expect(ran.stdout).toContain('NIX-1');
    // Not every one has failed.
    expect(await machine.run('tasks edit SCM-13 NIX-1 -p low --queue', { send })).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('error: 1 of 2 failed: NIX-1; 1 waits to be sent\n'),
    });
    await machine.run('drafts delete 3 -y');
    expect(await drafts()).toMatchObject([{ targets: ['SCM-13'], state: 'waiting' }]);
  });

  test('stays where the server is still away, and is a draft again once it is refused', async () => {
    await machine.run('tasks edit SCM-13 -p low --queue', offline);
    await machine.run('tasks edit SCM-12 -p low --queue', offline);
    await world.run('tasks delete SCM-13 -y');
    expect(await machine.run('drafts send --waiting', offline)).toMatchObject({ code: 7 });
    expect((await drafts()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 8 });
    expect(await drafts()).toMatchObject([
      { state: 'unsent', send: expect.stringMatching(/^tracker drafts send \d+$/) },
    ]);
  });

  test('R79: is not sent to what has its reference by then', async () => {
    const { db } = world.sandbox.world;
    const { id } = carrierOf(db, 'tasks', 'SCM-12');
    remember(machine, world.url, 'tasks', [['SCM-12', id]]);
    await machine.run('tasks edit SCM-12 -p low --queue', offline);
    giveKey(db, 'projects', { key: 'SCM', renamed: 'OLD', to: 'OPS' });
    expect(carrierOf(db, 'tasks', 'SCM-12').id).not.toBe(id);
    const writes = recordWrites(world.send);
    const ran = await machine.run('drafts send --waiting', { send: writes.send });
    const hint = `hint: specify the one you mean by its uuid: tracker tasks edit ${id} --priority low\n`;
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining(hint) });
    expect(writes.take()).toEqual([]);
  });

  test('is sent by the next command at a terminal that reaches the server, with a line of its own', async () => {
    await machine.run('tasks edit SCM-12 -p low --queue', offline);
    const seen = await machine.run('tasks view SCM-13', wide);
    expect(seen.stderr).toContain('Sent what was waiting: tasks edit SCM-12.\n');
    const again = await machine.run('tasks view SCM-13', wide);
    expect(again.stderr).not.toContain('Sent what was waiting');
    await machine.run('tasks edit SCM-12 -p high --queue', offline);
    expect((await machine.run('tasks view SCM-13')).stderr).toBe('');
    expect(await drafts()).toMatchObject([{ state: 'waiting' }]);
  });

  test.each(['tasks edit SCM-12 -p low', 'tasks comment SCM-12 -b Hello', 'tasks comment SCM-12 SCM-13 -b Hello'])(
    'is named by it where something else answers in place of the server for this alone: %s',
    async (line) => {
      const { uuid } = JSON.parse((await machine.run('tasks view SCM-12 --json')).stdout) as { uuid: string };
      const send: Send = async (request) =>
        request.url.pathname.endsWith(uuid) ? answer(200, 'a page') : await world.send(request);
      expect(await machine.run(`${line} --queue`, { send })).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^Something else answers in place of the server, so this waits as draft \d+ /),
      });
      const seen = await machine.run('tasks view SCM-13', { ...wide, send });
      expect(seen.stderr).toMatch(/draft \d+, which was waiting, was not sent: the response .* is not JSON/);
      expect(await drafts()).toMatchObject([{ state: 'waiting' }]);
    },
  );

  test.each([
    ['tasks edit SCM-12,SCM-13 -p low', 'tasks view SCM-13', 'low'],
    ['close SCM-12,SCM-13', 'tasks view SCM-13', 'done'],
    [`views set tasks --patch '{"sort":"kept"}'`, 'views view tasks', 'kept'],
    ['assign SCM-12 zoe', 'tasks view SCM-12', 'Zoë Baptiste'],
  ])('may have lists, and words that are no references: %s', async (line, view, shown) => {
    await machine.run('tasks list --scope all');
    expect(await machine.run(`${line} --queue`, offline)).toMatchObject({ code: 0 });
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
    expect((await machine.run(view)).stdout).toContain(shown);
  });

  test('keeps the words after a reference that could be read, but not written', async () => {
    const send: Send = async (request) => await (request.method === 'PATCH' ? away : world.send)(request);
    await machine.run('assign BERG-19 zoe --queue', { send });
    expect(await machine.run('drafts send --waiting')).toMatchObject({
      code: 0,
      stderr: 'Sent what was waiting: assign BERG-19 zoe.\n',
    });
    expect((await machine.run('tickets view BERG-19')).stdout).toContain('Zoë Baptiste');
  });

  test('means later what it meant when it was typed', async () => {
    await machine.run('tasks view SCM-12', wide);
    await machine.run('tasks time @ 30m --queue', { ...offline, ...wide });
    await machine.run('attach SCM-12 package.json --queue', offline);
    expect(await drafts()).toMatchObject([
      { targets: ['SCM-12', resolve('package.json')] },
      { targets: [expect.stringMatching(/^task:[-0-9a-f]{36}$/), '30m'], flags: { date: '2026-11-20' } },
    ]);
  });

  test.each(['devices add --platform ios', 'devices remove', 'undo', 'redo', 'drafts send 1'])(
    'is refused for what could not be done later: %s',
    async (line) => {
      const ran = await machine.run(`${line} --queue`, { ...offline, stdin: 'token' });
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('this command cannot be queued') });
      await machine.run('tasks edit SCM-12 -p low');
      await machine.run('config set queue on');
      expect((await machine.run(line, { ...offline, stdin: 'token' })).code).not.toBe(0);
      expect(await drafts()).toEqual([]);
    },
  );

  test.each(['attach SCM-12 - --attach-name a.txt', 'tasks comment SCM-12 -b x --attach - --attach-name a.txt'])(
    'is nothing that reads a file from standard input: %s',
    async (line) => {
      const ran = await machine.run(`${line} --queue`, { ...offline, stdin: 'content' });
      expect(ran).toMatchObject({ code: 7 });
      expect((await drafts()).map(({ state }) => state)).not.toContain('waiting');
    },
  );

  test('has the content that its files had when it was typed, and is named as soon as it is sent', async () => {
    const file = join(machine.workingFolder, 'patch.json');
    writeFileSync(file, '{"sort":"kept"}');
    await machine.run(`views set tasks --patch @${file} --queue`, offline);
    await machine.run('views set week --patch - --queue', { ...offline, stdin: '{"sort":"piped"}' });
    writeFileSync(file, '{"sort":"later"}');
    const stop = new AbortController();
    const send: Send = async (request) => {
      if (String(request.body).includes('piped')) stop.abort(new TrackerError('interrupted', 'interrupted'));
      return await world.send(request);
    };
    const ran = await machine.run('drafts send --waiting', { send, signal: stop.signal });
    expect(ran).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Sent what was waiting: views set tasks.\n'),
    });
    expect((await machine.run('views view tasks')).stdout).toContain('kept');
  });

  describe.each([
    ['changed', (file: string) => writeFileSync(file, 'the invoice of somebody else')],
    ['gone', rmSync],
    [
      'a link to something else',
      (file: string) => {
        rmSync(file);
        writeFileSync(`${file}.secret`, 'a secret');
        symlinkSync(`${file}.secret`, file);
      },
    ],
  ])('R94: whose file is %s', (_what, spoil) => {
    test.each(['tasks comment SCM-12 -b "With a file" --attach', 'attach SCM-12'])(
      'is left to a person, with what was to follow it, and stops nothing else: %s',
      async (line) => {
        const file = join(machine.workingFolder, 'invoice.txt');
        writeFileSync(file, 'the invoice');
        for (const each of [`${line} ${file}`, 'close SCM-12', 'tasks edit SCM-13 -p urgent'])
          expect(await machine.run(`${each} --queue`, offline)).toMatchObject({ code: 0 });
        spoil(file);
        const writes = recordWrites(world.send);
        const ran = await machine.run('drafts send --waiting', { send: writes.send });
        expect(ran).toMatchObject({
          code: 8,
          stderr: expect.stringContaining(`${file} has changed or gone since it was to be sent; nothing was sent\n`),
        });
        expect(writes.take()).toMatchObject([{ body: { priority: 'urgent' } }]);
        expect((await machine.run('tasks view SCM-13 --jq .task.priority')).stdout).toBe('urgent\n');
        expect((await drafts()).map(({ ref, state }) => [ref, state])).toEqual([
          ['2', 'unsent'],
          ['1', 'unsent'],
        ]);
        expect(await machine.run('drafts send --waiting', { send: writes.send })).toMatchObject({ code: 0 });
        rmSync(file, { force: true });
        writeFileSync(file, 'the right invoice');
        expect(await machine.run('drafts send 1')).toMatchObject({
          code: 6,
          stderr: expect.stringContaining('hint: to send it as it is now: tracker drafts send 1 --yes\n'),
        });
        expect((await machine.run('drafts send 1 --yes')).code).toBe(0);
      },
    );
  });

  test('is not sent by the command that queues it, and keeps its order when a try fails', async () => {
    const tried: string[] = [];
    const send: Send = async (request) => {
      tried.push(request.url.pathname);
      return await away(request);
    };
    await machine.run('tasks edit SCM-12 -p low --queue', { send, ...wide });
    const first = tried.splice(0);
    await machine.run('tasks edit SCM-12 -p high --queue', { send, ...wide });
    expect(tried).toEqual(first);
    await machine.run('drafts send --waiting', offline);
    expect((await machine.run('undo --dry-run')).code).toBe(0);
    await machine.run('drafts send --waiting');
    expect((await machine.run('tasks view SCM-12 --jq .task.priority')).stdout).toBe('high\n');
  });

  describe.each([
    ['drafts send --waiting', 'error'],
    ['tasks view SCM-13', 'warning'],
  ])('of which %s', (command, level) => {
    test.each([
      ['tasks comment SCM-12 -b x', 'may have arrived: '],
      ['tickets reply BERG-9 -b x -s closed', 'was sent only in part: '],
      ['tasks edit NIX-1 -p low', 'was not sent: '],
    ])('says what became of it, and of which draft: %s', async (line, became) => {
      await machine.run(`${line} --queue`, offline);
      const send: Send = async (request) => {
        if (request.method === 'PATCH') return await away(request);
        const reply = await world.send(request);
        if (request.url.pathname.endsWith('/comments')) throw new NetworkFailure('reset', false);
        return reply;
      };
      const { stderr } = await machine.run(command, { ...wide, send });
      expect(stderr).toContain(`${level}: draft 1, which was waiting, ${became}`);
    });
  });

  test('says once that the server cannot be reached, whatever waits', async () => {
    await machine.run('tasks edit SCM-12 -p low --queue', offline);
    await machine.run('tasks edit SCM-13 -p low --queue', offline);
    const { stderr } = await machine.run('drafts send --waiting', offline);
    expect(stderr).toMatch(/^error: draft 1, which was waiting, was not sent: .*$/m);
    expect(stderr.match(/was not sent/g)).toHaveLength(1);
  });

  test.each(['tasks comment SCM-12 -b x', 'tasks time SCM-12 5m'])(
    'is not sent where that cannot be noted, and so not sent again and again: %s',
    async (line) => {
      await machine.run(`${line} --queue`, offline);
      const blocked = join(machine.folder, 'state', 'ledger', '1.jsonl.new');
      mkdirSync(blocked);
      const writes = recordWrites(world.send);
      const ran = await machine.run('drafts send --waiting', { send: writes.send });
      expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('was not sent: cannot write ') });
      expect(writes.take()).toEqual([]);
      expect(await drafts()).toMatchObject([{ state: 'waiting' }]);
      rmdirSync(blocked);
      expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
    },
  );

  test.each([
    'api /tasks',
    'close SCM-12 --dry-run',
    'tasks comment SCM-12 -b x --dry-run',
    'tasks checklist SCM-12',
    'inbox read --all',
    'inbox read --ticket BERG-9',
    'tickets note BERG-9 -e',
    'tickets reply BERG-9 -s closed --quote',
  ])('is nothing that only reads, that is only tried, or whose text was not typed yet: %s', async (line) => {
    await machine.run('config set queue on');
    expect(await machine.run(line, { ...offline, ...wide, env: { EDITOR: 'false' } })).toMatchObject({ code: 7 });
    expect(await drafts()).toEqual([]);
  });

  test('is listed with its flags as they are typed', async () => {
    await machine.run('tasks edit SCM-12 --add-tag a --set-assignee zoe --queue', offline);
    await machine.run('attach BERG-9 package.json --note --queue', offline);
    expect((await drafts()).map(({ subject }) => subject)).toEqual(['note', 'set-assignee zoe, add-tag a']);
  });

  test.each(['unsent', 'waiting', 'doubtful'])('is one draft, whatever its command writes: %s', async (state) => {
    await machine.run('attach SCM-12 package.json --queue', offline);
    const seen: number[] = [];
    const send: Send = async (request) => {
      if (request.method !== 'POST') return await world.send(request);
      seen.push(draftsOf(machine).length);
      if (state === 'doubtful') throw new NetworkFailure('reset', false);
      return state === 'unsent'
        ? { ...(await world.send({ ...request, method: 'GET' })), status: 403 }
        : await away(request);
    };
    expect((await machine.run('drafts send --waiting', { send })).code).not.toBe(0);
    // What a process that is killed now would leave.
    expect(seen).toEqual([1]);
    expect(await drafts()).toMatchObject([{ command: 'attach', state }]);
  });

  test('keeps of several references those that are left', async () => {
    await machine.run('edit SCM-12,SCM-13 -b x --queue', offline);
    const { id } = carrierOf(world.sandbox.world.db, 'tasks', 'SCM-13');
    const send: Send = async (request) =>
      request.method === 'PATCH' && request.url.pathname.includes(id) ? await away(request) : await world.send(request);
    await machine.run('drafts send --waiting', { send });
    expect(await drafts()).toMatchObject([{ command: 'edit', targets: [`task:${id}`], state: 'waiting' }]);
  });

  test.each(['tasks create -t New --project SCM', 'tickets convert BERG-9 --project SCM'])(
    'R79: names a project that was not looked up, and is not sent to another that has its key by then: %s',
    async (line) => {
      const { db } = world.sandbox.world;
      remember(machine, world.url, 'projects', []);
      const unseen = await machine.run(`${line} --queue`, offline);
      expect(unseen.stderr).toMatch(/SCM ha(?:s|ve) not been looked up\. To send it:/);
      await machine.run('drafts delete 1 -y');
      remember(machine, world.url, 'projects', [['SCM', carrierOf(db, 'projects', 'SCM').id]]);
      expect((await machine.run(`${line} --queue`, offline)).stderr).not.toContain('SCM has not been looked up');
      giveKey(db, 'projects', { key: 'SCM', renamed: 'OLD', to: 'OPS' });
      const writes = recordWrites(world.send);
      expect((await machine.run('drafts send --waiting', { send: writes.send })).code).toBe(6);
      expect(writes.take()).toEqual([]);
    },
  );

  test.each(['', ' --queue'])('R70: is on disk before the network is touched, as is any text:%s', async (queue) => {
    const file = join(machine.workingFolder, 'text.md');
    writeFileSync(file, 'Words');
    for (const text of ['-b Words', `-F ${file}`, '-F -']) {
      const kept: unknown[] = [];
      const send: Send = async (request) => {
        kept.push(...draftsOf(machine).map(({ flags, state }) => [flags.body, state]));
        return await away(request);
      };
      await machine.run(`tasks comment SCM-12 ${text}${queue}`, { send, stdin: 'Words' });
      expect(kept[0]).toEqual(['Words', text === '-F -' ? 'sending' : 'unsent']);
      for (const { ref } of await drafts()) await machine.run(`drafts delete ${ref} -y`);
    }
  });

  test('stays if another version has kept more than this one would send, and keeps nothing else from being sent', async () => {
    const lines = [
      'tasks edit SCM-12 -p low',
      'tasks comment SCM-13 -b Hello',
      'tasks done SCM-14',
      'tasks done SCM-15',
    ];
    for (const line of lines) await machine.run(`${line} --queue`, offline);
    const path = (number: number): string => join(machine.folder, 'state', 'ledger', `${number}.jsonl`);
    const change = (number: number, what: object): void => {
      const [head = ''] = readFileSync(path(number), 'utf8').split('\n');
      writeFileSync(path(number), `${JSON.stringify({ ...JSON.parse(head), ...what })}\n`);
    };
    change(1, { flags: { priority: 'low', notBefore: 'fri' } });
    change(2, { flags: { body: 'Hello', visibility: 'team' } });
    change(3, { words: ['tasks', 'finish', 'SCM-14'] });
    const kept = [1, 2, 3].map((number) => readFileSync(path(number), 'utf8'));
    const writes = recordWrites(world.send);
    const unsent = (number: number, what: string): string =>
      `draft ${number}, which was waiting, was not sent: draft ${number} was written by another version of tracker: this one has no ${what}\n`;
    const ran = await machine.run('drafts send --waiting', { send: writes.send });
    expect(ran).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(
        `${unsent(1, '--not-before for tasks edit')}${unsent(2, '--visibility for tasks comment')}${unsent(3, 'command tasks finish')}Sent what was waiting: tasks done SCM-15.\n`,
      ),
    });
    expect(writes.take()).toHaveLength(1);
    expect([1, 2, 3].map((number) => readFileSync(path(number), 'utf8'))).toEqual(kept);
    expect(await machine.run('tasks comment SCM-13 --from-draft 2')).toMatchObject({ code: 1 });
  });

  test('is taken back by undo; a text is a draft then', async () => {
    await machine.run('tasks comment SCM-12 -b Words --queue', offline);
    await machine.run('tasks edit SCM-12 -p low --queue', offline);
    const ran = [await machine.run('undo'), await machine.run('undo')].map(({ stdout, stderr }) => stdout + stderr);
    expect(ran).toEqual([
      'tasks edit SCM-12 no longer waits to be sent.\n',
      'tasks comment SCM-12 no longer waits to be sent; the text is kept as draft 1.\n',
    ]);
    expect(await drafts()).toMatchObject([{ state: 'unsent', subject: 'Words' }]);
  });

  test("another account's is not sent, and not forgotten either", async () => {
    await machine.run('tasks edit SCM-12 -p low --queue', offline);
    await signIn(machine, world, 'jose@casa-azul.example', 'jose');
    const writes = recordWrites(world.send);
    const ran = [
      await machine.run('-I jose drafts send --waiting', { send: writes.send }),
      await machine.run('-I jose status', { ...wide, send: writes.send }),
      await machine.run('-I jose undo', { send: writes.send }),
    ];
    expect([ran.map(({ code }) => code), writes.take()]).toEqual([[0, 0, 1], []]);
    expect(await drafts()).toMatchObject([{ state: 'waiting' }]);
    const own = await machine.run('tasks view SCM-13', wide);
    expect(own.stderr).toContain('Sent what was waiting: tasks edit SCM-12.\n');
  });

  test.each([
    ['tasks edit SCM-12 -p low', 'tasks edit SCM-12 -p urgent', 'changed the priority to urgent'],
    ['close SCM-12', 'tasks edit SCM-12 -s paused', 'set SCM-12 to paused'],
    ['tasks edit SCM-12 -b mine', 'tasks edit SCM-12 -b theirs', 'changed the description'],
    ['tickets reply CASA-9 -b x -s closed', 'tickets edit CASA-9 -s paused', 'changed the status to paused'],
    ['tasks edit SCM-12 --set-tag mine', 'tasks edit SCM-12 --tag theirs', 'changed the tags to '],
    ['tasks edit SCM-12 --remove-tag both', 'tasks edit SCM-12 --tag both', 'changed the tags to '],
    ['tasks checklist SCM-12 --check 1', 'tasks checklist SCM-12 --remove 1', 'was removed by someone else'],
  ])(
    'R87: does not replace what somebody has changed since it was last read; a person decides: %s',
    async (line, other, why) => {
      const [noun, , ref] = other.split(' ');
      await machine.run('tasks checklist SCM-12 --add First --add Second');
      await machine.run(`${noun} view ${ref}`);
      await machine.run(`${line} --queue`, offline);
      await world.run(other);
      const writes = recordWrites(world.send);
      const ran = await machine.run('drafts send --waiting', { send: writes.send });
      expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining(why) });
      expect(writes.take()).toEqual([]);
      const [{ state, ref: number } = { state: '', ref: '' }] = await drafts();
      expect(state).toBe('unsent');
      // What was the first item is gone.
      const isGone = line.includes('--check');
      if (!isGone) expect(ran.stderr).toContain(`to send it anyway: tracker drafts send ${number} --yes\n`);
      await machine.run(`drafts send ${number} -y`, { send: writes.send });
      expect(writes.take().length > 0).toBe(!isGone);
    },
  );

  test.each([
    ['tasks edit SCM-12 -p low', 'tasks edit SCM-12 -s paused --tag x', '.task.priority', 'low'],
    ['tasks edit SCM-12 -p low', 'tasks edit SCM-12 -p low', '.task.priority', 'low'],
    ['tasks edit SCM-12 --tag mine', 'tasks edit SCM-12 --tag theirs', '.task.tags[-2:]', '["theirs","mine"]'],
    [
      'tasks checklist SCM-12 --check 5',
      'tasks checklist SCM-12 --remove 1',
      '[.task.checklist[3,4].done]',
      '[true,false]',
    ],
  ])('leaves to others what it does not replace: %s after %s', async (line, other, path, value) => {
    await machine.run('tasks checklist SCM-12 --add First --add Second');
    await machine.run('tasks view SCM-12');
    await machine.run(`${line} --queue`, offline);
    await world.run(other);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
    expect((await machine.run(['tasks', 'view', 'SCM-12', '--json', '--jq', path])).stdout.replace(/\s+/g, '')).toBe(
      value,
    );
  });

  test('is based on what this account has written itself since it was read', async () => {
    await machine.run('tasks view SCM-12');
    await machine.run('tasks edit SCM-12 -p low --tag one');
    await machine.run('tasks edit SCM-12 -p high --remove-tag one --queue', offline);
    await machine.run('tasks edit SCM-12 -p urgent --queue', offline);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
    await world.run('tasks edit SCM-13 -p low');
    await machine.run('tasks edit SCM-13 -p high --queue', offline);
    expect(await machine.run('drafts send --waiting')).toMatchObject({ code: 0 });
  });

  test('a sign-out says what waits', async () => {
    await machine.run('reply CASA-16 Hello --queue', offline);
    const belongs = 'and can be sent once you have signed in again\nhint: tracker drafts list --all\n';
    expect((await machine.run('logout')).stderr).toContain(
      `warning: draft 1 (tickets reply CASA-16) waits to be sent: it belongs to work, ${belongs}`,
    );
    await signIn(machine, world, owner);
    await machine.run('note CASA-16 -b text', offline);
    expect((await machine.run('logout')).stderr).toContain(
      `warning: draft 1 (tickets reply CASA-16) waits to be sent, and 1 more: they belong to work, ${belongs}`,
    );
  });

  test('R87: a decision of triage does not overwrite what somebody has changed since; a person decides', async () => {
    const { id } = carrierOf(world.sandbox.world.db, 'tickets', 'CASA-9');
    const ledger = openLedger(within(join(machine.folder, 'state')), () => new Date());
    const targets = [{ uuid: id, ref: 'CASA-9', seen: { priority: 'low' } }];
    const decision = { what: 'priority', kind: 'ticket', targets, value: 'high', shown: 'high' };
    const [instance] = await machine.vault.instances();
    ledger.begin({
      ...{ state: 'waiting', url: world.url, owner: instance?.userId ?? '', words: ['tickets', 'edit', 'CASA-9'] },
      ...{ verbWords: 2, flags: { priority: 'high' }, targets: { 'casa-9': id }, decision, isRepeatable: true },
    });
    await world.run('tickets edit CASA-9 -p urgent');
    const writes = recordWrites(world.send);
    const ran = await machine.run('drafts send --waiting', { send: writes.send });
    expect([ran.code, writes.take()]).toEqual([6, []]);
    expect(await drafts()).toMatchObject([{ state: 'unsent' }]);
    expect([(await machine.run('drafts send 1')).code, (await machine.run('drafts send 1 -y')).code]).toEqual([6, 0]);
    expect((await machine.run('tickets view CASA-9 --jq .ticket.priority')).stdout).toBe('high\n');
  });
});
