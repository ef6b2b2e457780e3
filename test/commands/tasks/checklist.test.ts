import { describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { openWorld, printed, refused, remarked, shapes, type TestWorld } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { eachTest } from '../../support/set-up.js';

const manager = 'sigrid.odegard@scandia-maritime.example';
const uuid = 'c6661e83-b7b8-487a-ac7d-31555564f8ed';

/** The stored list as `x text` and `- text`. */
async function stored(world: TestWorld, ref = 'SCM-12'): Promise<readonly string[]> {
  const rows = (await world.json(`tasks checklist ${ref}`)) as { text: string; done: boolean }[];
  return rows.map(({ text, done }) => `${done ? 'x' : '-'} ${text}`);
}

describe.each(shapes)('tasks checklist, %s shape', (shape) => {
  const world = eachTest(() => openWorld({ shape }));

  test('an item that is named twice is counted once', async () => {
    const twice = await world.run(['tasks', 'checklist', 'SCM-12', '--remove', '1', '--remove', 'migration written']);
    expect(twice.stderr).toBe('SCM-12: removed "Migration written"; 1 of 4 done.\n');
    const ticked = await world.run('tasks checklist SCM-12 --check 3,3 --check 4 --uncheck 1,1');
    expect(ticked.stderr).toBe(
      'SCM-12: checked 2, unchecked "Migration tried on a copy of production"; 2 of 4 done.\n',
    );
  });

  test('all changes go out in one write between two readings', async () => {
    const { send, take } = recordWrites(world.send);
    await world.run('tasks view SCM-12 -q');
    world.takeRequests();
    const line = 'tasks checklist SCM-12 --check 3,4 --uncheck tried --remove 1 --add "Tell, the harbour" --add Two';
    expect(await world.run(line, { send })).toEqual(
      remarked(
        '',
        'SCM-12: added 2, checked 2, unchecked "Migration tried on a copy of production", removed "Migration written"; 2 of 6 done.\n',
      ),
    );
    const path = `/api/v1/tasks/${uuid}`;
    expect(world.takeRequests()).toEqual([`GET ${path}`, `GET ${path}`, `PATCH ${path}`, `GET ${path}`]);
    const [write] = take();
    expect(write?.body).toMatchObject({ checklist: { length: 6 } });
    expect(await stored(world)).toEqual([
      '- Migration tried on a copy of production',
      'x Roster shows the clock of the ship',
      'x Old warnings re-counted',
      '- Planners told',
      '- Tell, the harbour',
      '- Two',
    ]);
  });

  test('the result as JSON, and the reference alone', async () => {
    expect(await world.json('tasks checklist SCM-12 --check told')).toMatchObject({
      ref: 'SCM-12',
      uuid,
      checklist: [{ number: 1 }, { number: 2 }, {}, {}, { number: 5, state: 'done', done: true }],
    });
    expect(await world.run('tasks checklist SCM-12 --uncheck told -q')).toEqual(printed('SCM-12\n'));
  });

  test('what is already up to date is not written', async () => {
    await world.run('tasks view SCM-12 -q');
    world.takeRequests();
    expect(await world.run('tasks checklist SCM-12 --check 1')).toEqual(
      remarked('', 'SCM-12: the checklist is already up to date; 2 of 5 done.\n'),
    );
    expect(world.takeRequests()).toEqual([`GET /api/v1/tasks/${uuid}`, `GET /api/v1/tasks/${uuid}`]);
  });

  test.each([
    ['SCM-12 --add "  "', 2, '--add cannot be empty', undefined],
    ['SCM-12 --check ""', 2, '--check has an empty name in ""', undefined],
    ['SCM-12 --check 1 --remove 1', 2, '"1" cannot be both checked and removed', undefined],
    ['SCM-12 --dry-run', 2, '--dry-run requires a change, such as --add', undefined],
    ['SCM-12 --check 6', 4, 'the checklist has no item "6"; it has 5 items', undefined],
    [
      'SCM-12 --check migr',
      4,
      '"migr" matches several items: 1 Migration written, 2 Migration tried on a copy of production',
      undefined,
    ],
    ['SCM-999 --check 1', 4, 'there is no task SCM-999 that you can see', undefined],
  ])('%s is refused, and nothing is written', async (words, code, error, hint) => {
    expect(await world.run(`tasks checklist ${words}`)).toEqual(refused(code, error, hint));
    expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  test('a text that the server cuts is said', async () => {
    expect(await world.run(['tasks', 'checklist', 'WEB-1', '--add', 'x'.repeat(520)])).toEqual(
      remarked(
        '',
        'warning: the server cut an item of 520 characters to 500\nWEB-1: added "' +
          `${'x'.repeat(59)}…"; 0 of 1 done.\n`,
      ),
    );
  });

  test('a full list is an error, not a success', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ['--add', `Item ${at + 1}`]).flat();
    expect((await world.run(['tasks', 'checklist', 'WEB-1', ...many])).code).toBe(0);
    const { code, stdout, stderr } = await world.run('tasks checklist WEB-1 --add "One more"');
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
    expect(stderr).toMatch(
      /^warning: what you wrote is kept in .*\nhint: check whether it has arrived; if not: tracker tasks checklist WEB-1 /,
    );
    expect(stderr).toContain(
      'error: the server accepted the change but did not keep all of it\nhint: it may show up later; check before you run it again\n',
    );
    expect(await stored(world, 'WEB-1')).toHaveLength(100);
  });
});

/** A repeatable sequence of numbers from 0 to `below` - 1. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Event {
  readonly who: string;
  readonly kind: 'read' | 'write';
  /** Which of the items the list had ticked then. */
  readonly ticked: readonly number[];
}

/** A way to the service on which requests take their time, and a log of them in the order in which they were answered. */
function interleaved(world: TestWorld, random: (below: number) => number, log: Event[]) {
  let turn: Promise<unknown> = Promise.resolve();
  const pause = async (): Promise<void> => {
    for (let left = random(12); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
  };
  return (who: string): Send =>
    async (request) => {
      await pause();
      const mine = turn.then(async () => {
        const reply = await world.send(request);
        const chunks: Uint8Array[] = [];
        for await (const chunk of reply.body) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString('utf8');
        const isWrite = request.method === 'PATCH';
        const list = isWrite ? JSON.parse(String(request.body)).checklist : JSON.parse(text).task.checklist;
        const ticked = list.flatMap(({ done }: { done: boolean }, at: number) => (done ? [at + 1] : []));
        log.push({ who, kind: isWrite ? 'write' : 'read', ticked });
        return answer(reply.status, text, { 'content-type': 'application/json' });
      });
      turn = mine.catch(() => undefined);
      const reply = await mine;
      await pause();
      return reply;
    };
}

test('two people tick different items at the same moment, 20 times: no tick is lost that a later read can see', async () => {
  const world = await openWorld();
  const people = [
    { who: 'mara', as: 'mara@lantern.example', item: 3 },
    { who: 'sigrid', as: manager, item: 4 },
  ];
  for (const { as } of people) await world.run('tasks view SCM-12 -q', { as });
  const random = dice(7);
  let merged = 0;
  let lost = 0;
  for (let round = 0; round < 20; round++) {
    await world.run('tasks checklist SCM-12 --uncheck 3,4');
    const log: Event[] = [];
    const sendAs = interleaved(world, random, log);
    const ran = await Promise.all(
      people.map(({ as, who, item }) => world.run(`tasks checklist SCM-12 --check ${item}`, { as, send: sendAs(who) })),
    );
    expect(ran.map(({ code }) => code)).toEqual([0, 0]);
    merged += log.filter(({ kind }) => kind === 'write').length - 2;
    const end = (await stored(world)).map((line) => line.startsWith('x'));
    for (const { who, item } of people) {
      const lastRead = log.findLastIndex((event) => event.who === who && event.kind === 'read');
      // What a command that ended with 0 read last holds its tick.
      expect(log[lastRead]?.ticked, `round ${round}: ${JSON.stringify(log)}`).toContain(item);
      if (end[item - 1]) continue;
      lost += 1;
      // Lost is only what somebody wrote afterwards, from a reading before it.
      const thief = log.findLastIndex((event) => event.kind === 'write' && event.who !== who);
      expect(thief).toBeGreaterThan(lastRead);
    }
  }
  // The rounds did get into each other's way, and the merge saved what it can.
  expect(merged).toBeGreaterThan(3);
  expect(lost).toBeLessThan(25);
});
