import { describe, expect, test } from 'vitest';
import { narrow, openAtHome, openWorld, owner, printed, refused, remarked, usualNow } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('search', () => {
  const world = allTests(openWorld);

  test('the kinds are asked of the server, each once', async () => {
    world.takeRequests();
    await world.run('search "the roster" --type task,wiki --type task -q');
    await world.run('search roster -q');
    expect(world.takeRequests()).toEqual([
      'GET /api/v1/search?q=the+roster&types=task%2Cwiki',
      'GET /api/v1/search?q=the&types=task%2Cwiki',
      'GET /api/v1/search?q=roster&types=task%2Cwiki',
      'GET /api/v1/search?q=roster',
    ]);
  });

  test('words may be in any order', async () => {
    for (const words of ['cent invoice', 'INVOICE cent', 'one totals invoice'])
      expect((await world.run(`search ${words} -q`)).stdout).toMatch(/^BERG-9\n/);
    expect(await world.run('search cent zebra -q')).toEqual(printed(''));
    const found = (await world.run('search invoice totals -q')).stdout.split('\n');
    expect(new Set(found).size).toBe(found.length);
  });

  test('typographic signs are plain ones, letters without width are nothing, and quotes keep words together', async () => {
    // ’Til the end of the month: thank-you card for the crew of the “Fulmar” — they tested everything twice
    for (const words of [
      ...["'til the", '’til the', '"fulmar"', '«Fulmar»', 'thank–you', 'ful\u00admar', 'card\u200b'],
      ...["'fulmar'", '‹Fulmar›'],
      ...['"THANK-YOU card"', '"the ‘fulmar’ -"', '“the end of” twice', '"the “fulmar” - they"'],
    ]) {
      expect((await world.run(['search', '--type', 'tasks', words, '-q'])).stdout, words).toContain('SCM-36\n');
      const { stdout } = await world.run(['tasks', '--scope', 'all', '--search', words, '-q']);
      expect(stdout, words).toContain('SCM-36\n');
    }
    for (const words of ['"card thank-you"', '"end the"', '"month crew"'])
      expect(await world.run(['tasks', '--scope', 'all', '--search', words, '-q'])).toEqual(printed(''));
  });

  test('a title with letters that have no width is found', async () => {
    const other = await openWorld();
    await other.run(['tasks', 'create', 'The za\u00adnzi\u200bbar ferry’s “sea–dog”', '--project', 'SCM']);
    for (const words of ['zanzibar', 'zan\u200bzibar', "ferry's", '"sea-dog"', 'dog zanzibar'])
      expect((await other.run(['search', words, '-q'])).stdout, words).toMatch(/^SCM-\d+\n$/);
  });

  test('a query of signs asks for what is between them, and a reference does not', async () => {
    world.takeRequests();
    for (const words of ["don't", 'SCM-12', '2026-11-20', '"crew card"']) await world.run(['search', words]);
    expect(world.takeRequests().map((line) => line.replace(/^.*\?q=/, ''))).toEqual([
      ...['don%27t', 'don', 'SCM-12', '2026-11-20', 'crew+card'],
    ]);
  });

  test('an address is whole, so that it can be clicked, or left out', async () => {
    const { stdout } = await world.run('search invoice', { terminal: { columns: 100 } });
    expect(stdout).toContain('Invoice totals differ by one cent');
    expect(stdout).not.toMatch(/URL|\/tickets/);
    for (const columns of [60, 80, 120, 140, 160, 200]) {
      const lines = (await world.run('search invoice', { terminal: { columns } })).stdout.split('\n');
      for (const line of lines.filter((each) => each.includes('//')))
        expect(line).toMatch(/https:\/\/work\.example\/(?:tickets\/[\da-f-]{36}|tasks\?task=[A-Z]+-\d+|\S+)$/);
    }
  });

  test('status, time and order are those of the details, and what has none is left out', async () => {
    const all = (await world.json('tickets --segment all --state all')) as { ref: string; status: string }[];
    const open = await world.run('search --type ticket roster -s open,in-progress -q');
    for (const ref of open.stdout.trim().split('\n'))
      expect(all.find((row) => row.ref === ref)?.status).toMatch(/^(open|in_progress)$/);
    expect(await world.run('search --type project,ticket s -s open -q')).toMatchObject({
      stderr: expect.stringMatching(
        /^warning: \d+ results? (is|are) left out: --status is only for tasks and tickets\n/,
      ),
    });
    expect((await world.run('search --type task roster -s nope')).stderr).toMatch(
      /^warning: --status nope has not been seen on this server\nhint: known: .*in_progress/,
    );
    // Those of tickets and of tasks.
    expect((await world.run('search roster -s nope')).stderr).toMatch(/known: (?=.*backlog)(?=.*waiting_on_agent)/);
    expect((await world.run('search roster -s wating_on_agent')).stderr).toContain('did you mean waiting_on_agent?');
    expect(await world.run('search --type wikis,tickets roster -s in-progress -q')).toMatchObject({ code: 0 });
    const refs = (line: string) => world.run(line).then(({ stdout }) => stdout.trim().split('\n'));
    const found = await refs('search --type tasks,tickets roster -q');
    const sorted = await refs('search --type tasks,tickets roster --sort -updated -q');
    expect(sorted.toSorted()).toEqual(found.toSorted());
    expect(await refs('search --type tasks,tickets roster --sort updated -q')).toEqual(sorted.toReversed());
    const recent = await refs('search --type tasks,tickets roster --since 3d --sort -updated -q');
    expect(recent).toEqual(sorted.slice(0, recent.length));
    expect(await refs('search --type tasks,tickets roster --sort -updated -L 2 -q')).toEqual(sorted.slice(0, 2));
    expect(await world.json('search --type ticket roster --sort updated -L 1')).toEqual([
      expect.not.objectContaining({ description: expect.anything() }),
    ]);
  });

  test('a status that only tickets have is known on a new computer', async () => {
    const mara = await world.machine(owner);
    for (const line of ['search ferry --type task --status open', 'search roster --status open'])
      expect((await mara.run(line)).stderr, line).not.toContain('seen');
  });

  test.each(['due', '-due', 'type', 'category'])('--sort %s is no error where only one kind has it', async (field) => {
    const { code, stdout, stderr } = await world.run(`search --type tasks,tickets invoice --sort ${field} -q`);
    const found = (await world.run('search --type tasks,tickets invoice -q')).stdout.split('\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').toSorted()).toEqual(found.toSorted());
    if (field !== 'due') return;
    // Those without a day come last.
    const kinds = (await world.json(`search --type tasks,tickets invoice --sort due`)) as { type: string }[];
    expect(kinds[0]?.type).toBe('task');
    expect(kinds.at(-1)?.type).toBe('ticket');
  });

  test('--fields reads what only details have, and is empty for what has none', async () => {
    const { stdout } = await world.run('search backup --fields ref,type,status --jsonl');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toContainEqual({ ref: 'OPS-8', type: 'task', status: 'in_progress' });
    expect(rows).toContainEqual({ ref: expect.stringMatching(/^[\da-f-]{36}$/), type: 'wiki', status: null });
    const { stdout: table } = await world.run('search invoice -L 1 --fields ref,assignees,tags --pretty');
    expect(table).toMatch(/BERG-9 +me \+1 +billing,rounding,auditor/);
    world.takeRequests();
    await world.run('search invoice -L 1 --fields ref,subtitle,status');
    expect(world.takeRequests().filter((each) => !each.includes('/search'))).toHaveLength(1);
    // Only lists of tickets find out who waits.
    for (const name of ['nope', 'waiting'])
      expect((await world.run(`search invoice --fields ref,${name}`)).stderr).toMatch(
        new RegExp(`^error: unknown name in --fields: "${name}"\nhint: known: (?=.*due)(?=.*category)`),
      );
  });

  test('what no task or ticket can have is a usage error with what is known, before any detail is read', async () => {
    world.takeRequests();
    const { code, stdout, stderr } = await world.run('search invoice --sort nope');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: unknown name in --sort: "nope"\nhint: known: (?=.*due)(?=.*category)/);
    expect(world.takeRequests().filter((each) => !each.includes('/search'))).toEqual([]);
    expect((await world.run('search invoice --sort updatd')).stderr).toContain('updated');
  });

  test('tickets of one organisation', async () => {
    expect(await world.run('search invoice --org casa-azul --type ticket -q')).toEqual(printed('CASA-12\n'));
    expect(await world.run('search invoice --org nope')).toEqual(
      refused(
        4,
        'there is no organisation "nope" that you can see',
        'your organisations: bergmann-orthopaedie, casa-azul, lantern-works, quill-and-moss, scandia-maritime',
      ),
    );
  });

  test('nothing found', async () => {
    expect(await world.run('search webhook', narrow)).toEqual(
      remarked('', 'No results for "webhook".\nTo search what people wrote, too: tracker search --messages webhook\n'),
    );
    expect(await world.run('search webhook')).toEqual(printed(''));
    expect(await world.run('search webhook --json')).toEqual(printed('[]\n'));
  });

  test('words that look like flags go after --', async () => {
    const { code, stderr } = await world.run('search -- --scope -q', narrow);
    expect([code, stderr.split('\n')[0]]).toEqual([0, 'No results for "--scope -q".']);
  });

  test.each([
    ["''", 'specify what to search for', undefined],
    ['" "', 'specify what to search for', undefined],
    ['roster --type people', '--type takes task, ticket, project, wiki or note, not "people"', undefined],
  ])('%s is refused', async (words, error, hint) => {
    expect(await world.run(`search ${words}`)).toEqual(refused(2, error, hint));
  });
});

test('offline, search says from when what was only listed is', async () => {
  const { machine } = await openAtHome();
  await machine.run('tickets list --segment all -q');
  const later = { now: () => new Date(usualNow.getTime() + 60 * 60 * 1000) };
  await machine.run('tasks list --scope all -q', later);
  const found = await machine.run('search invoice --offline --json', later);
  expect(JSON.parse(found.stdout).length).toBeGreaterThan(0);
  const asOf = usualNow.toISOString();
  expect(JSON.parse(found.stderr)).toMatchObject({ warning: { code: 'offline', as_of: asOf } });
});
