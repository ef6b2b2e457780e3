import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { NetworkFailure, type Send } from '../../../src/http/message.js';
import type { Machine } from '../../support/computer/machine.js';
import { processorTime } from '../../support/computer/processor-time.js';
import { openQueueAtHome } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';
import type { Player } from '../../support/terminal/fake-streams.js';
import { playTriage } from '../../support/triage.js';

/** A computer that remembers what these lines read, on a server with this many tickets of the user, which all wait, and as many tasks. */
async function openWith(count: number, lines: readonly string[]) {
  const { world, machine } = await openQueueAtHome();
  const read = async (path: string) => JSON.parse((await machine.run(['api', path])).stdout);
  const [{ user }, tickets, tasks] = [
    ...[await read('/me'), await read('/tickets?segment=all')],
    await read('/tasks?scope=mine'),
  ];
  const waiting: Row = tickets.tickets.find(({ id }: Row) => id === 'CASA-13');
  const detail = await read(`/tickets/${waiting.uuid}`);
  const names = Array.from({ length: count }, (_, at) => ({
    ...{ uuid: `row-${at}`, id: `ROW-${at + 1}` },
    priority: at < 140 ? 'urgent' : 'low',
  }));
  const like = (row: Row) => names.map((name) => ({ ...row, assignees: [user.id], ...name }));
  const answers = new Map<string, object>([
    ['tickets', { ...tickets, tickets: like(waiting) }],
    ['tasks', { ...tasks, tasks: like(tasks.tasks[0]) }],
    ...like(detail.ticket).map((ticket) => [ticket.uuid, { ...detail, ticket }] as const),
  ]);
  const send: Send = async (request) => {
    const reply = answers.get(request.url.pathname.split('/').at(-1) ?? '');
    return request.method === 'GET' && reply ? answerJson(200, reply) : await world.send(request);
  };
  for (const line of lines) expect(await machine.run(line, { send })).toMatchObject({ code: 0 });
  return { machine, tickets: answers.get('tickets') };
}

/** One with 5,000 of both, and 500 details. */
async function openLarge() {
  const { machine, tickets } = await openWith(5_000, ['tickets list --segment all --waiting -q', 'tasks list -q']);
  // The first time, the code is loaded too.
  await open(machine, '');
  const text = JSON.stringify(tickets);
  const start = processorTime();
  for (let times = 0; times < 3; times++) JSON.parse(text);
  return { machine, parseMs: (processorTime() - start) / 3 };
}

/** How many rows the first screen has, and the processor time until then (milliseconds). */
async function open(machine: Pick<Machine, 'run'>, flags: string) {
  const start = processorTime();
  let opened: { readonly left: number; readonly ms: number } | undefined;
  const player: Player = (written, type) => {
    const [, left] = /\b(\d+) left/.exec(stripVTControlCharacters(written)) ?? [];
    if (opened || left === undefined) return;
    opened = { left: Number(left), ms: processorTime() - start };
    type('q');
  };
  await machine.run(`triage --offline ${flags}`, { terminal: { columns: 140, rows: 40 }, player });
  return opened;
}

const large = allTests(openLarge);

test.each([
  // It does not wait for all details.
  ['', 128],
  ['-a @me', 128],
  ['--state all --sort -priority', 5_000],
  ['--tasks', 5_000],
])('triage %s opens with %d rows, soon', async (flags, rows) => {
  const { machine, parseMs } = large;
  // Compared with other work on the same rows, because machines differ. To read 500 details takes 25 times as long. V8
  // sometimes collects garbage or compiles meanwhile, so one of a few times is enough.
  let ms = Number.POSITIVE_INFINITY;
  for (let tries = 4; tries > 0 && ms >= 15 * parseMs; tries--) {
    const opened = await open(machine, flags);
    expect(opened?.left).toBe(rows);
    ms = Math.min(ms, opened?.ms ?? ms);
  }
  expect(ms).toBeLessThan(15 * parseMs);
});

/** With more details than are waited for, and fewer than there are. */
const smaller = allTests(() => openWith(300, ['tickets list --segment all --waiting -p urgent -q', 'tasks list -q']));

const unreachable: Send = async () => Promise.reject(new NetworkFailure('cannot be reached', true));

test.each<[string, Send?]>([['triage --offline'], ['triage', unreachable]])(
  '%s shows all that is remembered after its first screen, where the server cannot be asked',
  async (line, send) => {
    const shows = /160 tickets were not read and are left out/;
    await playTriage(smaller.machine, [{ shows, type: 'q' }], { line, send });
  },
);

test.each([
  ['', 'the list of all tickets has not been read: tracker sync'],
  ['--tasks', 'the list of your tasks has not been read: tracker sync'],
  ['--inbox', 'your inbox has not been read: tracker sync'],
])('triage --offline %s names what was never read, and the command that reads it', async (flags, words) => {
  const { machine } = await openQueueAtHome();
  const opened = await machine.run(`triage --offline ${flags}`, { terminal: { columns: 140, rows: 40 } });
  expect(opened).toMatchObject({ code: 4, stderr: expect.stringContaining(`error: ${words}\n`) });
});
