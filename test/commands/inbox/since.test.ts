import { beforeAll, expect, test } from 'vitest';
import { narrow, openWorld, refused, remarked, shapes } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

test.each(shapes)('shape %s: --since keeps what is new, however much that is', async (shape) => {
  const world = await openWorld({ shape });
  const all = (await world.json('inbox --all')) as readonly { readonly createdAt: string }[];
  const since = (start: string): unknown => all.filter(({ createdAt }) => createdAt >= start);
  expect(await world.json('inbox --since 2026-11-19')).toEqual(since('2026-11-18T23:00:00'));
  expect(await world.json('inbox --since 60d')).toEqual(since('2026-09-21T16:40:00'));
  expect(await world.json('inbox --since 60d -L 3')).toEqual(all.slice(0, 3));
  world.takeRequests();
  expect(await world.run('inbox --since 1m', narrow)).toEqual(remarked('', 'No notifications since then.\n'));
  expect(world.takeRequests()).toHaveLength(1);
});

test.each(shapes)('shape %s: -L counts only what is in that time', async (shape) => {
  const world = await openWorld({ shape });
  for (const line of ['inbox', 'projects activity SCM']) {
    const all = (await world.json(`${line} --all`)) as readonly { readonly createdAt: string }[];
    for (const [flags, from, to] of [
      ['--until 2026-11-16', '2026', '2026-11-16T23:00:00'],
      ['--since 2026-11-10..2026-11-16', '2026-11-09T23:00:00', '2026-11-16T23:00:00'],
      ['--since 60d', '2026-09-21T16:40:00', '2027'],
    ] as const) {
      const within = all.filter(({ createdAt }) => createdAt >= from && createdAt < to);
      for (const count of [1, 3, within.length, within.length + 1])
        expect(await world.json(`${line} ${flags} -L ${count}`), `${line} ${flags}`).toEqual(within.slice(0, count));
    }
  }
});

const world = allTests(openWorld);
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});

test('the history of a project', async () => {
  const all = (await world.json('projects activity SCM --all')) as readonly { readonly createdAt: string }[];
  const since = all.filter(({ createdAt }) => createdAt >= '2026-11-18T23:00:00');
  expect(since.length).toBeGreaterThan(0);
  expect(await world.json('projects activity SCM --since 2026-11-19')).toEqual(since);
  expect(await world.json('projects activity SCM --since 60d')).toEqual(
    all.filter(({ createdAt }) => createdAt >= '2026-09-21T16:40:00'),
  );
  expect(await world.run('projects activity SCM --since 1m', narrow)).toEqual(remarked('', 'No entries since then.\n'));
});

test.each(['inbox', 'projects activity SCM'])('%s: words that are no moment', async (line) => {
  world.takeRequests();
  const hint = 'ages look like 3d or 12h, days like 2026-11-20, yesterday, fri, nov 3, last week, 2026-W47 or 2026-11';
  expect(await world.run(`${line} --since never`)).toEqual(
    refused(2, '--since: "never" is neither an age nor a day', hint),
  );
  expect(world.takeRequests()).toEqual([]);
});
