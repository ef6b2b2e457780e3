import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { missing } from '../../support/computer/missing.js';
import { allShapes, narrow, owner, printed, refused, remarked } from '../../support/run.js';

allShapes('saved views, %s shape', (world, shape) => {
  beforeEach(() => void world.takeRequests());

  test('nothing is saved for a stranger', async () => {
    expect(await world.run('views', { ...narrow, as: 'theo@quill-and-moss.example' })).toEqual(
      remarked('', 'No saved views of yours.\n'),
    );
  });

  test('one page', async () => {
    expect(await world.run('views view week')).toEqual(printed('showWeekend\tfalse\ncapacityMinutes\t360\n'));
    expect(await world.run('views view week --json')).toEqual(printed('{"showWeekend":false,"capacityMinutes":360}\n'));
    const { stdout } = await world.run('views view tasks');
    const isWire = shape === 'wire';
    expect(stdout).toMatch(
      isWire
        ? /^view\tlist\n[\s\S]*\ntime\t30d\nview\tNext two weeks \{"view":"list"/
        : /^sort\tdue\ngroupBy\tproject\nview\tOverdue \{"due":"overdue"/,
    );
    const shown = await world.run('views view tasks', narrow);
    expect(shown.stdout).toContain(
      `\nSaved views\n  ${isWire ? 'Next two weeks  todo or in progress, up to 14 days ahead' : 'Overdue  overdue, todo or in progress'}\n`,
    );
    const missing = await world.run('views view nowhere');
    expect(missing.code).toBe(4);
    expect(missing.stderr).toMatch(/^error: nothing is saved for "nowhere"\nhint: saved: .*tasks/);
  });

  test('set merges: as JSON, from a file, from standard input', async () => {
    const patch = '{"showWeekend":true}';
    expect(await world.run(['views', 'set', 'week', '--patch', patch])).toEqual(
      remarked('', 'Changed what is saved for week: showWeekend.\n'),
    );
    expect(world.takeRequests()).toEqual(['POST /api/v1/me/views']);
    expect(await world.json('views view week')).toEqual({ showWeekend: true, capacityMinutes: 360 });
    const machine = await world.machine(owner);
    const file = join(machine.folder, 'patch.json');
    writeFileSync(file, '\ufeff{"capacityMinutes":300}');
    expect((await machine.run(['views', 'set', 'week', '--patch', `@${file}`])).code).toBe(0);
    expect(await world.json('views view week')).toEqual({ showWeekend: true, capacityMinutes: 300 });
    expect(await world.run('views set week --patch - --json', { stdin: '{"capacityMinutes":240}' })).toEqual(
      printed('{"ref":"week","ok":true}\n'),
    );
    expect(await world.json('views view week')).toEqual({ showWeekend: true, capacityMinutes: 240 });
  });

  test('what one prints the other takes', async () => {
    const { stdout } = await world.run('views view tasks --json');
    expect((await world.run('views set tasks --patch -', { stdin: stdout })).code).toBe(0);
    expect(await world.run('views view tasks --json')).toEqual(printed(stdout));
  });

  test('--dry-run, and what the server refuses', async () => {
    expect(await world.run(['views', 'set', 'week', '--patch', '{"a":1}', '-n'])).toEqual(
      remarked(
        `POST\t${world.url}/api/v1/me/views\t{"key":"week","patch":{"a":1}}\t\n`,
        'Would change the view "week".\n',
      ),
    );
    expect(world.takeRequests()).toEqual([]);
    const { code, stderr } = await world.run(['views', 'set', 'nowhere', '--patch', '{"a":1}']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: key must be one of/);
  });

  test.each([
    [['week'], 'nothing to change; use --patch', undefined],
    [['week', '--patch', 'x'], '--patch is not JSON', `use JSON such as --patch '{"showWeekend":true}'`],
    [['week', '--patch', '[]'], '--patch is not a JSON object', undefined],
    [['week', '--patch', '{}'], 'nothing to change; --patch is empty', undefined],
    [['', '--patch', '{"a":1}'], 'the name of the page cannot be empty', undefined],
    [['week', '--patch', `@${missing}/x`], `--patch: cannot read "${missing}/x": there is no such file`, undefined],
  ])('%s is refused before a request', async (words, error, hint) => {
    expect(await world.run(['views', 'set', ...words])).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });
});
