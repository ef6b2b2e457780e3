import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import { claim } from '../../../src/ledger/claim.js';
import { openLedger } from '../../../src/ledger/store.js';
import { realProcesses } from '../../disk/real-processes.js';
import { within } from '../../support/computer/folder.js';
import { narrow, openWorld, owner, wide } from '../../support/run.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const away: Send = async () => {
  throw new TrackerError('network', 'the server cannot be reached');
};

/** A server that does something else with messages. */
const messages =
  (answer: Send): Send =>
  async (request) =>
    await (request.method === 'POST' && request.url.pathname.endsWith('/messages') ? answer : world.send)(request);

const refused = messages(async (request) => ({ ...(await world.send({ ...request, method: 'GET' })), status: 400 }));
const lost = messages(async () => {
  throw new NetworkFailure('reset', false);
});
const busy = messages(async (request) => ({
  ...(await world.send({ ...request, method: 'GET' })),
  ...{ status: 429, headers: { 'retry-after': '600' } },
}));

const uuidOf = async (kind: string, ref: string): Promise<string> =>
  (await machine.run(`${kind}s view ${ref} --jq .${kind}.uuid`)).stdout.trim();

/** A reply and the closing of its ticket, queued while the server is away. */
async function queueBoth(): Promise<void> {
  await machine.run('tickets view BERG-9');
  await machine.run('reply BERG-9 "On it." --queue', { send: away });
  await machine.run('close BERG-9 --queue', { send: away });
}

const statusNow = async (): Promise<string> => (await machine.run('view BERG-9 --jq .ticket.status')).stdout.trim();

test('what another window has, and what follows it, is passed over without a word', async () => {
  await queueBoth();
  const ledger = openLedger(within(join(machine.folder, 'state')), () => new Date());
  const { release } = await claim({ ledger, processes: realProcesses }, { number: 1 });
  const { stderr } = await machine.run('tasks view SCM-12', wide);
  release();
  expect(stderr).toBe('');
  expect((await machine.run('tasks view SCM-12', wide)).stderr).toMatch(
    /Sent what was waiting[\s\S]*Sent what was waiting/,
  );
});

describe('R93: what follows something on the same ticket', () => {
  test.each([
    ['refused', refused, 8, 'it was to follow draft 1, which was refused', 'unsent'],
    ['lost', lost, 8, 'draft 1, which was waiting, may have arrived', 'doubtful'],
    ['asked to wait', busy, 7, 'asks you to wait 10m', 'waiting'],
  ] as const)('is not sent as if that had arrived: %s', async (_what, send, code, why, state) => {
    await queueBoth();
    const before = await statusNow();
    const ran = await machine.run('drafts send --waiting', { send });
    expect(ran).toMatchObject({ code, stderr: expect.stringContaining(why) });
    const again = await machine.run('tasks view SCM-12', wide);
    expect(again.stderr).not.toContain('Sent what was waiting');
    expect([await statusNow(), (await machine.run('drafts view 1 --jq .state')).stdout]).toEqual([
      before,
      `${state}\n`,
    ]);
    const left = await machine.run('drafts send --waiting');
    expect(left).toMatchObject({ code: { unsent: 0, doubtful: 8, waiting: 7 }[state] });
    expect(left.stderr.includes('Nothing is waiting')).toBe(state === 'unsent');
    // A person's word sends each.
    for (const number of [1, 2]) expect(await machine.run(`drafts send ${number} -y`)).toMatchObject({ code: 0 });
    expect(await statusNow()).toBe('closed');
  });

  test('shows until when it waits, and behind what', async () => {
    await queueBoth();
    await machine.run('drafts send --waiting', { send: busy });
    const shown = await machine.run('drafts', wide);
    expect(shown.stdout).toMatch(/waits until .*\n?/);
    expect(shown.stdout).toContain('waits for draft 1');
    const data = JSON.parse((await machine.run('drafts --json=ref,state,after,notBefore')).stdout);
    expect(data).toMatchObject([
      { ref: '2', state: 'waiting', after: '1', notBefore: null },
      { ref: '1', state: 'waiting', notBefore: '2026-11-20T16:50:00.000Z' },
    ]);
  });

  test('shows until when it waits at 80 columns, however long the text is', async () => {
    await machine.run(`reply BERG-9 "${'We are looking at it. '.repeat(5)}" --queue`, {
      send: messages(async (request) => ({
        ...(await world.send({ ...request, method: 'GET' })),
        ...{ status: 429, headers: { 'retry-after': '60000' } },
      })),
    });
    expect((await machine.run('drafts', narrow)).stdout).toMatch(/waits until \d\d:\d\d(?= |$)/m);
  });

  test('waits no longer than a day, whatever the server asks for', async () => {
    const send = messages(async (request) => ({
      ...(await world.send({ ...request, method: 'GET' })),
      ...{ status: 429, headers: { 'retry-after': '9999999' } },
    }));
    const ran = await machine.run('reply BERG-9 "On it." --queue', { send });
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('The server asks to wait until ') });
    expect(ran.stderr).not.toContain('cannot be reached');
    expect((await machine.run('drafts view 1 --jq .notBefore')).stdout).toBe('2026-11-21T16:40:00.000Z\n');
    // The same time tomorrow, not today.
    expect((await machine.run('drafts', wide)).stdout).toMatch(/waits until (?:Sat|21 Nov), \d\d:40/);
  });

  test.each([
    ['', {}, 6],
    [' --queue', {}, 0],
    [' -y', {}, 0],
    ['', { ...wide, keys: ['n\r'] }, 6],
    ['', { ...wide, keys: ['y\r'] }, 0],
  ] as const)(
    'is not sent by a command that is typed meanwhile, but as its author wants: close%s %o',
    async (flag, at, code) => {
      await machine.run('reply BERG-9 "On it." --queue', { send: away });
      const writes = recordWrites(world.send);
      const ran = await machine.run(`close BERG-9${flag}`, { ...at, send: writes.send });
      expect([ran.code, flag === ' -y' || code === 0 ? '' : ran.stderr]).toEqual([
        code,
        code === 0 ? '' : expect.stringContaining('draft 1 (tickets reply BERG-9) comes first, and waits to be sent'),
      ]);
      const isSent = writes.take().some(({ line }) => line.startsWith('PATCH'));
      expect(isSent).toBe(code === 0 && flag !== ' --queue');
      expect((await machine.run('drafts -q')).stdout).toBe(
        // At a terminal, the next command that reaches the server sends what waits.
        flag === ' --queue' ? '2\n1\n' : 'keys' in at && code === 0 ? '' : '1\n',
      );
    },
  );

  test.each([
    'time SCM-12 5m',
    'edit SCM-12 -p low',
    'comment SCM-12 x',
    'checklist SCM-12 --add x',
    'done SCM-12',
    'assign SCM-12 zoe',
    'tasks delete SCM-12',
  ])('whatever it is: %s', async (line) => {
    await machine.run('tasks comment SCM-12 -b first --queue', { send: away });
    const ran = await machine.run(line, line.startsWith('tasks delete') ? { ...wide, keys: ['n\r'] } : {});
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('draft 1 (tasks comment SCM-12)') });
    expect(await machine.run('checklist SCM-12')).toMatchObject({ code: 0 });
  });

  test('whatever it is, also where the first one was named by its web address', async () => {
    const address = `https://work.example/tasks/${await uuidOf('task', 'SCM-12')}`;
    await machine.run(`edit ${address} -p low --queue`, { send: away });
    const ran = await machine.run('done SCM-12');
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('draft 1 (edit') });
  });

  test('is named with the account it belongs to; what may have arrived is to be looked for before it is sent', async () => {
    await machine.run('reply BERG-9 "On it."', { send: lost });
    const drafts = 'tracker -I work drafts';
    const see = `to see it: ${drafts} view 1`;
    expect((await machine.run('-I work view BERG-9')).stderr).toContain(`hint: ${see}\n`);
    const look = `check whether it has arrived; if so: ${drafts} delete 1; if not: ${drafts} send 1`;
    expect((await machine.run('-I work close BERG-9')).stderr).toContain(`hint: ${see}; ${look}; to go ahead of it`);
  });

  test('is another matter on another ticket, and where nobody has sent the text', async () => {
    await machine.run('reply BERG-9 "On it." --queue', { send: away });
    expect(await machine.run('close BERG-10')).toMatchObject({ code: 0 });
    expect(await machine.run('comment SCM-12 x', { send: away })).toMatchObject({ code: 7 });
    expect(await machine.run('done SCM-12')).toMatchObject({ code: 0 });
  });
});

test('R93: what a running bulk has written already holds nothing', async () => {
  const last = await uuidOf('task', 'SCM-13');
  const [arrived, released] = [new EventEmitter(), new EventEmitter()];
  const hasArrived = once(arrived, 'end');
  const isReleased = once(released, 'end');
  const slow: Send = async (request) => {
    const isLast = request.method === 'PATCH' && request.url.pathname.endsWith(last);
    if (isLast) await isReleased;
    const reply = await world.send(request);
    if (request.method === 'PATCH' && !isLast) arrived.emit('end');
    return reply;
  };
  const bulk = machine.run('tasks edit SCM-12 SCM-13 -b "New text"', { send: slow });
  await hasArrived;
  expect(await machine.run('tasks edit SCM-12 -p high')).toMatchObject({ code: 0 });
  released.emit('end');
  expect(await bulk).toMatchObject({ code: 0 });
});

test('R93: a bulk names what stays behind something by its reference', async () => {
  const uuid = await uuidOf('ticket', 'BERG-9');
  await machine.run('close BERG-9 --queue', { send: away });
  const ran = await machine.run(`tickets edit ${uuid} CASA-9 -p low --json=ref,uuid,ok`);
  expect(JSON.parse(ran.stdout)).toMatchObject([{ ref: 'BERG-9', uuid, ok: false }, { ref: 'CASA-9' }]);
});
