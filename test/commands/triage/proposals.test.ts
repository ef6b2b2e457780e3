import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Send } from '../../../src/http/message.js';
import type { Machine } from '../../support/computer/machine.js';
import { openQueueAtHome, type TestWorld, usualNow } from '../../support/run.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { playTriage, queueOnScreen, send } from '../../support/triage.js';

const agent = { env: { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' } } as const;

const propose = async (machine: Machine, ...words: readonly string[]): Promise<void> =>
  expect(await machine.run(words, agent)).toMatchObject({ code: 0 });

const bodies = async (world: TestWorld, ref: string): Promise<readonly string[]> =>
  ((await world.json(`tickets view ${ref}`)) as { messages: { body: string; kind?: string }[] }).messages.map(
    ({ body }) => body,
  );

const states = async (machine: Machine, count = 3) => {
  const one = async (number: number) => JSON.parse((await machine.run(`drafts view ${number} --json`)).stdout);
  const all = await Promise.all(Array.from({ length: count }, async (_, at) => await one(at + 1)));
  return all.map(({ state, reason, author }) => ({ state, reason, author }));
};

test('what agents propose is sent, edited or rejected with a key', async () => {
  const { world, machine } = await openQueueAtHome();
  await propose(machine, 'reply', 'CASA-8', 'It will be back on Thursday.');
  await propose(machine, 'reply', 'CASA-9', 'An answer.', '-s', 'waiting_on_customer');
  await propose(machine, 'note', 'CASA-13', 'A thought.');
  const { shot } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*bot proposes a reply[\s\S]*Thank you\./, type: 'Y', name: 'first' },
      {
        shows:
          /a reply \(status waiting on customer\)[\s\S]*│ An answer\.[\s\S]*in three languages[\s\S]*✓ CASA-8: reply sent/,
        type: 'e',
      },
      { shows: /REPLY · PUBLIC[\s\S]*An answer\./, type: ` Edited.${send}` },
      { shows: /A thought\.[\s\S]*✓ CASA-9: reply sent/, type: 'X' },
      { shows: /reason for rejecting it/, type: 'Not true.\r' },
      { shows: /✓ rejected/, type: 'q' },
    ],
    { size: { columns: 120, rows: 40 }, line: 'triage --proposed' },
  );
  expect(shot('first')).toMatch(/\? 3 +.*live/);
  expect(shot('first')).toMatch(/\? bot proposes a reply, just now/);
  expect(shot('first')).toMatch(/│ It will be back on Thursday\./);
  expect(shot('first')).toMatch(/Y send proposal/);
  expect((await bodies(world, 'CASA-8')).at(-1)).toBe('It will be back on Thursday.');
  expect((await bodies(world, 'CASA-9')).at(-2)).toBe('An answer. Edited.');
  expect(await bodies(world, 'CASA-13')).not.toContain('A thought.');
  expect(await states(machine)).toEqual([
    { state: 'done', reason: undefined, author: 'bot' },
    { state: 'done', reason: undefined, author: 'bot' },
    { state: 'rejected', reason: 'Not true.', author: 'bot' },
  ]);
});

test('what belongs together is sent in its order, and what others have written since is named first', async () => {
  const { world, machine } = await openQueueAtHome();
  const now = (): Date => new Date(usualNow.getTime() - 60_000);
  await machine.run(['reply', 'CASA-9', 'An answer.'], { ...agent, now });
  await machine.run(['close', 'CASA-9'], { ...agent, now });
  await world.run(['tickets', 'reply', 'CASA-9', '-b', 'Never mind.'], { as: 'noa@casa-azul.example' });
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*Never mind\.[\s\S]*/, type: 'Y' },
      { shows: /has written since bot proposed this; to send it anyway, press Y again/, type: 'Y' },
      { shows: /sent what was waiting: close CASA-9/, type: 'q' },
    ],
    { size: { columns: 120, rows: 40 }, line: 'triage --proposed' },
  );
  const { ticket } = (await world.json('tickets view CASA-9')) as { ticket: { status: string } };
  expect(await bodies(world, 'CASA-9')).toContain('An answer.');
  expect(ticket.status).toBe('closed');
});

test('fifteen are decided with at most two keys each, beside typed text and moving on', async () => {
  const { world, machine } = await openQueueAtHome();
  const { screen } = await queueOnScreen(machine);
  const refs = [...screen.matchAll(/^.{0,10} ([A-Z]+-\d+) .*│/gm)].map(([, ref = '']) => ref);
  const [sent, edited, rejected] = [refs.slice(0, 5), refs.slice(5, 10), refs.slice(10, 15)];
  expect(rejected, screen).toHaveLength(5);
  for (const ref of refs.slice(0, 15)) await propose(machine, 'reply', ref, `Answer to ${ref}.`);
  const shows = (ref: string): RegExp => new RegExp(`\\? bot proposes a reply[\\s\\S]*Answer to ${ref}\\.`);
  await playTriage(
    machine,
    [
      ...sent.map((ref) => ({ shows: shows(ref), type: 'Y' })),
      ...edited.flatMap((ref) => [
        { shows: shows(ref), type: 'e' },
        { shows: /REPLY · PUBLIC/, type: ` Edited.${send}` },
      ]),
      ...rejected.flatMap((ref) => [
        { shows: shows(ref), type: 'X' },
        { shows: /reason for rejecting it/, type: 'No.\rj' },
      ]),
      { shows: /✓ rejected/, type: 'q' },
    ],
    { size: { columns: 150, rows: 60 }, line: 'triage --proposed' },
  );
  const last = async (ref: string): Promise<string | undefined> => (await bodies(world, ref)).at(-1);
  for (const ref of sent) expect(await last(ref)).toBe(`Answer to ${ref}.`);
  for (const ref of edited) expect(await last(ref)).toBe(`Answer to ${ref}. Edited.`);
  for (const ref of rejected) expect(await bodies(world, ref)).not.toContain(`Answer to ${ref}.`);
});

test('a command about what has the reference of a task is named by it once it is sent', async () => {
  const { world, machine } = await openQueueAtHome();
  const { ticket } = (await world.json('tickets view ticket:SCM-7')) as { ticket: { uuid: string } };
  await propose(machine, 'close', `ticket:${ticket.uuid}`);
  const kept = await machine.run('drafts delete 1', { keys: ['n'] });
  expect(kept.stderr).toContain('Delete draft 1 (close SCM-7)?');
  await playTriage(
    machine,
    [
      // What is remembered of it is shown before it has been read.
      { shows: /live[\s\S]*bot proposes close SCM-7[\s\S]*newest first/, type: 'Y', before: () => pause(1_000) },
      { shows: /✓ sent what was waiting: close SCM-7$/m, type: 'q' },
    ],
    { size: { columns: 120, rows: 40 }, line: 'triage --proposed' },
  );
});

test('a command that was accepted is done at its row at once', async () => {
  const { machine } = await openQueueAtHome();
  await propose(machine, 'close', 'CASA-8');
  const size = { columns: 120, rows: 40 };
  const { shot } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*bot proposes close CASA-8/, type: 'Y' },
      { shows: /1 done[\s\S]*✓ [^\n]*CASA-8[\s\S]*│ closed · /, type: 'q', name: 'closed' },
    ],
    { size, line: 'triage --proposed' },
  );
  expect(shot('closed')).toMatch(/✓ close CASA-8/);
});

test('a process that may only propose is offered none', async () => {
  const { machine } = await openQueueAtHome();
  await propose(machine, 'reply', 'CASA-8', 'It will be back on Thursday.');
  const { shot } = await playTriage(machine, [{ shows: /live[\s\S]*newest first/, type: 'q', name: 'list' }], {
    size: { columns: 120, rows: 40 },
    ...agent,
  });
  expect(shot('list')).not.toContain('proposes');
});

test('u takes back all parts of a proposal, which can be decided on again', async () => {
  const { world, machine } = await openQueueAtHome();
  await propose(machine, 'reply', 'CASA-9', 'One.');
  await propose(machine, 'reply', 'CASA-9', 'Two.');
  await propose(machine, 'close', 'CASA-9');
  const before = await bodies(world, 'CASA-9');
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*│ Two\.[\s\S]*│ One\./, type: 'Y' },
      { shows: /CASA-9: the proposal will be sent in 2 s; press u to take it back/, type: 'u' },
      {
        shows: /│ Two\.[\s\S]*│ One\.[\s\S]*CASA-9: nothing of the proposal was sent; it is still proposed/,
        before: async () => await pause(2_500),
        type: 'q',
      },
    ],
    { size: { columns: 120, rows: 40 }, line: 'triage --proposed', replyDelay: 2 },
  );
  expect(await bodies(world, 'CASA-9')).toEqual(before);
  expect((await states(machine)).map(({ state }) => state)).toEqual(['proposed', 'proposed', 'proposed']);
  await playTriage(
    machine,
    [
      { shows: /live[\s\S]*│ Two\.[\s\S]*│ One\./, type: 'Y' },
      { shows: /sent what was waiting: close CASA-9/, type: 'q' },
    ],
    { size: { columns: 120, rows: 40 }, line: 'triage --proposed' },
  );
  const { ticket } = (await world.json('tickets view CASA-9')) as { ticket: { status: string } };
  expect(await bodies(world, 'CASA-9')).toEqual(expect.arrayContaining(['One.', 'Two.']));
  expect(ticket.status).toBe('closed');
});

describe('a reply and what belongs to it, accepted with one key', () => {
  const size = { columns: 120, rows: 40 };
  const soon = /CASA-8: the proposal will be sent in 30 s/;

  const proposeBoth = async () => {
    const at = await openQueueAtHome();
    await propose(at.machine, 'reply', 'CASA-8', 'An answer.');
    await propose(at.machine, 'close', 'CASA-8');
    return at;
  };

  type AtHome = Awaited<ReturnType<typeof proposeBoth>>;

  const onServer = async ({ world }: AtHome) => {
    const { ticket } = (await world.json('tickets view CASA-8')) as { ticket: { status: string } };
    return { isSent: (await bodies(world, 'CASA-8')).includes('An answer.'), isClosed: ticket.status === 'closed' };
  };

  /** Accepts both, and types these keys as long as that can be taken back; gives what became of the two. */
  async function accept({ machine }: AtHome, steps: readonly Step[], send?: Send) {
    await playTriage(machine, [{ shows: /live[\s\S]*│ An answer\./, type: 'Y' }, ...steps], {
      ...{ size, line: 'triage --proposed', replyDelay: 30, send },
    });
    return (await states(machine, 2)).map(({ state }) => state);
  }

  test('are both sent when triage is quit', async () => {
    const at = await proposeBoth();
    expect(await accept(at, [{ shows: soon, type: 'q' }])).toEqual(['done', 'done']);
    expect(await onServer(at)).toEqual({ isSent: true, isClosed: true });
  });

  test.each([
    ['kept', 'k', 'waiting', true],
    ['dropped', 'd', 'proposed', false],
  ])('are both %s where the server is away', async (_what, key, state, isDone) => {
    const at = await proposeBoth();
    const send: Send = async (request) => {
      if (request.method === 'GET') return await at.world.send(request);
      throw new TrackerError('network', 'the server cannot be reached');
    };
    const steps = [
      { shows: soon, type: 'q' },
      { shows: /2 not sent yet.*keep for next time/, type: key },
    ];
    expect(await accept(at, steps, send)).toEqual([state, state]);
    expect(await onServer(at)).toEqual({ isSent: false, isClosed: false });
    await at.machine.run('drafts send --waiting');
    expect(await onServer(at)).toEqual({ isSent: isDone, isClosed: isDone });
  });

  test('are both kept when a signal ends triage', async () => {
    const at = await proposeBoth();
    const ending = new AbortController();
    const end = async (): Promise<void> => ending.abort(new TrackerError('interrupted', 'SIGTERM'));
    await playTriage(
      at.machine,
      [
        { shows: /live[\s\S]*│ An answer\./, type: 'Y' },
        { shows: soon, before: end, type: '' },
      ],
      { size, line: 'triage --proposed', replyDelay: 30, signal: ending.signal, code: 130 },
    );
    expect((await states(at.machine, 2)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  test('wait together from the key on, so that a kill leaves both, and are proposed together after u', async () => {
    const at = await proposeBoth();
    const seen: string[][] = [];
    const look = async (): Promise<void> => {
      await pause(300);
      seen.push((await states(at.machine, 2)).map(({ state }) => state));
    };
    await accept(at, [
      { shows: soon, before: look, type: 'u' },
      { shows: /nothing of the proposal was sent/, before: look, type: 'q' },
    ]);
    expect(seen).toEqual([
      ['waiting', 'waiting'],
      ['proposed', 'proposed'],
    ]);
  });

  test('are sent before triage ends, also without a reply', async () => {
    const { world, machine } = await openQueueAtHome();
    await propose(machine, 'close', 'CASA-8');
    await playTriage(machine, [{ shows: /live[\s\S]*bot proposes close/, type: 'Yq' }], {
      ...{ size, line: 'triage --proposed' },
    });
    expect(await world.json('tickets view CASA-8')).toMatchObject({ ticket: { status: 'closed' } });
  });
});

const small = { size: { columns: 80, rows: 24 }, line: 'triage --proposed' } as const;

test('what could not all be read is not sent: Y shows all of it first, beside the conversation only its beginning', async () => {
  const { world, machine } = await openQueueAtHome();
  const text = Array.from({ length: 31 }, (_, at) => `- **Line ${at + 1}** of it`).join('\n');
  await propose(machine, 'reply', 'CASA-9', '-b', text);
  const { shot } = await playTriage(
    machine,
    [
      {
        shows: /live[\s\S]*bot · proposed reply[\s\S]*│ • Line 1 of it[\s\S]*more lines: Enter/,
        type: 'Y',
        name: 'cut',
      },
      { shows: /Line 8 of it[\s\S]*read it to its end[\s\S]*Y/, type: 'G', name: 'all' },
      { shows: /newest first/, type: 'gg' },
      { shows: /Line 8 of it/, type: ' ' },
      { shows: /Line 20 of it/, type: ' ' },
      { shows: /Line 31 of it/, type: 'Y' },
      { shows: /✓ CASA-9: reply sent/, type: 'qq' },
    ],
    small,
  );
  expect(shot('cut')).not.toContain('Line 31');
  // What the customer wrote is still there.
  expect(shot('cut')).toMatch(/נועה לוי · customer · .*\n *\S/);
  expect((await bodies(world, 'CASA-9')).filter((body) => body === text)).toHaveLength(1);
});

test('of several parts, each is named before all are sent', async () => {
  const { machine } = await openQueueAtHome();
  await propose(machine, 'reply', 'CASA-9', 'An answer.');
  await propose(machine, 'note', 'CASA-9', 'A thought.');
  await propose(machine, 'tickets', 'edit', 'CASA-9', '-p', 'high', '-s', 'waiting_on_customer');
  await propose(machine, 'close', 'CASA-9');
  const { words } = await playTriage(
    machine,
    [
      { shows: /live[\s\S]*more lines: Enter/, type: 'Y' },
      { shows: /read it to its end/, type: 'q', name: 'all' },
      { shows: /more lines: Enter/, type: 'q' },
    ],
    small,
  );
  expect(words('all')).toMatch(
    /proposed close CASA-9.*proposed tickets edit CASA-9 \(.*status.*\).*proposed note.*A thought\..*proposed reply.*An answer\./,
  );
  expect(await states(machine)).toMatchObject([{ state: 'proposed' }, { state: 'proposed' }, { state: 'proposed' }]);
});

test('--proposed lists what does not wait, and tasks, and says how much is about nothing that can be listed', async () => {
  const { machine } = await openQueueAtHome();
  await propose(machine, 'close', 'CASA-8');
  await propose(machine, 'reply', 'BERG-6', 'An answer.');
  await propose(machine, 'comment', 'SCM-12', 'A comment.');
  await propose(machine, 'tasks', 'create', '--project', 'OPS', '-t', 'Another', '-y');
  const size = { columns: 120, rows: 40 };
  const { shot } = await playTriage(
    machine,
    [{ shows: /\? [^\n]*SCM-12[\s\S]*live|live[\s\S]*\? [^\n]*SCM-12/, type: 'q', name: 'list' }],
    { size, line: 'triage --proposed' },
  );
  for (const ref of ['CASA-8', 'BERG-6', 'SCM-12']) expect(shot('list')).toMatch(new RegExp(`\\? [^\\n]*${ref}`));
  expect(shot('list')).toContain('? 4');
  expect(shot('list')).toContain('1 proposal is for something not in this list: tracker drafts');
  const plain = await playTriage(machine, [{ shows: /live[\s\S]*not in this list/, type: 'q', name: 'list' }], {
    size,
  });
  expect(plain.shot('list')).toMatch(/[23] proposals are for things not in this list: tracker drafts/);
});
