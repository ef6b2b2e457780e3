import { beforeEach, describe, expect, test } from 'vitest';
import { isRow, type Row, rowsOf } from '../../../src/contract/row.js';
import type { Send } from '../../../src/http/message.js';
import { narrow, openWorld, owner, remarked, shapes, type TestWorld, wide } from '../../support/run.js';
import { changingJson } from '../../support/servers/meddling.js';
import { playScreen } from '../../support/terminal/play-screen.js';
import { playTriage } from '../../support/triage.js';

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
});

const waiting = async (more = ''): Promise<readonly string[]> =>
  (await world.run(`tickets list --segment all --waiting -q ${more}`)).stdout.trim().split('\n');

const detailsRead = (): number => world.takeRequests().filter((line) => /\/tickets\/[0-9a-f-]{36}$/.test(line)).length;

/** The service without such fields, wherever they are. */
const without =
  (fields: readonly string[], send: Send): Send =>
  async (request) =>
    await changingJson(send, (body) =>
      JSON.parse(JSON.stringify(body), (key, value) => (fields.includes(key) ? undefined : value)),
    )(request);

describe('a ticket waits for whoever wrote last', () => {
  test('a list has the columns in every format, and other lists read no details', async () => {
    const { stdout } = await world.run('tickets list --segment all --waiting --csv');
    const [head, first = ''] = stdout.split('\r\n');
    expect(head).toMatch(/^ref,subject,status,priority,updated,assigneeNames,org,category,waiting,lastBy$/);
    expect(first).toMatch(/^CASA-9,.*,\d{4}-\d\d-\d\dT[\d:.]+Z,customer$/);
    const [row] = (await world.json('tickets list --segment all --waiting')) as Row[];
    expect(row).toMatchObject({ ref: 'CASA-9', waiting: expect.any(String), lastBy: 'customer' });
    expect((await world.run('tickets list --segment all --waiting -L 1', wide)).stdout).toMatch(/WAITING .*LAST BY/);
    const asked = await world.run('tickets list --segment all --waiting --fields ref,waiting,updated -L 3', wide);
    expect(asked.stdout).toMatch(/^REF +WAITING +LAST *\n[\s\S]*^SCM-7 +3w +8d *\n$/m);
    world.takeRequests();
    await world.run('tickets list --segment all');
    expect(detailsRead()).toBe(0);
    await world.run('tickets list --segment all --fields ref,lastBy -L 3', { as: 'sean@lantern.example' });
    expect(detailsRead()).toBe(3);
  });

  test('next reads on only until no older ticket is left', async () => {
    const count = (await waiting()).length;
    world.takeRequests();
    expect((await world.run('next -q')).stdout).toBe('CASA-9\n');
    expect(detailsRead()).toBeLessThan(count);
  });

  test('a list reads at most 500, oldest first, and says how many it leaves out', async () => {
    const real = ((await world.json('tickets list --segment all --waiting')) as Row[])[0];
    const rows = Array.from({ length: 503 }, (_, at) => ({
      ...real,
      id: `CASA-${1000 + at}`,
      uuid: `${real?.uuid}-${at}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    }));
    const send: Send = async (request) => {
      const [, uuid] = /\/tickets\/([0-9a-f-]{36})-\d+$/.exec(request.url.pathname) ?? [];
      if (uuid !== undefined) return await world.send({ ...request, url: new URL(uuid, request.url) });
      const isList = request.url.pathname.endsWith('/tickets');
      return await changingJson(world.send, (body) => (isList && isRow(body) ? { ...body, tickets: rows } : body))(
        request,
      );
    };
    const list = await world.run('tickets list --segment all --waiting --json', { send });
    expect(JSON.parse(list.stdout)).toHaveLength(500);
    expect(list.stdout).not.toContain('"CASA-1000"');
    expect(JSON.parse(list.stderr)).toMatchObject({
      warning: { message: '3 tickets were not read and are left out' },
    });
  });

  test('a ticket that the server cannot show hides none of the others, and that is said', async () => {
    const [first, ...others] = await waiting();
    const { uuid } = (await world.json(`tickets view ${first}`)) as Row;
    const send = changingJson(world.send, (body, route) => (route === `GET /tickets/${uuid}` ? {} : body));
    await world.run('config set memory off');
    expect(await world.run('tickets list --segment all --waiting -q', { send })).toMatchObject(
      remarked(`${others.join('\n')}\n`, expect.stringContaining('warning: 1 ticket was not read and is left out\n')),
    );
    expect(await world.run('next -q', { send })).toMatchObject({ code: 0, stdout: `${others[0]}\n` });
  });

  test('rows and messages without times are decided by the order of the messages', async () => {
    const expected = await waiting();
    const send = without(['createdAt', 'updatedAt', 'updated', 'lastMessageAt', 'messageCount'], world.send);
    const { code, stdout } = await world.run('tickets list --segment all --waiting -q', { send });
    expect(code).toBe(0);
    expect(stdout.trim().split('\n').toSorted()).toEqual([...expected].sort());
    expect((await world.run('next -q', { ...narrow, send })).code).toBe(0);
  });

  test('in triage, a row that stays as it is is read once', async () => {
    const size = { columns: 100, rows: 30 };
    const played = playScreen(size, [
      { shows: /live[\s\S]*CASA-9 [\s\S]*newest first/, type: 'R' },
      { shows: /▸ +11w [\s\S]*CASA-9/, type: '', name: 'again' },
      { shows: /▸ +11w [\s\S]*CASA-9/, type: 'q' },
    ]);
    const machine = await world.machine(owner);
    world.takeRequests();
    const { code } = await machine.run('triage', {
      ...{ terminal: size, player: played.player, signal: AbortSignal.timeout(30_000) },
    });
    expect(code, played.stuck()).toBe(0);
    const read = world.takeRequests().filter((line) => /\/tickets\/[0-9a-f-]{36}$/.test(line));
    const times = new Map<string, number>();
    for (const line of read) times.set(line, (times.get(line) ?? 0) + 1);
    // The row at the cursor is read to be shown, too.
    expect([...times.values()].filter((count) => count > 1).length).toBeLessThan(2);
  });
});

describe('who is of the team', () => {
  test('a colleague of the customer is a customer to the team', async () => {
    await world.run('tickets reply CASA-10 -b "Refunded."', { as: 'sean@lantern.example' });
    expect(await waiting()).not.toContain('CASA-10');
    await world.run('tickets reply CASA-10 -b "Not yet."', { as: 'jose@casa-azul.example' });
    expect(await waiting()).toContain('CASA-10');
    const rows = (await world.json('tickets list --segment all --fields ref,lastBy')) as Row[];
    expect(rowsOf(rows).find(({ ref }) => ref === 'CASA-10')?.lastBy).toBe('customer');
  });

  test('a ticket waits if nobody knows where its last author belongs, which is said', async () => {
    const as = 'lucia@casa-azul.example';
    const [{ ref }] = (await world.json('tickets list --segment all', { as })) as [Row];
    await world.run(`tickets reply ${ref} -b Sorry.`, { as: 'sean@lantern.example' });
    await world.run(`tickets reply ${ref} -b Really?`, { as: 'jose@casa-azul.example' });
    const { stdout, stderr } = await world.run(`tickets list --segment all --waiting --search ${ref}`, { as, ...wide });
    expect(stdout).toMatch(new RegExp(`^${ref} .* unknown$`, 'm'));
    expect(stderr).toContain(`It is not known whether the last message on ${ref} is from the team.`);
    const detail = await world.run(`tickets view ${ref}`, { as, ...wide });
    expect(detail.stdout).toMatch(/^José Ángel Muñoz · team or customer\? · /m);
    const { shot } = await playTriage(await world.machine(as), [
      { shows: /left[\s\S]*newest first/, type: `/${ref}\r` },
      { shows: /team or customer\?/, name: 'detail', type: '\u001b' },
      { shows: /live/, type: 'q' },
    ]);
    expect(shot('detail')).toMatch(/José Ángel Muñoz · team or customer\?/);
  });

  test('the team is looked for again after a day, and all tasks are read for it once a day at most', async () => {
    const clock = new Date('2026-11-20T16:40:00Z');
    world = await openWorld({ now: clock });
    const { db } = world.sandbox.world;
    const [as, joins] = ['misaki@lantern.example', 'noa@casa-azul.example'];
    const idOf = (email: string): string => world.sandbox.person(email).id;
    db.run('UPDATE tasks SET created_by = ? WHERE created_by = ?', idOf('sean@lantern.example'), idOf(as));
    const [{ ref }] = (await world.json('tickets list', { as: joins })) as [Row];
    const look = async (): Promise<readonly [tasks: number, lastBy: unknown]> => {
      world.takeRequests();
      const rows = (await world.json('tickets list --segment all --fields ref,lastBy', { as })) as Row[];
      const sent = world.takeRequests();
      const all = sent.filter((line) => line.endsWith('/tasks?scope=all')).length;
      return [all, rows.find((row) => row.ref === ref)?.lastBy];
    };
    await world.run(`tickets reply ${ref} -b "Not yet."`, { as: joins });
    expect(await look()).toEqual([1, 'customer']);
    expect(await look()).toEqual([0, 'customer']);
    db.run(
      "UPDATE org_members SET org_id = (SELECT id FROM orgs WHERE is_internal = 1), role = 'org.staff' WHERE user_id = ?",
      idOf(joins),
    );
    clock.setTime(clock.getTime() + 25 * 60 * 60 * 1000);
    await world.run('tickets note SCM-7 -b Hm.', { as: joins });
    expect(await look()).toEqual([1, 'team']);
  });

  test.each(shapes)('those of the team who may edit few tasks see who waits as well, in shape %s', async (shape) => {
    world = await openWorld({ shape });
    for (const row of rowsOf(await world.json('tickets list --segment all --waiting'))) {
      const zoe = await world.run(
        `tickets list --segment all --waiting --search ${row.ref} --fields ref,waiting,lastBy --json`,
        {
          as: 'zoe@lantern.example',
        },
      );
      expect(JSON.parse(zoe.stdout)).toMatchObject([{ ref: row.ref, waiting: row.waiting, lastBy: row.lastBy }]);
    }
  });
});
