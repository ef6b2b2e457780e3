import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBytes } from '../../../src/http/body/read.js';
import type { HttpRequest, Send } from '../../../src/http/message.js';
import { openQueue, owner, shapes, type WorldOptions } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import type { Step } from '../../support/terminal/play-screen.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

const text = [
  'See [the plan](https://plan.example/a?b=1), `https://code.example/x`, [us](mailto:help@plan.example?subject=x),',
  '[this](javascript:alert(1)), [that](file:///etc/passwd), [odd](ftp://plan.example/), CASA-17, BERG-9 and UTF-8.',
].join('\n');

/** CASA-8, the first row, to which its customer has written this with a file, and the owner's computer. */
async function open(body = text, options: WorldOptions = {}) {
  const world = await openQueue(options);
  const [machine, customer] = [await world.machine(owner), await world.machine('jose@casa-azul.example')];
  writeFileSync(join(customer.workingFolder, 'plan.txt'), 'Open the gate.\n');
  const file = join(customer.workingFolder, 'plan.txt');
  const written = await customer.run(['tickets', 'reply', 'CASA-8', '-y', '-b', body, '--attach', file]);
  expect(written).toMatchObject({ code: 0 });
  // What was read before knows what CASA-17 and BERG-9 are.
  await machine.run('tickets list --segment all -q');
  const folder = join(machine.folder, 'files');
  const play = async (steps: readonly Step[], more: Parameters<typeof playTriage>[2] = {}) =>
    await playTriage(machine, [{ shows: read, type: 'f' }, ...steps], {
      line: ['triage', '-s', 'open', '--org', 'casa-azul', '--sort', '-updated', '--dir', folder].join(' '),
      size: { columns: 120, rows: 40 },
      ...more,
    });
  return { world, machine, folder, play };
}

const read = /CASA-8 Newsletter[\s\S]*customer · just now/;

const shown = /follow in CASA-8 *\n/;

test.each(shapes)('a key downloads, opens, goes or copies, and nothing else is a link, %s shape', async (shape) => {
  const { folder, machine, play } = await open(text, { shape });
  const address = join(machine.folder, 'address');
  const browser = join(machine.folder, 'browser');
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > '${address}'\n`, { mode: 0o755 });
  const { shot, stdout } = await play(
    [
      { shows: shown, type: 'a', name: 'all' },
      { shows: /✓ saved \S+plan\.txt/, type: 'fb' },
      { shows: /✓ opened https:\/\/plan\.example\/a\?b=1/, type: 'fd' },
      { shows: /✓ copied help@plan\.example/, type: 'fg' },
      { shows: /│ BERG-9 Invoice[\s\S]*newest first/, type: '\u007f' },
      { shows: /│ CASA-8 /, type: 'q' },
    ],
    { env: { BROWSER: browser } },
  );
  const lines = shot('all')
    .split('\n')
    .map((line) => line.trim());
  const start = lines.indexOf('follow in CASA-8');
  expect(lines.slice(start + 1, start + 9)).toEqual([
    'a download plan.txt  15 B',
    'b open https://plan.example/a?b=1',
    'c open https://code.example/x',
    'd copy help@plan.example',
    'e go to CASA-17  ¡Urgente! Banner for Saturday: garden closed because of the storm',
    'g go to BERG-9  Invoice totals differ by one cent',
    expect.stringMatching(/^h copy /),
    expect.stringMatching(/^i copy /),
  ]);
  expect(readFileSync(join(folder, 'plan.txt'), 'utf8')).toBe('Open the gate.\n');
  expect(readFileSync(address, 'utf8')).toBe('https://plan.example/a?b=1');
  expect(stdout).toContain(`\u001b]52;c;${Buffer.from('help@plan.example').toString('base64')}\u0007`);
});

test('what is there is never overwritten, and what is refused says why', async () => {
  const { world, folder, play } = await open();
  const isFile = ({ url }: HttpRequest): boolean => url.pathname.startsWith('/api/attachments/');
  const send: Send = async (request) =>
    isFile(request) ? answerJson(403, { message: 'Not for you.' }) : await world.send(request);
  const refused = await play(
    [
      { shows: shown, type: 'a' },
      { shows: /! plan\.txt was not downloaded: Not for you/, type: 'q' },
    ],
    { send },
  );
  expect(refused.stderr).toBe('');
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'plan.txt'), 'mine');
  await play([
    { shows: shown, type: 'a' },
    { shows: /! plan\.txt was not downloaded: \S+ already exists/, type: 'q' },
  ]);
  expect(readFileSync(join(folder, 'plan.txt'), 'utf8')).toBe('mine');
});

test('a file whose name leads elsewhere stays in the folder', async () => {
  const { world, folder, play } = await open();
  const send: Send = async (request) => {
    const reply = await world.send(request);
    if (!/\/tickets\/[^/]+$/.test(request.url.pathname)) return reply;
    const body = (await readBytes(reply)).toString().replaceAll('plan.txt', '../../evil\\u001b[2J.sh');
    return answerJson(200, JSON.parse(body));
  };
  await play(
    [
      { shows: shown, type: 'a' },
      { shows: /✓ saved /, type: 'q' },
    ],
    { send },
  );
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^evil.*\.sh$/)]);
});

test('without a connection, links are shown, files are refused, and known tickets are gone to', async () => {
  const { world, machine, folder } = await open();
  await playTriage(machine, [{ shows: opened, type: 'q' }]);
  await machine.run('tickets view CASA-8');
  world.takeRequests();
  const line = ['triage', '-s', 'open', '--org', 'casa-azul', '--sort', '-updated', '--offline', '--dir', folder].join(
    ' ',
  );
  await playTriage(
    machine,
    [
      { shows: /│ CASA-8 [\s\S]*attached: /, type: 'fb' },
      { shows: /! no browser could be started; open it yourself: https:\/\/plan\.example/, type: 'fa' },
      { shows: /! plan\.txt was not downloaded: /, type: 'fe' },
      { shows: /│ CASA-17 /, type: 'q' },
    ],
    { line, size: { columns: 120, rows: 40 } },
  );
  expect(world.takeRequests()).toEqual([]);
});

test('right after a move, f waits for the row, and says why it cannot be read', async () => {
  const { world, machine, play } = await open();
  await machine.run('config set memory off');
  let fails = false;
  const move = (before: () => unknown): readonly Step[] => [
    { shows: shown, type: '\u001b' },
    { shows: /left {2}0 done(?![\s\S]*follow in)/, type: 'jf', before },
  ];
  const send: Send = async (request) =>
    fails && /\/tickets\/[^/]+$/.test(request.url.pathname)
      ? answerJson(400, { message: 'Not now.' })
      : await world.send(request);
  const failing = move(() => {
    fails = true;
  });
  await play([...failing, { shows: /! CASA-\d+: .*Not now/, type: 'kq' }], { send });
  await play([...move(() => undefined), { shows: /follow in CASA-(?!8 )\d+ *\n/, type: '\u0003\u0003' }]);
});

test('40 links have 40 keys', async () => {
  const { play } = await open(Array.from({ length: 40 }, (_, at) => `- https://plan.example/${at + 1}`).join('\n'));
  for (const size of [
    { columns: 60, rows: 20 },
    { columns: 80, rows: 24 },
  ])
    await play(
      [
        { shows: /follow in CASA-8 .*\d+ more ↓ *\n a download plan\.txt/, type: 'F' },
        { shows: /yourself:\s+https:\/\/plan\.example\/40/, type: 'q' },
      ],
      { size },
    );
});

test('in lines, each has its key too', async () => {
  const { machine, folder } = await open();
  const { stdout } = await answerTriage(machine, ['f\r', 'a\r', 'f BERG-9\r', 'q\r'], {
    line: `triage --plain -s open --org casa-azul --sort -updated --dir ${folder}`,
  });
  expect(stdout).toMatch(/a download plan\.txt, 15 B\nb open https:\/\/plan\.example[\s\S]*\nsaved \S+plan\.txt/);
  expect(stdout.replace(/\u001b\[[\d;]*m/g, '')).toMatch(/\nBERG-9 Invoice totals differ by one cent\n/);
  expect(readdirSync(folder)).toEqual(['plan.txt']);
});

test('where a task may have the reference of a ticket, both are asked about; what is gone is said to be', async () => {
  const { machine, world, play } = await open('Is it SCM-3 or CASA-999?');
  await machine.run('projects list');
  // Nothing else tells of its tasks.
  const send: Send = async (request) =>
    request.url.pathname.endsWith('/tasks') ? answerJson(200, { tasks: [], users: {} }) : await world.send(request);
  const steps = [
    { shows: /b go to SCM-3 *\n c go to CASA-999 *\n/, type: 'c' },
    { shows: /! there is no task or ticket CASA-999 that you can see/, type: 'fb' },
    { shows: /found: [\s\S]*task:SCM-3 \(\S[\s\S]*ticket:SCM-3 \(Tablet/, type: 'ticket\r' },
    { shows: /│ SCM-3 Tablet[\s\S]*newest first/, type: 'q' },
  ];
  await play(steps, { send });
});

test('both are there where both are known', async () => {
  const { machine, play } = await open('Is it SCM-3?');
  await machine.run('tasks list --scope all -q');
  await play([
    { shows: /b go to SCM-3 {2}Roster view[^\n]*\n c go to SCM-3 {2}Tablet/, type: 'c' },
    { shows: /│ SCM-3 Tablet[\s\S]*newest first/, type: 'q' },
  ]);
});
