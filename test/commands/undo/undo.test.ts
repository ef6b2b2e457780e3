import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { narrow, openWorld, owner, refused, remarked, signIn } from '../../support/run.js';
import { answer, answerJson } from '../../support/sandbox/in-process.js';
import { droppingWrites } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const manager = 'sigrid.odegard@scandia-maritime.example';

interface Task extends Record<string, unknown> {
  readonly status: string;
  readonly tags: readonly string[];
  readonly assignees?: readonly string[];
  readonly checklist: readonly { readonly text: string; readonly done: boolean }[];
}

describe('undo', () => {
  const world = eachTest(openWorld);
  const mine = eachTest(() => world.machine(owner));
  beforeEach(async () => await mine.run('tasks list --scope all -q'));

  /** Its assignees in any order, since public servers have one of their own. */
  const task = async (ref = 'SCM-12'): Promise<Task> => {
    const { task: shown } = (await world.json(`tasks view ${ref}`)) as { task: Task };
    return { ...shown, assignee: undefined, ...(shown.assignees && { assignees: shown.assignees.toSorted() }) };
  };
  const folder = (): string => join(mine.folder, 'state', 'ledger');
  const rows = async (): Promise<readonly Record<string, unknown>[]> =>
    JSON.parse((await mine.run('undo --list --json')).stdout);

  test('puts back fields, texts, plans and lists', async () => {
    const before = await task();
    const line =
      'tasks edit SCM-12 -t New -b Text -s done -p low --type chore --due fri --estimate 5h --planned fri --tag new -a zoe --depends-on SCM-3';
    expect((await mine.run(line)).code).toBe(0);
    expect(await task()).toMatchObject({ title: 'New', description: 'Text', status: 'done' });
    const { code, stdout, stderr } = await mine.run('undo');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^SCM-12: title "New" → "Night ferry to Tórshavn: .*…", status done → in progress, .*\n$/);
    expect({ ...(await task()), updated: 0 }).toEqual({ ...before, updated: 0 });
  });

  test('a message that may have arrived is not passed by', async () => {
    await mine.run('tickets edit CASA-16 -p low');
    const send: Send = async (request) => {
      if (request.method === 'POST') throw new NetworkFailure('cut off', false);
      return await world.send(request);
    };
    expect((await mine.run('tickets reply CASA-16 -b Hello', { send })).code).toBe(8);
    const { code, stderr } = await mine.run('undo');
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be undone: a reply to CASA-16')]);
    // It comes first all the same.
    expect((await mine.run('undo')).code).toBe(6);
    expect((await mine.run('undo -y')).stderr).toMatch(/^CASA-16: priority low → /);
  });

  const answering = (status: number, method: string, times = 1): Send => {
    let left = times;
    return async (request) =>
      request.method === method && left-- > 0
        ? answerJson(status, { message: 'Something went wrong.' })
        : await world.send(request);
  };

  test.each([
    [500, 'POST', 'tickets reply CASA-16 -b Hello'],
    [503, 'POST', 'tickets note CASA-16 -b Hello'],
    [500, 'POST', 'tasks comment SCM-12 -b Hello'],
    [500, 'POST', 'tasks time SCM-12 5m'],
    [500, 'DELETE', 'tasks delete SCM-12 --yes'],
    [500, 'PATCH', 'tasks edit SCM-12 -p low'],
    [503, 'PATCH', 'tickets edit CASA-16 --tag new'],
    [500, 'PUT', 'checklist BERG-9 --add One'],
  ])('an answer that says it was not done leaves nothing to undo: %i to %s, %s', async (status, method, line) => {
    expect((await mine.run(line, { send: answering(status, method) })).code).toBe(1);
    expect(await rows()).toEqual([]);
    expect(await mine.run('undo')).toEqual(refused(1, 'there is nothing to undo'));
  });

  test('of several, only those that were done are there', async () => {
    expect((await mine.run('tasks edit SCM-12,SCM-13 -p urgent', { send: answering(500, 'PATCH') })).code).toBe(8);
    expect(await rows()).toMatchObject([{ entities: { length: 1 } }]);
    expect((await mine.run('tickets reply CASA-16 -b Hello -s closed', { send: answering(500, 'PATCH') })).code).toBe(
      8,
    );
    expect((await rows())[0]).toMatchObject({ what: 'a reply to CASA-16', entities: [] });
  });

  test.each([
    [502, 'tickets reply CASA-16 -b Hello', 'a reply to CASA-16'],
    [504, 'tasks edit SCM-12 -p low', 'SCM-12: priority high → low'],
  ])('a gateway that says %i knows no better than no answer: %s', async (status, line, what) => {
    const send = answering(status, line.includes('reply') ? 'POST' : 'PATCH');
    expect((await mine.run(line, { send })).code).toBe(1);
    expect(await rows()).toMatchObject([{ what }]);
  });

  test('an entity that the server shows for another uuid is left alone', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    const other = (await world.json('tasks view SCM-13')) as { task: Task };
    const send: Send = async (request) =>
      request.method === 'GET' && /\/tasks\/[^/]+$/.test(request.url.pathname)
        ? answerJson(200, other)
        : await world.send(request);
    const { code, stderr } = await mine.run('undo', { send });
    expect([code, stderr]).toEqual([1, expect.stringContaining('is about something else: SCM-13')]);
    expect((await task()).priority).toBe('low');
  });

  test('says what was and what is, in data too', async () => {
    await mine.run('tickets edit CASA-16 -s open --set-assignee none');
    await mine.run('tickets edit CASA-16 -s resolved -a Zoë');
    expect(await mine.run('undo', narrow)).toEqual(
      remarked('', 'CASA-16: status resolved → open, assignees − Zoë Baptiste\n'),
    );
    const redone = await mine.run('redo --json');
    expect(JSON.parse(redone.stdout)).toMatchObject([
      { ref: 'CASA-16', ok: true, changes: { status: { from: 'open', to: 'resolved' } } },
    ]);
  });

  test('what was written with another token from the environment is not undone', async () => {
    const as = (email: string) => ({
      env: { TRACKER_URL: world.url, TRACKER_TOKEN: tokens.get(email) ?? '' },
    });
    const tokens = new Map([owner, manager].map((email) => [email, world.sandbox.signIn(email)]));
    expect((await mine.run('tasks edit SCM-12 -p low', as(owner))).code).toBe(0);
    expect(await mine.run('undo', as(manager))).toEqual(refused(1, 'there is nothing to undo'));
    expect((await task()).priority).toBe('low');
    expect((await mine.run('undo', as(owner))).code).toBe(0);
    for (const token of tokens.values())
      for (const name of readdirSync(folder())) expect(readFileSync(join(folder(), name), 'utf8')).not.toContain(token);
  });

  test('what was written with one token is undone with another of the same user', async () => {
    const env = () => ({ env: { TRACKER_URL: world.url, TRACKER_TOKEN: world.sandbox.signIn(owner) } });
    const before = (await task()).priority;
    expect((await mine.run('tasks edit SCM-12 -p low', env())).code).toBe(0);
    expect((await mine.run('undo', env())).code).toBe(0);
    expect((await task()).priority).toBe(before);
    expect((await mine.run('redo', env())).code).toBe(0);
    expect((await task()).priority).toBe('low');
  });

  test('a number from the list; only what still holds our value', async () => {
    await mine.run('tasks edit SCM-12 -s todo -p low --set-tag old');
    await mine.run('tasks edit SCM-12 -s in_progress -p high --tag ours');
    await mine.run('tasks edit SCM-13 -p urgent');
    expect((await world.run('tasks edit SCM-12 -s done --tag theirs', { as: manager })).code).toBe(0);
    const { code, stdout, stderr } = await mine.run('undo 2', narrow);
    expect({ code, stdout, stderr }).toEqual({
      code: 6,
      stdout: '',
      stderr: [
        'SCM-12: priority high → low, tags − ours',
        'error: SCM-12: changed since, and left as it is: status in progress → done',
        'hint: see what it is now: tracker view SCM-12\n',
      ].join('\n'),
    });
    expect(await task()).toMatchObject({ status: 'done', priority: 'low', tags: ['old', 'theirs'] });
    expect((await task('SCM-13')).priority).toBe('urgent');
  });

  test('one of several that changed since is exit 6, and the others are put back', async () => {
    await mine.run('tasks edit SCM-12,SCM-13 -p low');
    await mine.run('tasks edit SCM-12,SCM-13 -p high');
    await world.run('tasks edit SCM-13 -p urgent', { as: manager });
    const ran = await mine.run('undo --json');
    const byRef = (JSON.parse(ran.stdout) as { ref: string }[]).sort((a, b) => a.ref.localeCompare(b.ref));
    expect({ code: ran.code, rows: byRef }).toMatchObject({
      code: 6,
      rows: [
        { ref: 'SCM-12', ok: true },
        { ref: 'SCM-13', ok: false, error: { code: 'conflict' } },
      ],
    });
    expect([(await task()).priority, (await task('SCM-13')).priority]).toEqual(['low', 'urgent']);
  });

  test('in words, what is left of several changes names its reference once', async () => {
    await mine.run('tasks edit SCM-12,SCM-13 -p low');
    await mine.run('tasks edit SCM-12,SCM-13 -p high');
    await world.run('tasks edit SCM-13 -p urgent', { as: manager });
    expect((await mine.run('undo')).stderr.split('\n')).toContain(
      'SCM-13: changed since, and left as it is: priority high → urgent',
    );
  });

  test('what others added while the change was merged is not taken away', async () => {
    await mine.run('tasks edit SCM-12 --set-tag a');
    await mine.run('checklist SCM-12 --remove 1,2,3,4,5');
    const meanwhile = (line: string): Send => {
      let writes = 0;
      return async (request) => {
        const reply = await world.send(request);
        if (request.method === 'PATCH' && ++writes === 1) await world.run(line, { as: manager });
        return reply;
      };
    };
    // The other one has read the list before our write, so that ours is overwritten once.
    const tags = meanwhile('tasks edit SCM-12 --set-tag a,theirs');
    expect((await mine.run('tasks edit SCM-12 --tag ours', { send: tags })).code).toBe(0);
    expect((await task()).tags).toEqual(['a', 'theirs', 'ours']);
    expect((await mine.run('undo')).stderr).toBe('SCM-12: tags − ours\n');
    expect((await task()).tags).toEqual(['a', 'theirs']);
    const items = meanwhile('checklist SCM-12 --remove Ours --add Theirs');
    expect((await mine.run('checklist SCM-12 --add Ours', { send: items })).code).toBe(0);
    expect((await task()).checklist.map(({ text }) => text)).toEqual(['Theirs', 'Ours']);
    expect((await mine.run('undo')).stderr).toBe('SCM-12: removed "Ours"\n');
    expect((await task()).checklist.map(({ text }) => text)).toEqual(['Theirs']);
  });

  test('what somebody else put back already is no conflict', async () => {
    await mine.run('tasks edit SCM-12 -s todo');
    await mine.run('tasks edit SCM-12 -s done');
    await world.run('tasks edit SCM-12 -s todo', { as: manager });
    expect(await mine.run('undo 2')).toEqual(remarked('', 'SCM-12 is already as it was before.\n'));
  });

  test.each([
    ['--add-tag', `Urgently Wanted By Everybody ${'x'.repeat(20)}`, 'urgently wanted by every'],
    ['--tag', 'this tag is much longer than twenty four characters', 'this tag is much longer'],
    ['--set-tag', `a${'🌙'.repeat(20)}`, `a${'🌙'.repeat(11)}`],
    ['--tag', `tags with a moon after 🌙${'x'.repeat(20)}`, 'tags with a moon after'],
  ])('a tag that the server has cut goes: %s %s', async (flag, long, cut) => {
    const before = (await task()).tags;
    expect((await mine.run(['tasks', 'edit', 'SCM-12', flag, long])).code).toBe(0);
    expect((await task()).tags).toContain(cut);
    const theirs = await world.run('tasks edit SCM-12 --add-tag theirs', { as: manager });
    expect(theirs.code).toBe(0);
    expect(await mine.run('undo')).toMatchObject({ code: 0, stderr: expect.stringContaining(`− ${cut}`) });
    expect((await task()).tags.toSorted()).toEqual([...before, 'theirs'].toSorted());
    expect((await mine.run('redo')).code).toBe(0);
    expect((await task()).tags).toContain(cut);
  });

  test('and so does a checklist item', async () => {
    const before = (await task()).checklist;
    expect((await mine.run(['checklist', 'SCM-12', '--add', `Rope ${'x'.repeat(600)}`])).code).toBe(0);
    await world.run('checklist SCM-12 --add Theirs', { as: manager });
    expect((await mine.run('undo')).code).toBe(0);
    expect((await task()).checklist.map(({ text }) => text)).toEqual([...before.map(({ text }) => text), 'Theirs']);
  });

  const passed = (number: number): string =>
    `warning: change ${number} (tasks edit) is skipped: SCM-12 is already as it was before\n`;

  test('and undo names it and goes on to the change before it', async () => {
    await mine.run('tasks edit SCM-12 -s todo');
    await mine.run('tasks edit SCM-12 -p low');
    await mine.run('tasks edit SCM-12 --add-tag ours');
    await mine.run('checklist SCM-12 --add Ours');
    await world.run('tasks edit SCM-12 -p high --remove-tag ours', { as: manager });
    await world.run('checklist SCM-12 --remove Ours', { as: manager });
    const shown = `${passed(4).replace('tasks edit', 'tasks checklist')}${passed(3)}${passed(2)}`;
    expect(await mine.run('undo --dry-run --json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('PATCH'),
    });
    const undone = await mine.run('undo');
    expect(undone).toEqual(remarked('', `${shown}SCM-12: status todo → in progress\n`));
    // Named once, until something new is written.
    expect(await mine.run('undo')).toEqual(refused(1, 'there is nothing to undo'));
    expect((await mine.run('tasks edit SCM-13 -p urgent')).code).toBe(0);
    await mine.run('undo');
    const again = await mine.run('undo');
    expect(again.stderr).toBe(`${shown.slice(0, shown.indexOf(passed(2)))}SCM-12 is already as it was before.\n`);
  });

  test('what was undone is not found again, whoever has done it again since', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    await mine.run('tasks edit SCM-12 -s todo');
    await mine.run('undo');
    await world.run('tasks edit SCM-12 -s todo', { as: manager });
    expect((await mine.run('undo')).stderr).toBe('SCM-12: priority low → high\n');
  });

  test('where nothing else is left, that is all there is to say', async () => {
    await mine.run('tasks edit SCM-12,SCM-13 -s paused');
    await mine.run('tasks edit SCM-12 -p low');
    await world.run('tasks edit SCM-12 -p high -s in_progress', { as: manager });
    const { stderr } = await mine.run('undo');
    expect(stderr).toContain(passed(2));
    expect(stderr).toContain('SCM-12 is already as it was before.\n');
    expect(stderr).toMatch(/^SCM-13: status paused → /m);
    await world.run('tasks edit SCM-13 -s paused', { as: manager });
    expect(await mine.run('undo 1')).toEqual(refused(1, 'change 1 has already been undone', 'tracker redo 1'));
  });

  test('a checklist: items, ticks and their order; what others ticked stays', async () => {
    const texts = async (): Promise<readonly string[]> =>
      (await task()).checklist.map(({ text, done }) => `${done ? 'x' : '-'} ${text}`);
    const before = await texts();
    await mine.run('checklist SCM-12 --remove 1 --check 3 --add Rope');
    expect((await mine.run('undo')).stderr).toMatch(
      /^SCM-12: added "Migration written", unchecked ".*", removed "Rope"\n$/,
    );
    expect(await texts()).toEqual(before);
    expect((await mine.run('redo')).code).toBe(0);
    await world.run('checklist SCM-12 --check Rope', { as: manager });
    const ran = await mine.run('undo');
    expect(ran.code).toBe(6);
    expect(ran.stderr).toContain('error: SCM-12: changed since, and left as it is: the item "Rope"\n');
    expect(await texts()).toEqual([...before, 'x Rope']);
  });

  test('what cannot be undone is said once, however many requests it took', async () => {
    const rows = (await world.json('inbox list --unread')) as unknown as readonly { readonly id: string }[];
    const ids = rows.slice(0, 3).map(({ id }) => id);
    expect((await mine.run(`inbox read ${ids.join(' ')}`)).code).toBe(0);
    expect((await mine.run('undo')).stderr).toMatch(/cannot be undone: notifications marked as read\n/);
  });

  test.each([
    ['note CASA-16 Hello', 'an internal note on CASA-16'],
    ['reply CASA-16 Hello', 'a reply to CASA-16'],
    ['comment SCM-12 Hello', 'a comment on SCM-12'],
    ['time SCM-12 5m', 'time logged on SCM-12'],
    ['tasks delete SCM-13 --yes', 'the deletion of SCM-13'],
    ['tasks create --project SCM -t Rope', 'the creation of SCM-'],
    ['prefs set theme=dark', 'a change of preferences'],
  ])('%s cannot be undone, and nothing else is; the next undo skips it', async (line, what) => {
    await mine.run('tasks edit SCM-12 -p low');
    expect((await mine.run(line)).code).toBe(0);
    world.takeRequests();
    const { code, stderr } = await mine.run('undo');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^error: change \\d cannot be undone: ${what}\\d*\nhint: .*run tracker undo again\n$`),
      ),
    });
    expect(world.takeRequests()).toEqual([]);
    expect((await mine.run('undo')).stderr).toBe('SCM-12: priority low → high\n');
  });

  test('what was refused, or changed nothing, is not there', async () => {
    await mine.run('tasks edit SCM-12 -s nonsense');
    await mine.run('tasks edit SCM-999 -s done');
    await mine.run('tasks edit SCM-12 -p low -n');
    const { status } = await task();
    await mine.run(`tasks edit SCM-12 -s ${status}`);
    expect(await mine.run('undo')).toEqual(refused(1, 'there is nothing to undo'));
    const shown = await mine.run('prefs get theme');
    await mine.run(`prefs set theme=${shown.stdout.trim()}`);
    await mine.run(['profile', 'edit', '--name', 'Mara Lindqvist']);
    expect(await mine.run('undo --list')).toEqual(remarked('', ''));
    expect(await mine.run('undo 7')).toEqual(refused(4, 'there is no change number 7', 'tracker undo --list'));
  });

  test('a dry run shows the request and sends none', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    await mine.run('tasks edit SCM-12 -p high');
    const { stdout } = await mine.run('undo -n --jsonl');
    expect(JSON.parse(stdout)).toMatchObject({ method: 'PATCH', body: { priority: 'low' } });
    expect((await task()).priority).toBe('high');
    expect(await rows()).toHaveLength(2);
  });

  test('a damaged or unwritable ledger stops no write', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    writeFileSync(join(folder(), '2.jsonl'), '\u0000\u0001 no entry');
    writeFileSync(join(folder(), '3.jsonl'), '');
    writeFileSync(join(folder(), 'else.txt'), 'x');
    expect(await mine.run('tasks edit SCM-12 -p high', narrow)).toEqual(remarked('', 'SCM-12: priority low → high\n'));
    expect((await rows()).map(({ number }) => number)).toEqual([4, 2, 1]);
    const own = folder();
    const at = join(mine.folder, 'state', 'ledger');
    rmSync(at, { recursive: true });
    writeFileSync(at, 'a file');
    const ran = await mine.run('tasks edit SCM-12 SCM-13 -p low', narrow);
    expect(ran.code).toBe(0);
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(`undone later: cannot write ${own}: EEXIST `);
    expect(ran.stderr.match(/warning:/g)).toHaveLength(1);
    expect(await mine.run('undo')).toEqual(refused(1, `cannot read the folder ${own}: ENOTDIR`));
  });

  test('one that may have arrived is named by what it undoes, and what is left of it can be sent', async () => {
    await mine.run('tickets edit CASA-16 CASA-14 -p low');
    expect((await mine.run('undo', { send: droppingWrites(world.send) })).code).toBe(8);
    const drafts = async (): Promise<unknown> =>
      JSON.parse((await mine.run('drafts list --json=ref,command,targets,subject')).stdout);
    const draft = { ref: '2', command: 'undo', targets: ['1'], subject: 'tickets edit CASA-16, CASA-14' };
    expect(await drafts()).toEqual([draft]);
    expect((await mine.run('tickets view CASA-14')).stderr).toMatch(
      /^warning: an earlier draft for CASA-16, CASA-14 may or may not have arrived\n/,
    );
    let writes = 0;
    const send: Send = async (request) => {
      writes += Number(request.method !== 'GET');
      return await (writes === 2 ? droppingWrites(world.send) : world.send)(request);
    };
    expect((await mine.run('drafts send 2 -y', { send })).code).toBe(8);
    expect(await drafts()).toEqual([draft]);
    expect((await mine.run('drafts send 2 -y')).code).toBe(0);
    expect(await drafts()).toEqual([]);
  });

  test.each(['undo', 'undo --list', 'undo 1', 'drafts list'])(
    'a ledger that cannot be read is not taken for an empty one: %s',
    async (line) => {
      await mine.run('tasks edit SCM-12 -p low');
      const at = folder();
      renameSync(at, `${at}.kept`);
      symlinkSync(at, at);
      expect(await mine.run(line)).toEqual(refused(1, `cannot read the folder ${at}: ELOOP`));
      expect((await mine.run('tasks edit SCM-12 -p high')).code).toBe(0);
      rmSync(at);
      symlinkSync(`${at}.kept`, at);
      expect((await rows()).map(({ number }) => number)).toEqual([1]);
    },
  );

  test.each([
    ['garbage', (file: string) => writeFileSync(file, '\u0000\u0001 no entry'), true],
    ['a folder', (file: string) => mkdirSync(file), false],
    ['a link', (file: string) => symlinkSync('1.jsonl', file), false],
    ['a pipe', (file: string) => execFileSync('mkfifo', [file]), false],
  ] as const)('if the newest entry is %s, undo takes no other one for it', async (_what, make, goesPast) => {
    await mine.run('tasks edit SCM-12 -p low');
    const file = join(folder(), '2.jsonl');
    make(file);
    expect(await mine.run('undo')).toEqual(
      refused(
        1,
        'change 2 cannot be undone: its record is damaged',
        goesPast
          ? 'to undo what came before it, run tracker undo again'
          : 'for earlier changes: tracker undo --list, then tracker undo NUMBER',
      ),
    );
    expect((await rows())[0]).toMatchObject({ number: 2, canUndo: false, what: 'damaged; cannot be read' });
    expect((await mine.run(goesPast ? 'undo' : 'undo 1')).stderr).toBe('SCM-12: priority low → high\n');
  });

  test('what another version recorded stays, and the rest is undone', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    const file = join(folder(), '1.jsonl');
    appendFileSync(file, '{"note":2,"kind":"page","uuid":"x","ref":"x","from":{},"to":{}}\n');
    const { code, stderr } = await mine.run('undo');
    expect([code, stderr]).toEqual([
      0,
      'warning: part of the record of change 1 is damaged; what it held cannot be undone\nSCM-12: priority low → high\n',
    ]);
  });

  test('only its owner may read it, and the oldest entries go, but none that is damaged', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    expect(statSync(join(folder(), '1.jsonl')).mode & 0o777).toBe(0o600);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    const text = readFileSync(join(folder(), '1.jsonl'), 'utf8');
    for (let number = 2; number <= 130; number++) writeFileSync(join(folder(), `${number}.jsonl`), text);
    writeFileSync(join(folder(), '1.jsonl'), '{"flags":{"body":"a text');
    // A few go with each write.
    for (const priority of ['high', 'low', 'high']) await mine.run(`tasks edit SCM-12 -p ${priority}`);
    expect(readdirSync(folder()).length).toBeLessThan(104);
    expect(readdirSync(folder())).toContain('1.jsonl');
    expect((await rows())[0]).toMatchObject({ number: 133 });
  });

  test('two processes at once have an entry each', async () => {
    await mine.run('tasks edit SCM-12,SCM-13 -p low');
    await Promise.all([mine.run('tasks edit SCM-12 -p high'), mine.run('tasks edit SCM-13 -p high')]);
    const both = await rows();
    expect(both.map(({ number }) => number)).toEqual([3, 2, 1]);
    await Promise.all([mine.run('undo 2'), mine.run('undo 3'), mine.run('undo 3')]);
    expect([(await task()).priority, (await task('SCM-13')).priority]).toEqual(['low', 'low']);
  });

  test('other users and other instances have their own; a sign-out keeps it', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    await mine.run('tasks edit SCM-12 -p high');
    expect(await mine.run('logout')).toMatchObject({ code: 0 });
    expect((await mine.run('undo')).code).toBe(3);
    await signIn(mine, world, manager);
    expect(await rows()).toEqual([]);
    await signIn(mine, world, owner);
    expect(await rows()).toHaveLength(2);
    await signIn(mine, { sandbox: world.sandbox, url: 'https://other.example' }, owner, 'other');
    expect((await mine.run('-I other undo --list --json')).stdout).toBe('[]\n');
  });

  test('it is the same task, whatever its reference is now', async () => {
    await mine.run('tasks edit SCM-12 -p low');
    await mine.run('tasks edit SCM-12 -p high');
    world.sandbox.world.db.run("UPDATE projects SET key = 'SEA' WHERE key = 'SCM'");
    expect(await mine.run('undo', narrow)).toEqual(remarked('', 'SEA-12: priority high → low\n'));
  });

  test('a task that is gone is named', async () => {
    await mine.run('tasks edit SCM-13 -p low');
    await mine.run('tasks edit SCM-13 -p high');
    await mine.run('tasks edit SCM-12 -p low');
    await mine.run('tasks edit SCM-13 -p none');
    await world.run('tasks delete SCM-13 --yes', { as: owner });
    const gone = 'SCM-13 is no longer there, or you can no longer see it';
    expect(await mine.run('undo --dry-run')).toEqual(refused(4, gone));
    expect(await mine.run('undo')).toEqual(refused(4, gone, 'to undo what came before it, run tracker undo again'));
    expect((await mine.run('undo', narrow)).stderr).toContain('SCM-12: priority low → ');
    expect(await mine.run('undo 1')).toEqual(refused(4, gone));
  });

  test.each([
    ['a page for people', answer(200, '<html>Wi-Fi</html>')],
    ['a redirect to somewhere else', answer(302, '', { location: 'https://wifi.example/welcome' })],
  ])('where %s answers in place of the server, the next undo tries the same again', async (_what, portal) => {
    await mine.run('tasks edit SCM-12 -p low');
    expect((await mine.run('undo', { send: async () => portal })).code).toBe(1);
    expect((await mine.run('undo', narrow)).stderr).toContain('SCM-12: priority low → high');
  });

  test.each([
    ['undo --list 3', '--list cannot be used with a number'],
    ['undo SCM-12', '"SCM-12" is not a number in tracker undo --list'],
  ])('%s', async (line, error) => {
    expect(await mine.run(line)).toEqual(refused(2, error));
  });
});
