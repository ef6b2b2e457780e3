import { readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { HttpRequest, Send } from '../../../src/http/message.js';
import { NetworkFailure } from '../../../src/http/message.js';
import { besideDrafts, draftsOf } from '../../support/computer/drafts.js';
import { openAtHome, openWorld, owner, refused, type TestWorld } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { allTests } from '../../support/set-up.js';
import { splitWords } from '../../support/words.js';

/** Words that a shell, JSON or a header would take for their own. */
const text = `It's "done" — $HOME \`date\` \\n ü 🚢\n\n# no comment\n--body none`;

/** Every verb that takes a text, what comes before it, and where the text goes. */
const verbs = [
  ['tasks create', ['--project', 'SCM', '-t', 'A title'], 'description'],
  ['tasks edit', ['SCM-12'], 'description'],
  ['tasks comment', ['SCM-12'], 'body'],
  ['tickets create', ['--org', 'scandia-maritime', '--subject', 'A subject'], 'description'],
  ['tickets reply', ['BERG-9'], 'body'],
  ['tickets note', ['BERG-9'], 'body'],
  ['chat create', ['--org', 'lantern-works', '-t', 'A title'], 'body'],
  ['chat reply', ['Lunch on Friday'], 'body'],
  ['notes create', ['-t', 'A title'], 'body'],
  ['projects comment', ['SCM'], 'body'],
] as const;

type Trouble = (request: HttpRequest, stop: AbortController) => ReturnType<Send>;

const refusing =
  (status: number): Trouble =>
  async () =>
    answerJson(status, { message: `no: ${status}` });

const losing =
  (unsent: boolean): Trouble =>
  async ({ url }) => {
    throw new NetworkFailure(`${url.host}: gone`, unsent, { isLasting: true });
  };

const interrupting: Trouble = async (_request, stop) => {
  stop.abort(new TrackerError('interrupted', 'interrupted'));
  throw stop.signal.reason;
};

/** What goes wrong with a write, the exit code, and whether it may have arrived all the same. */
const troubles = [
  ['the network is gone', losing(true), 7, false],
  ['the network is lost in the middle', losing(false), 8, true],
  ['400', refusing(400), 1, false],
  ['403', refusing(403), 5, false],
  ['413', refusing(413), 1, false],
  ['500', refusing(500), 1, false],
  ['502', refusing(502), 1, true],
  ['Ctrl-C', interrupting, 130, true],
] as const;

/** A way to the service on which writes meet with trouble. */
const meddled = (world: TestWorld, trouble: Trouble) => {
  const stop = new AbortController();
  const send: Send = async (request) =>
    request.method === 'GET' ? await world.send(request) : await trouble(request, stop);
  return { send, signal: stop.signal };
};

const printed = (stderr: string): readonly string[] => {
  const line = /(?:send it again|if not): tracker (.*)$/m.exec(stderr)?.[1];
  if (line === undefined) throw new Error(`no command was printed: ${stderr}`);
  return splitWords(line);
};

describe('R70: what was written', () => {
  const world = allTests(openWorld);
  const machine = allTests(() => world.machine(owner));

  const resend = async (stderr: string, field: string): Promise<void> => {
    const recorded = recordWrites(world.send);
    expect((await machine.run(printed(stderr), { send: recorded.send })).code).toBe(0);
    const bodies = recorded.take().map(({ body }) => body);
    expect(bodies).toMatchObject([{ [field]: text }]);
    expect(draftsOf(machine)).toEqual([]);
  };

  /** An edit to what is there already is not sent. */
  const reset = async (command: string, words: readonly string[]): Promise<void> => {
    if (command === 'tasks edit') await machine.run([...command.split(' '), ...words, '-b', 'Something else.']);
  };

  test.each(verbs)(
    'R70: %s: is kept whatever goes wrong, and the printed command sends it',
    async (command, words, field) => {
      for (const [what, trouble, code, mayHaveArrived] of troubles) {
        await reset(command, words);
        const ran = await machine.run([...command.split(' '), ...words, '-b', text], meddled(world, trouble));
        expect([what, ran.code]).toEqual([what, code]);
        const [draft, ...others] = draftsOf(machine);
        expect(others).toEqual([]);
        expect(draft).toMatchObject({ mode: 0o600, flags: { body: text } });
        expect(statSync(join(machine.folder, 'state', 'ledger')).mode & 0o777).toBe(0o700);
        expect(ran.stderr).toContain(`warning: what you wrote is kept in ${draft?.path}\n`);
        expect([what, ran.stderr.includes('check whether it has arrived; if not: ')]).toEqual([what, mayHaveArrived]);
        await resend(ran.stderr, field);
      }
    },
  );

  test.each(verbs)(
    'R70: %s: a file and standard input are kept as the text they are',
    async (command, words, field) => {
      const file = join(machine.workingFolder, 'text.md');
      writeFileSync(file, `${text}\n`);
      for (const [name, stdin] of [
        [file, ''],
        ['-', `${text}\n`],
      ] as const) {
        await reset(command, words);
        const ran = await machine.run([...command.split(' '), ...words, '-F', name], {
          ...meddled(world, refusing(500)),
          stdin,
        });
        expect(ran.code).toBe(1);
        writeFileSync(file, 'changed since');
        await resend(ran.stderr, field);
        writeFileSync(file, `${text}\n`);
      }
    },
  );

  test.each([...verbs])('R70: %s: nothing is left where it worked', async (command, words) => {
    const ran = await machine.run([...command.split(' '), ...words, '-b', text]);
    expect(ran.code).toBe(0);
    expect(ran.stderr).not.toContain('kept');
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: the title of tickets convert', async () => {
    const words = ['tickets', 'convert', 'BERG-18', '--project', 'BOP', '--due', 'fri', '-t', text];
    const ran = await machine.run(words, meddled(world, losing(true)));
    expect(ran.code).toBe(7);
    expect(draftsOf(machine)).toMatchObject([{ flags: { title: text, project: 'BOP', due: '2026-11-27' } }]);
    await resend(ran.stderr, 'title');
    const without = ['tickets', 'convert', 'BERG-18', '--project', 'BOP'];
    expect((await machine.run(without, meddled(world, losing(true)))).stderr).not.toContain('kept');
  });

  test('R70: none clears as -b of an edit; from a file, or as the text of a draft, it is a word', async () => {
    const file = join(machine.workingFolder, 'none.md');
    writeFileSync(file, 'none\n');
    const write = async (words: readonly string[]): Promise<unknown> => {
      const recorded = recordWrites(world.send);
      expect(await machine.run(words, { send: recorded.send })).toMatchObject({ code: 0 });
      return recorded.take()[0]?.body;
    };
    expect(await write(['tasks', 'edit', 'SCM-12', '-F', file])).toEqual({ description: 'none' });
    expect(await write(['tasks', 'edit', 'SCM-12', '-b', 'none'])).toEqual({ description: null });
    const ran = await machine.run(['tasks', 'edit', 'SCM-12', '-F', file], meddled(world, refusing(500)));
    expect(await write(printed(ran.stderr))).toEqual({ description: 'none' });
    const cleared = await machine.run(['tasks', 'edit', 'SCM-12', '-b', 'none'], meddled(world, refusing(500)));
    expect(cleared.stderr).not.toContain('kept');
    for (const [command, words, field] of verbs.filter(([each]) => each !== 'tasks edit'))
      expect(await write([...command.split(' '), ...words, '-b', 'none'])).toMatchObject({ [field]: 'none' });
  });

  test('R70: attachments are remembered by their absolute path; one that is gone is named, and the draft stays', async () => {
    const file = join(machine.workingFolder, 'trace.log');
    writeFileSync(file, 'trace');
    const words = ['tasks', 'comment', 'SCM-12', '-b', text, '--attach', file];
    const ran = await machine.run(words, meddled(world, refusing(500)));
    expect(draftsOf(machine)).toMatchObject([{ flags: { attach: [file] } }]);
    unlinkSync(file);
    world.takeRequests();
    expect(await machine.run(printed(ran.stderr))).toEqual(
      refused(
        2,
        `cannot attach ${JSON.stringify(file)}: there is no such file; nothing was sent`,
        'the draft is kept; use --attach to replace its files',
      ),
    );
    expect(world.takeRequests()).toEqual([]);
    expect(draftsOf(machine).length).toBe(1);
    writeFileSync(file, 'trace again');
    expect((await machine.run(printed(ran.stderr))).code).toBe(0);
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: what came through a pipe as a file is kept with the draft, and goes with it', async () => {
    const words = ['tasks', 'comment', 'SCM-12', '-b', text, '--attach', '-', '--attach-name', 'a trace.log'];
    const ran = await machine.run(words, { ...meddled(world, refusing(500)), stdin: 'trace' });
    const [draft] = draftsOf(machine);
    const file = join(machine.folder, 'state', 'ledger', `${draft?.id}.files`, 'a trace.log');
    expect(draft?.flags).toEqual({ body: text, attach: [file] });
    expect(readFileSync(file, 'utf8')).toBe('trace');
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect((await machine.run(printed(ran.stderr))).code).toBe(0);
    const { task } = (await machine.run('tasks view SCM-12 --json').then(({ stdout }) => JSON.parse(stdout))) as {
      task: { comments: readonly { text: string; files: readonly unknown[] }[] };
    };
    const sent = task.comments.filter((each) => each.text === text && each.files.length > 0);
    expect(sent.at(-1)?.files).toMatchObject([{ filename: 'a trace.log', sizeBytes: 5 }]);
    expect(besideDrafts(machine)).toEqual([]);
  });

  test('R70: a file from a pipe stays with its draft if another one is added and cannot be read', async () => {
    const words = ['tasks', 'comment', 'SCM-12', '-b', text, '--attach', '-', '--attach-name', 'first.log'];
    await machine.run(words, { ...meddled(world, refusing(500)), stdin: 'trace' });
    const [draft] = draftsOf(machine);
    const file = join(machine.folder, 'state', 'ledger', `${draft?.id}.files`, 'first.log');
    const more = ['--attach', file, '--attach', '-', '--attach-name', 'second.log'];
    const ran = await machine.run(['tasks', 'comment', 'SCM-12', '--from-draft', draft?.id ?? '', ...more]);
    expect(ran.stderr).toContain('error: cannot attach "second.log": standard input is empty; nothing was sent\n');
    expect(readFileSync(file, 'utf8')).toBe('trace');
    const again = ['tasks', 'comment', 'SCM-12', '--from-draft', draft?.id ?? ''];
    expect((await machine.run(again, { stdin: 'more' })).code).toBe(0);
    expect(besideDrafts(machine)).toEqual([]);
  });

  test('R70: a file from a pipe never replaces another of the same name that its draft has', async () => {
    const words = ['tasks', 'comment', 'SCM-12', '-b', text, '--attach', '-', '--attach-name', 'a.log'];
    await machine.run(words, { ...meddled(world, refusing(500)), stdin: 'first' });
    const [draft] = draftsOf(machine);
    const folder = join(machine.folder, 'state', 'ledger', `${draft?.id}.files`);
    const file = join(folder, 'a.log');
    const more = ['--attach', file, '--attach', '-', '--attach-name', 'a.log'];
    const line = ['tasks', 'comment', 'SCM-12', '--from-draft', draft?.id ?? ''];
    await machine.run([...line, ...more], { ...meddled(world, refusing(500)), stdin: 'second' });
    expect(draftsOf(machine)[0]?.flags).toEqual({ body: text, attach: [file, join(folder, '2', 'a.log')] });
    expect(readFileSync(file, 'utf8')).toBe('first');
    expect(readFileSync(join(folder, '2', 'a.log'), 'utf8')).toBe('second');
    expect((await machine.run(line)).code).toBe(0);
    expect(besideDrafts(machine)).toEqual([]);
  });

  test('R70: a draft whose piped file was not kept wants it again, and never goes out without it', async () => {
    const words = ['tasks', 'comment', 'SCM-12', '-b', text, '--attach', '-', '--attach-name', 'a trace.log'];
    const ran = await machine.run(words, { stdin: '' });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("hint: send it again, with 'a trace.log' on standard input: tracker tasks comment");
    expect(ran.stderr).toContain('error: cannot attach "a trace.log": standard input is empty; nothing was sent\n');
    const id = draftsOf(machine)[0]?.id ?? '';
    world.takeRequests();
    expect((await machine.run(['tasks', 'comment', 'SCM-12', '--from-draft', id], { stdin: '' })).code).toBe(2);
    expect(world.takeRequests().filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(draftsOf(machine).length).toBe(1);
    expect((await machine.run(['tasks', 'comment', 'SCM-12', '--from-draft', id], { stdin: 'x' })).code).toBe(0);
    expect(besideDrafts(machine)).toEqual([]);
  });

  test('R70: the printed command names the instance where -I or TRACKER_INSTANCE did', async () => {
    for (const [flags, env] of [
      [['-I', 'work'], {}],
      [['-I', world.url], {}],
      [[], { TRACKER_INSTANCE: 'work' }],
    ] as const) {
      const words = [...flags, 'tasks', 'comment', 'SCM-12', '-b', text];
      const ran = await machine.run(words, { ...meddled(world, refusing(500)), env });
      expect(printed(ran.stderr).slice(0, 2)).toEqual(['-I', flags[1] ?? 'work']);
      await resend(ran.stderr, 'body');
    }
  });

  test('R70: what fails after a comment that has arrived does not bring it back', async () => {
    const ran = await machine.run(['tasks', 'comment', 'SCM-12', 'SCM-13', '-b', text, '--json=nonsense']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.not.stringContaining('kept in') });
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: of several, one that may have arrived is checked before the rest is sent again', async () => {
    const ran = await machine.run(['tasks', 'comment', 'SCM-12', 'SCM-13', '-b', text], meddled(world, refusing(502)));
    expect(ran.stderr).toContain('check whether it has arrived; if not: ');
    await machine.run(printed(ran.stderr));
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: what was not even tried, because of a gateway that lost a read, cannot have arrived', async () => {
    const send: Send = async (request) =>
      /\/tickets\//.test(request.url.pathname)
        ? { ...answerJson(502, { message: 'Gone.' }), headers: { 'retry-after': '60' } }
        : await world.send(request);
    const ran = await machine.run(['tickets', 'reply', 'BERG-9', '-b', text], { send });
    expect(ran).toMatchObject({ code: 7, stderr: expect.stringContaining('send it again: ') });
    await machine.run(printed(ran.stderr));
    expect(draftsOf(machine)).toEqual([]);
  });

  test.each([undefined, { columns: 80 }])(
    'R67: without a home, a text is sent without being saved, on a terminal or not: %j',
    async (terminal) => {
      const ran = await machine.run(['tasks', 'comment', 'SCM-12', '-b', text], {
        terminal,
        env: { TRACKER_STATE_DIR: '' },
      });
      expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('could not save a draft: ') });
    },
  );

  test('R70: no token is in a draft, nor anything but what was given and what it names', async () => {
    const token = (await machine.run('token')).stdout.trim();
    expect(token).not.toBe('');
    await machine.run('tasks view SCM-12');
    await machine.run(['tasks', 'comment', 'SCM-12', '-b', text], meddled(world, refusing(500)));
    const [draft] = draftsOf(machine);
    const kept = readFileSync(draft?.path ?? '', 'utf8');
    expect(kept).not.toContain(token);
    expect(Object.keys(JSON.parse(kept)).sort()).toEqual([
      'at',
      'final',
      'flags',
      'owner',
      'state',
      'targets',
      'url',
      'userId',
      'why',
      'words',
      'writes',
    ]);
  });
});

describe('R70: notes of time and items of checklists', () => {
  const short = 'It\'s "done" — $HOME, `date` ü 🚢';
  const failing =
    (world: TestWorld): Send =>
    async (request) =>
      request.method === 'GET' ? await world.send(request) : answerJson(500, { message: 'on fire' });

  test.each([
    ['tasks time', ['SCM-12', '45m', '--date', 'yesterday', '--note', short], { date: '2026-11-19', note: short }],
    [
      'tasks checklist',
      ['SCM-12', '--add', short, '--add', 'Second, too', '--check', '1'],
      { add: [short, 'Second, too'] },
    ],
    ['tickets checklist', ['BERG-9', '--add', short], { add: [short] }],
  ])('R70: %s: refused, a draft; its command sends it, and the draft goes', async (command, words, flags) => {
    const { world, machine } = await openAtHome();
    const line = [...command.split(' '), ...words];
    const refused = await machine.run(line, { send: failing(world) });
    const [draft, ...others] = draftsOf(machine);
    expect(others).toEqual([]);
    expect(draft?.flags).toEqual(flags);
    const args = command === 'tasks time' ? ' 45m' : '';
    const again = `tracker ${command} ${words[0]}${args} --from-draft ${draft?.id}`;
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 1,
      stderr: `warning: what you wrote is kept in ${draft?.path}\nhint: send it again: ${again}\nerror: work.example returned 500 (Internal Server Error): on fire\n`,
    });
    const { send, take } = recordWrites(world.send);
    expect((await machine.run(splitWords(again).slice(1), { send })).code).toBe(0);
    const sent = JSON.stringify(take().map(({ body }) => body));
    for (const text of 'add' in flags ? (flags.add ?? []) : [short]) expect(sent).toContain(JSON.stringify(text));
    if (command === 'tasks time') expect(sent).toContain('"date":"2026-11-19"');
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: what is not typed, only read, or only shown is no draft', async () => {
    const { world, machine } = await openAtHome();
    const send = failing(world);
    for (const line of ['tasks time SCM-12 5m', 'tasks checklist SCM-12 --uncheck 1'])
      expect((await machine.run(line, { send })).code).toBe(1);
    for (const line of [
      'tasks checklist SCM-12',
      'tasks checklist SCM-12 --add x -n',
      'tasks time SCM-12 5m --note x -n',
    ])
      expect((await machine.run(line, { send })).code).toBe(0);
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: an item that is there already leaves no draft', async () => {
    const { machine } = await openAtHome();
    expect((await machine.run('tasks checklist SCM-12 --add Bollards')).code).toBe(0);
    expect(draftsOf(machine)).toEqual([]);
  });
});
