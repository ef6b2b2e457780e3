import { beforeEach, describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import { narrow, openWorld, refused, remarked } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
let refs: readonly string[];
beforeEach(async () => {
  const { stdout } = await world.run('tickets list --segment all --waiting -q');
  refs = stdout.trim().split('\n');
});

/** The same where no progress is shown, however long it takes. */
const unmoving = { ...narrow, env: { CI: '1' } };

const shown = async (line: string): Promise<string> => {
  const { code, stdout } = await world.run(`${line} -q`, narrow);
  expect(code).toBe(0);
  return stdout.trim();
};

const queueOfTasks = async (): Promise<readonly string[]> => {
  const rows = (await world.json('tasks list --sort due,-priority')) as { ref: string }[];
  return rows.map(({ ref }) => ref);
};

describe('next', () => {
  test('shows one after another, and says when there are no more', async () => {
    for (const ref of refs) expect(await shown('next')).toBe(ref);
    expect(await world.run('next', unmoving)).toEqual(
      remarked('', 'That was the last ticket; tracker next --first begins again.\n'),
    );
    expect(await shown('next --first')).toBe(refs[0]);
    expect(await shown('next')).toBe(refs[1]);
  });

  test('goes on after the place of a ticket that was answered or finished since', async () => {
    expect(await shown('next')).toBe(refs[0]);
    expect((await world.run('reply @ "On it."', narrow)).code).toBe(0);
    expect(await shown('next')).toBe(refs[1]);
    expect((await world.run('close @', narrow)).code).toBe(0);
    expect(await shown('next')).toBe(refs[2]);
  });

  test('keeps its place whatever is viewed, written or created in between', async () => {
    await shown('next');
    await shown(`view ${refs[4]}`);
    await shown('view SCM-12');
    await world.run(`tickets note ${refs[6]} -b "Look at this."`, narrow);
    expect(await shown('next')).toBe(refs[1]);
    const tasks = [await shown('next --tasks')];
    await world.run('tasks create --project SCM -t New -b text -y', narrow);
    tasks.push(await shown('next --tasks'));
    expect(tasks).toEqual((await queueOfTasks()).slice(0, 2));
    expect(await shown('next')).toBe(refs[2]);
  });

  test('in a pipe gives the first, and leaves the place as it is', async () => {
    const piped = async (line: string) => (await world.run(line, { terminal: { columns: 80, isPiped: true } })).stdout;
    await shown('next');
    for (let times = 0; times < 2; times++) expect(await piped('next -q')).toBe(`${refs[0]}\n`);
    for (let times = 0; times < 2; times++)
      expect((await world.run('next --pretty')).stdout).toMatch(new RegExp(`^${refs[0]} `));
    expect(await shown('next')).toBe(refs[1]);
  });

  test('does not pass over a ticket that it could not show', async () => {
    const send: Send = async (request) =>
      /\/tickets\/./.test(request.url.pathname)
        ? await Promise.reject(new TrackerError('network', 'offline'))
        : await world.send(request);
    expect((await world.run('next', { ...narrow, send })).code).toBe(7);
    expect(await shown('next')).toBe(refs[0]);
  });

  test('passes over a ticket that is listed but does not exist, and says so', async () => {
    const rows = (await world.json('tickets list --segment all')) as { ref: string; uuid: string }[];
    const uuid = rows.find(({ ref }) => ref === refs[0])?.uuid ?? '';
    const send: Send = async (request) =>
      await world.send(
        request.url.pathname.includes(uuid)
          ? { ...request, url: new URL('00000000-0000-4000-8000-000000000000', request.url) }
          : request,
      );
    expect(await world.run('next -q', { ...narrow, send })).toEqual({
      ...{ code: 0, stdout: `${refs[1]}\n`, stderr: 'warning: 1 ticket could not be read\n' },
    });
  });

  test('--tasks shows unfinished tasks by due day, then priority', async () => {
    const rows = (await world.json('tasks list')) as { ref: string; due: string | null; status: string }[];
    const days = new Map(rows.map(({ ref, due }) => [ref, due ?? '9999']));
    const seen: string[] = [];
    for (let times = 0; times < rows.length; times++) seen.push(await shown('next --tasks'));
    expect([...seen].sort()).toEqual(rows.map(({ ref }) => ref).sort());
    const due = seen.map((ref) => days.get(ref));
    expect(due).toEqual([...due].sort());
  });

  test('nothing waiting is said, and is no error', async () => {
    const empty = await openWorld({ seed: 'empty:1' });
    expect(await empty.run('next', narrow)).toEqual({ code: 0, stdout: '', stderr: 'No tickets are waiting.\n' });
    expect(await empty.run('next --tasks', narrow)).toMatchObject({
      code: 0,
      stderr: 'You have no unfinished tasks.\n',
    });
  });

  test.each([
    ['--json', 'null\n', ''],
    ['--yaml', 'null\n', ''],
    ['--jq .', 'null\n', ''],
    ['--jsonl', '', ''],
    ['--brief', 'No tickets are waiting.\ncomplete\n', ''],
    ['--csv', '', 'No tickets are waiting.\n'],
    ['-q', '', ''],
  ])('nothing waiting, with %s', async (flag, stdout, stderr) => {
    const empty = await openWorld({ seed: 'empty:1' });
    expect(await empty.run(`next ${flag}`)).toEqual({ code: 0, stdout, stderr });
  });

  test('--segment with --tasks is refused', async () => {
    expect(await world.run('next --tasks --segment all')).toEqual(
      refused(2, '--segment and --tasks cannot be used together'),
    );
  });
});

describe('@', () => {
  test('is the last of several, in the order given', async () => {
    let goOn = (): void => undefined;
    const isWritten = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let read = 0;
    const send: Send = async (request) => {
      const isDetail = request.method === 'GET' && /\/tickets\/./.test(request.url.pathname);
      read += Number(isDetail);
      // The first one given is found after the others.
      if (isDetail && read === 1) await isWritten;
      if (request.method === 'PATCH') goOn();
      return await world.send(request);
    };
    await world.run('edit CASA-9 CASA-8 CASA-7 -p high', narrow);
    expect(await shown('view @')).toBe('CASA-7');
    await world.run('tickets edit CASA-7 CASA-8 CASA-9 -p low', { ...narrow, send });
    expect(await shown('view @')).toBe('CASA-9');
  });

  test('is what was last viewed or changed in the same terminal', async () => {
    const other = { terminal: { columns: 80, name: 'pts-2' }, env: { NO_COLOR: '1' } };
    await shown('tickets view CASA-9');
    await world.run('tasks view SCM-12 -q', other);
    expect(await shown('view @')).toBe('CASA-9');
    expect((await world.run('view @ -q', other)).stdout).toBe('SCM-12\n');
    await world.run('tasks edit SCM-10 -p high', narrow);
    expect(await shown('tasks view @')).toBe('SCM-10');
  });

  test('is not what a flag names', async () => {
    await shown('tasks view SCM-12');
    await world.run('tasks edit SCM-12 --add-dependency SCM-10', narrow);
    expect(await shown('tasks view @')).toBe('SCM-12');
  });

  test('is what was created', async () => {
    const { stderr } = await world.run('tasks create --project SCM -t New -b text -y', narrow);
    expect(stderr).toContain(await shown('view @'));
  });

  test('of the other kind names the command for it', async () => {
    await shown('tickets view CASA-9');
    expect(await world.run('tasks view @', narrow)).toEqual(
      refused(4, 'CASA-9 is a ticket', 'tracker tickets view CASA-9'),
    );
  });

  test('is a usage error before anything was shown, and without a terminal', async () => {
    expect(await world.run('view @', narrow)).toEqual(
      refused(2, 'nothing has been shown in this terminal yet, so @ refers to nothing', 'tracker next'),
    );
    await shown('view SCM-12');
    expect(await world.run('view @')).toMatchObject({ code: 2 });
  });

  test('stays with the entity when its reference changes hands', async () => {
    await shown('tickets view CASA-9');
    world.sandbox.world.db.run("UPDATE orgs SET key = 'OLD' WHERE key = 'CASA'");
    expect(await shown('tickets view @')).toBe('OLD-9');
  });
});
