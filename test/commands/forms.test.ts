import { beforeEach, describe, expect, test } from 'vitest';
import { isRow } from '../../src/contract/row.js';
import { draftsOf } from '../support/computer/drafts.js';
import { openWorld, owner } from '../support/run.js';
import { recordWrites } from '../support/sandbox/recorded-writes.js';
import { changingJson } from '../support/servers/meddling.js';
import { eachTest } from '../support/set-up.js';

const terminal = { columns: 80 };
const down = '\u001b[B';
const staff = 'lukasz@lantern.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

const world = eachTest(openWorld);

beforeEach(async () => {
  for (const as of [owner, staff]) await world.run('tickets list --segment all', { as });
  for (const as of [owner, staff]) await world.run('tasks list --scope all', { as });
});

const task = async (ref: string): Promise<Record<string, unknown>> =>
  ((await world.json(`tasks view ${ref}`)) as { task: Record<string, unknown> }).task;

describe('a form of what may be changed', () => {
  test('several fields of a task go out in one write', async () => {
    await world.run('tasks edit SCM-12 -s todo --due none');
    const writes = recordWrites(world.send);
    const keys = ['due\r', 'fri\r', `${down}\r`, 'title\r', ' now\r', '\r'];
    const { code, stderr } = await world.run('tasks edit SCM-12', { terminal, keys, send: writes.send });
    expect(stderr).toMatch(/Due {4}none → 2026-11-27/);
    expect([code, writes.take().length]).toEqual([0, 1]);
    expect(await task('SCM-12')).toMatchObject({ due: '2026-11-27', title: expect.stringMatching(/ now$/) });
  });

  test('R36: a stored title drives neither the terminal nor its question, and stays as it is if nobody changes it', async () => {
    const title = 'One\u001b]52;c;eA==\u0007\u009b2J\u2028two\nthree';
    const send = changingJson(world.send, (body, route) =>
      route === 'GET /tasks/c6661e83-b7b8-487a-ac7d-31555564f8ed' && isRow(body) && isRow(body.task)
        ? { ...body, task: { ...body.task, title } }
        : body,
    );
    const writes = recordWrites(send);
    const keys = ['title\r', '\r', 'title\r', ' four\r', '\u0003'];
    const { stderr } = await world.run('tasks edit SCM-12', { terminal, keys, send: writes.send });
    expect(stderr).not.toMatch(/\u001b\]|\u0007|\u009b|\u2028/);
    expect(stderr).toContain('two three four');
    expect(stderr.match(/Send these changes\?/g)?.length).toBeGreaterThan(0);
    expect(writes.take()).toEqual([]);
  });

  test('a choice starts at the current value', async () => {
    await world.run('tasks edit SCM-12 -p medium');
    const keys = ['priority\r', '\r', '\u0003'];
    const { stderr } = await world.run('tasks edit SCM-12', { terminal, keys });
    expect(stderr).toContain('medium (now)');
    expect(stderr).toMatch(/✔ Priority medium \(now\)/);
  });

  test('lists change item by item', async () => {
    await world.run('tasks edit SCM-12 --set-tag none').catch(() => undefined);
    await world.run('tasks edit SCM-12 --set-assignee @me');
    const keys = ['tags\r', 'another\r', 'harbour\r', `${down}\r`, 'assignees\r', 'zo\r', '\r'];
    const { code } = await world.run('edit SCM-12', { terminal, keys });
    expect(code).toBe(0);
    const { tags, labels, assignees } = await task('SCM-12');
    expect(tags ?? labels).toContain('harbour');
    expect(assignees).toHaveLength(2);
  });

  test('people come in order: you, the team, customers of this organisation, and nobody else', async () => {
    await world.run('tickets edit BERG-9 --add-assignee lukasz --remove-assignee @me');
    const picked = async (typed: string): Promise<string | undefined> => {
      const keys = ['assignees\r', typed, '\u0003'];
      const { stderr } = await world.run('tickets edit BERG-9', { terminal, keys });
      return /✔ Assignees \(now [^)]*\) (.*?)(?:\u001b|\n)/.exec(stderr)?.[1];
    };
    expect(await picked('\r')).toBe('Mara Lindqvist (you)');
    expect(await picked(`${down}\r`)).toBe('Inês Tavares');
    expect(await picked('hannelore\r')).toBe('Dr. Hannelore Bergmann');
    // Nobody is called Lucía here, so the second name is picked.
    expect(await picked(`lucía\r${'\u007f'.repeat(5)}zo\r`)).toBe('Zoë Baptiste');
  });

  test('assign asks whom to assign, in the same order, and leaves out those already assigned', async () => {
    await world.run('tickets edit BERG-9 --set-assignee @me');
    await world.run('assign BERG-9', { terminal, keys: ['\r'] });
    const { stderr, code } = await world.run('assign BERG-9', { terminal, keys: ['hannelore\r'] });
    expect(code).toBe(0);
    expect(stderr).toMatch(/BERG-9: assignees \+ Dr\. Hannelore Bergmann\n$/);
    const { ticket } = (await world.json('tickets view BERG-9')) as { ticket: { assignees: readonly unknown[] } };
    expect(ticket.assignees).toHaveLength(3);
    const gone = await world.run('assign BERG-9', { terminal, keys: ['\u0003'] });
    expect(gone.code).toBe(130);
  });

  test('time asks how long, until it is a duration', async () => {
    const { stderr, code } = await world.run('time SCM-12', { terminal, keys: ['soon\r\u007f\u007f\u007f\u007f1h\r'] });
    expect(stderr).toContain('soon');
    expect([code, /Logged .*\n$/.exec(stderr)?.[0]]).toEqual([0, 'Logged 1h on SCM-12 for 2026-11-20.\n']);
  });

  test('who may only read a task can plan it; who may not change a ticket is refused', async () => {
    const { stderr } = await world.run('tasks edit SCM-12', { terminal, keys: ['\u0003'], as: staff });
    expect(stderr).toContain('Planned');
    const { code, stderr: refused } = await world.run('tickets edit BERG-9', { terminal, as: customer });
    expect([code, refused]).toEqual([5, 'error: you may not change BERG-9\n']);
  });

  test.each([
    ['drop', 0, [`${down}${down}\r`]],
    ['Esc', 130, ['\u001b']],
    ['Ctrl-C', 130, ['\u0003']],
  ])('%s leaves everything unchanged', async (_, ending, last) => {
    const writes = recordWrites(world.send);
    const keys = ['priority\r', 'low\r', ...last];
    const { code } = await world.run('tasks edit SCM-12', { terminal, keys, send: writes.send });
    expect([code, writes.take()]).toEqual([ending, []]);
  });

  test.each([
    ['tasks edit SCM-12', ['title\r', ' now\r', '\r'], 'tasks edit SCM-12 --title Theirs', 'title'],
    ['tickets edit CASA-9', ['priority\r', 'urgent\r', '\r'], 'tickets edit CASA-9 -p high', 'priority'],
  ])('%s overwrites nothing that somebody else changed meanwhile', async (line, keys, theirs, field) => {
    const machine = await world.machine(owner);
    await machine.run('tickets list --segment all');
    let isShown = false;
    const send: typeof world.send = async (request) => {
      const reply = await world.send(request);
      if (isShown || !/\/(?:tasks|tickets)\/[\da-f-]{36}$/.test(request.url.pathname)) return reply;
      isShown = true;
      await world.run(theirs);
      return reply;
    };
    const { code, stderr } = await machine.run(line, { terminal, keys, send });
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      6,
      expect.stringMatching(new RegExp(`changed the ${field}.* while the form was open; nothing was written`)),
    ]);
  });

  test('a typed title is kept as a draft that can be sent', async () => {
    const machine = await world.machine(owner);
    const { code } = await machine.run('tasks edit SCM-12', { terminal, keys: ['title\r', ' again\r', '\u0003'] });
    const [draft] = draftsOf(machine);
    expect([code, draft?.flags]).toEqual([130, { title: expect.stringMatching(/ again$/) }]);
    expect((await machine.run(`drafts send ${draft?.id}`)).code).toBe(0);
    expect(await task('SCM-12')).toMatchObject({ title: expect.stringMatching(/ again$/) });
  });

  test('without a terminal, with --no-input and under CI there is none', async () => {
    for (const command of ['tasks edit SCM-12', 'tickets edit BERG-9', 'edit BERG-9']) {
      expect((await world.run(command)).code).toBe(2);
      expect((await world.run(`${command} --no-input`, { terminal })).code).toBe(2);
      expect((await world.run(command, { terminal, env: { CI: '1' } })).code).toBe(2);
    }
  });
});

describe('something new', () => {
  test('is shown with who will see it, and can be changed before it is created', async () => {
    const keys = ['scm\r', 'Night ferry\r', '\r', `${down}\r`, 'assignees\r', '\r', '\r'];
    const { code, stdout, stderr } = await world.run('tasks create', { terminal, keys });
    expect(stderr).toMatch(
      /A new task\n {2}Project {2}SCM\n {2}Title {4}Night ferry\n\nWho will see it: the team, and the members of SCM, /,
    );
    expect(stderr).toMatch(/ {2}Assignees {2}you\n/);
    // The sentence names the reference, which is not printed again.
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/Created SCM-\d+: Night ferry/);
  });

  test.each(['-y', '-b Text'])('is not asked about with %s', async (flags) => {
    const { code, stderr } = await world.run(`tasks create --project SCM -t Ferry ${flags}`, { terminal });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('?')]);
  });

  test('needs what it cannot do without, with --yes too', async () => {
    const keys = ['Lamp\r'];
    const { stderr } = await world.run('tickets create --org casa-azul -y', { terminal, keys });
    expect(stderr).toMatch(/Created CASA-\d+: Lamp/);
  });

  test('that is not wanted is kept as a draft', async () => {
    const machine = await world.machine(owner);
    const keys = ['Words.\r', `${down}${down}\r`];
    const { code, stderr } = await machine.run('tasks create --project SCM -t Ferry', { terminal, keys });
    expect([code, draftsOf(machine)[0]?.flags]).toEqual([0, { project: 'SCM', title: 'Ferry', body: 'Words.' }]);
    expect(stderr).toContain(`Not sent; kept as draft ${draftsOf(machine)[0]?.id}.\n`);
  });

  test('by somebody who is not an agent offers no priority', async () => {
    const keys = ['Lamp\r', '\r', `${down}\r`, '\u0003'];
    const { stderr } = await world.run('tickets create', { terminal, keys, as: customer });
    expect(stderr).toContain('Who will see it: everyone at Bergmann');
    expect(stderr).not.toContain('Priority');
  });
});

describe('a missing reference', () => {
  test('is picked from what the server lists, where nothing is remembered', async () => {
    const fresh = await openWorld();
    const { code, stderr } = await fresh.run('note --template x', { terminal, keys: ['berg-9\r'] });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Which ticket\?[\s\S]*there is no template "x"/)]);
  });

  test('is a usage error in a pipe, and not found where there is nothing to pick', async () => {
    for (const command of ['view', 'tasks edit', 'tickets reply']) {
      const { code, stderr } = await world.run(command);
      expect([code, stderr]).toEqual([2, `error: missing required argument 'ref'\nhint: tracker help ${command}\n`]);
    }
    const { code, stderr } = await world.run('drafts view', { terminal });
    expect([code, stderr]).toEqual([4, expect.stringContaining('there are no drafts')]);
  });

  test('a notification, a note or a thread is shown by its title, with the beginning of its id', async () => {
    for (const [command, typed, shown] of [
      // The newest one, without typing anything.
      ['inbox view', '', 'Release of the roster today  e18c47ce'],
      ['notes view', 'weekly', 'Weekly with Scandia Maritime  d126acff'],
      ['chat view', 'no title', '(no title)  be56d92e'],
    ]) {
      const { code, stderr, stdout } = await world.run(command ?? '', { terminal, keys: [`${typed}\r`] });
      expect([command, code, stdout === '']).toEqual([command, 0, false]);
      expect(stderr).toContain(shown);
    }
  });

  test('is asked for together with what follows it', async () => {
    const { code, stderr } = await world.run('tasks time', { terminal, keys: ['SCM-12\r', '45m\r'] });
    expect([code, /Logged .*/.exec(stderr)?.[0]]).toEqual([0, 'Logged 45m on SCM-12 for 2026-11-20.']);
  });

  test('what follows it is asked for until it can be used', async () => {
    const snoozed = await world.run('snooze CASA-9', { terminal, keys: ['yesterday\r\u0015tomorrow\r'] });
    expect(snoozed.stderr).toContain('Put off until (1h, 18:00, tomorrow, fri, 3d, dec 3 or "fri 14:30", off)');
    expect(snoozed.stderr).toContain('is over');
    expect([snoozed.code, snoozed.stderr]).toEqual([0, expect.stringContaining('CASA-9: put off until Sat 21 Nov')]);
    const attached = await world.run('attach SCM-12', { terminal, keys: ['nix.txt\r\u0015package.json\r'] });
    expect(attached.stderr).toContain('cannot attach "nix.txt": there is no such file');
    expect([attached.code, attached.stderr]).toEqual([0, expect.stringContaining('Commented on SCM-12.\n')]);
  });
});

test('another account of the same computer is not offered what only the first one may see', async () => {
  const machine = await world.machine(owner);
  await machine.run('tickets list --segment all');
  await machine.run('logout');
  const theirs = { name: 'work', url: world.url, userId: 'petra', userName: 'Petra' };
  await machine.vault.signIn(theirs, world.sandbox.signIn(customer), { makeDefault: true });
  const { stderr } = await machine.run('tickets view', { terminal, keys: ['\u0003'] });
  expect(stderr).toContain('BERG-9');
  expect(stderr).not.toContain('CASA-16');
  const env = { TRACKER_TOKEN: world.sandbox.signIn(owner) };
  await machine.run('tickets list --segment all', { env });
  expect((await machine.run('tickets view', { terminal, keys: ['\u0003'] })).stderr).not.toContain('CASA-16');
});
