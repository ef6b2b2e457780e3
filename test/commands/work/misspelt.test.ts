import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, owner } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { changingJson } from '../../support/servers/meddling.js';
import { allTests } from '../../support/set-up.js';

const world = allTests(async () => {
  const opened = await openWorld();
  // Shows which words and tags this server has.
  for (const line of ['tickets list --segment all --state all', 'tasks list --scope all --state all'])
    expect((await opened.run(`${line} --fields tags`)).code).toBe(0);
  return opened;
});

const writes = (): readonly string[] => world.takeRequests().filter((line) => !line.startsWith('GET'));

describe('a misspelt word is found before anything is sent', () => {
  test.each([
    ['reply BERG-9 hi -s closd', '--status', 'closed'],
    ['note BERG-9 hi -s "in progres"', '--status', 'in_progress'],
    ['comment SCM-12 hi -s dne', '--status', 'done'],
    ['tasks comment SCM-12 SCM-13 -b hi -s in_reviw', '--status', 'in_review'],
    ['tickets reply BERG-9 -b hi -s re', '--status', 'resolved'],
    ['tasks edit SCM-12 SCM-13 -s dne', '--status', 'done'],
    ['edit BERG-9 -p hgih', '--priority', 'high'],
    ['close BERG-9 -s closd', '--status', 'closed'],
    ['close SCM-12 -s dne', '--status', 'done'],
    ['reopen SCM-12 -s tood', '--status', 'todo'],
    ['tasks done SCM-12 -s dne', '--status', 'done'],
    ['tasks create "Check the lines" --project SCM -p hgih', '--priority', 'high'],
    ['tasks create "Check the lines" --project SCM --type bgu', '--type', 'bug'],
    ['tickets create "No heat" --org casa-azul -b x --category bilng', '--category', 'billing'],
    ['tickets convert BERG-18 --project BOP --type bgu', '--type', 'bug'],
    ['edit BERG-9 --add-tag privcy', '--tag', 'privacy'],
    ['tasks create "Check the lines" --project SCM --tag safty', '--tag', 'safety'],
  ])('%s', async (line, flag, meant) => {
    const ran = await world.run(line);
    expect(writes()).toEqual([]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toMatch(
      new RegExp(`^error: ${flag} .* has not been seen on this server .*did you mean .*${meant}`),
    );
    expect(ran.stderr).toContain('hint: nothing was sent; to send it as it is, add --yes');
  });

  test('with --yes it goes out, and a word that was refused is not suggested again', async () => {
    const ran = await world.run('comment SCM-12 hi -s dne -y');
    expect(writes()).toEqual([expect.stringContaining('POST'), expect.stringContaining('PATCH')]);
    expect(ran.code).toBe(8);
    expect(ran.stderr).toContain('the status alone: tracker tasks edit SCM-12 -s STATUS');
    expect((await world.run('edit BERG-9 --add-tag privcy -y')).code).toBe(0);
  });

  test.each([
    ['tasks edit SCM-12 -s xyzzy', 1],
    ['tasks edit SCM-12 -s none', 1],
    ['edit BERG-9 --add-tag kraken', 0],
    ['edit BERG-9 --add-tag release-1', 0],
    ['edit BERG-9 --add-tag release-2', 0],
    ['edit BERG-9 --remove-tag kraken', 0],
  ])('what is near nothing that is known is for the server to decide: %s', async (line, code) => {
    world.takeRequests();
    expect(await world.run(line)).toMatchObject({ code });
    expect(writes().length).toBeGreaterThan(0);
  });

  test.each([
    'reply BERG-9 hi --attach nothing.txt',
    'attach BERG-9 nothing.txt --note',
    'attach SCM-12 nothing.txt',
    'tasks create "Check the lines" --project SCM --attach nothing.txt',
  ])('a missing file is found before the first request: %s', async (line) => {
    world.takeRequests();
    expect(await world.run(line)).toMatchObject({ code: 2, stderr: expect.stringContaining('nothing was sent') });
    expect(world.takeRequests()).toEqual([]);
  });

  test.each([
    'assign BERG-9 nobody-here',
    'tasks create "Check the lines" --project SCM -a nobody-here',
    'tasks create "Check the lines" --project NOPE',
    'tickets edit BERG-9 BERG-10 -s closed --add-assignee nobody-here',
    'tasks edit SCM-12 SCM-13 -s done --add-assignee nobody-here',
    'tasks edit SCM-12 -s done --depends-on SCM-999',
    'tickets convert BERG-18 --project NOPE',
    'tickets convert BERG-18 --project BOP -a nobody-here',
    'tickets create "No heat" --org nobody-here -b x',
    'chat create Lunch --org nobody-here -b x',
  ])('people and projects are looked up before the first write: %s', async (line) => {
    world.takeRequests();
    expect(await world.run(line)).toMatchObject({ code: 4 });
    expect(writes()).toEqual([]);
  });

  test('what has waited is sent as it is', async () => {
    const machine = await world.machine(owner);
    const file = join(machine.folder, 'note.txt');
    writeFileSync(file, 'A note');
    const { stderr } = await machine.run('edit BERG-9 -s closd -y --queue --offline');
    expect(stderr).toContain('this waits as draft');
    world.takeRequests();
    await machine.run('drafts send --waiting');
    expect(writes()).toHaveLength(1);
  });
});

test('a server spells its own words where they are seen while somebody new to it creates a task', async () => {
  const here = await openWorld();
  const { send, take } = recordWrites(here.send);
  const other = changingJson(send, (body, route) =>
    route === 'GET /tasks' ? JSON.parse(JSON.stringify(body).replaceAll('"todo"', '"To Do"')) : body,
  );
  const { run } = await here.machine(owner);
  await run('tasks create "Check the lines" --project SCM -s to-do -a @me -a Sean', { send: other });
  expect(take()[0]?.body).toMatchObject({ status: 'To Do' });
});
