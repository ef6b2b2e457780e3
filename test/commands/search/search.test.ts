import { describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused, remarked } from '../../support/run.js';
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

  test('(true.36) words may be in any order', async () => {
    for (const words of ['cent invoice', 'INVOICE cent', 'one totals invoice'])
      expect((await world.run(`search ${words} -q`)).stdout).toMatch(/^BERG-9\n/);
    expect(await world.run('search cent zebra -q')).toEqual(printed(''));
    const found = (await world.run('search invoice totals -q')).stdout.split('\n');
    expect(new Set(found).size).toBe(found.length);
  });

  test('(true.36) an address is whole, so that it can be clicked, or left out', async () => {
    const { stdout } = await world.run('search invoice', { terminal: { columns: 100 } });
    expect(stdout).toContain('Invoice totals differ by one cent');
    expect(stdout).not.toMatch(/URL|\/tickets/);
    for (const columns of [60, 80, 120, 140, 160, 200]) {
      const lines = (await world.run('search invoice', { terminal: { columns } })).stdout.split('\n');
      for (const line of lines.filter((each) => each.includes('//')))
        expect(line).toMatch(/https:\/\/work\.example\/(?:tickets\/[\da-f-]{36}|tasks\?task=[A-Z]+-\d+|\S+)$/);
    }
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
    expect(await world.run('search webhook', narrow)).toEqual(remarked('', 'No results for "webhook".\n'));
    expect(await world.run('search webhook')).toEqual(printed(''));
    expect(await world.run('search webhook --json')).toEqual(printed('[]\n'));
  });

  test('words that look like flags go after --', async () => {
    expect(await world.run('search -- --scope -q', narrow)).toEqual(remarked('', 'No results for "--scope -q".\n'));
  });

  test.each([
    ["''", 'specify what to search for', undefined],
    ['" "', 'specify what to search for', undefined],
    ['roster --type people', '--type takes task, ticket, project, wiki or note, not "people"', undefined],
  ])('%s is refused', async (words, error, hint) => {
    expect(await world.run(`search ${words}`)).toEqual(refused(2, error, hint));
  });
});
