import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { openQueue, owner, shapes } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { answerTriage } from '../../support/triage.js';

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/;

test('a ticket is not converted to a task of an archived project', async () => {
  const machine = await (await openQueue()).machine(owner);
  const { stdout: archived } = await machine.run('projects list --status archived -q');
  const [key = ''] = archived.split('\n');
  expect(key).toMatch(/^[A-Z]+$/);
  const { stdout } = await answerTriage(machine, ['c\n', '\n', 'q\n']);
  expect(stdout).toMatch(/\d BOP, /);
  expect(stdout).not.toContain(` ${key}, `);
});

test.each(shapes)('what is undone outside the list is named by reference and title, %s shape', async (shape) => {
  const machine = await (await openQueue({ shape })).machine(owner);
  await machine.run('tickets edit BERG-12 --priority urgent');
  const { stdout } = await answerTriage(machine, ['u\n', 'q\n']);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'undone: BERG-12 "Please take me off the newsletter": priority from urgent to low',
  );
  expect(stdout).not.toMatch(uuid);
});

test.each(shapes)('a ticket that is gone, or has another key, is named by its reference, %s shape', async (shape) => {
  const world = await openQueue({ shape });
  const machine = await world.machine(owner);
  const detail = (await world.json('tickets view CASA-8')) as { uuid: string };
  const play = async (send: Send, ...keys: readonly string[]) =>
    await answerTriage(machine, keys, { line: 'triage --plain -s open --sort updated', send });
  const isDetail = ({ pathname }: URL): boolean => pathname.endsWith(detail.uuid);
  const gone = await play(
    async (request) => (isDetail(request.url) ? answerJson(404, { message: 'not found' }) : await world.send(request)),
    'r\n',
    'q\n',
  );
  expect(gone, gone.stdout).toMatchObject({ code: 0 });
  expect(stripVTControlCharacters(gone.stdout)).toMatch(
    /^CASA-8 [\s\S]*\nCASA-8 is no longer there, or you can no longer see it\n/m,
  );
  expect(`${gone.stdout}${gone.stderr}`).not.toMatch(uuid);
  expect(gone.stdout).not.toMatch(/1 reply/);
  const renamed = await play(
    async (request) => {
      const reply = await world.send(request);
      if (!isDetail(request.url) || request.method !== 'GET') return reply;
      const pieces: Uint8Array[] = [];
      for await (const piece of reply.body) pieces.push(piece);
      const text = Buffer.concat(pieces).toString('utf8');
      return answerJson(200, JSON.parse(text.replaceAll('"CASA-8"', '"CASA-99"')));
    },
    's\n',
    '2\n',
    'q\n',
  );
  expect(renamed, renamed.stdout).toMatchObject({ code: 0 });
  expect(renamed.stdout.replace(/\s+/g, ' ')).toContain('CASA-8 is now CASA-99');
  expect(`${renamed.stdout}${renamed.stderr}`).not.toMatch(/standard input|[0-9a-f]{8}-[0-9a-f]{4}/);
});
