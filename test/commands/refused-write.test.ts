import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openWorld } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { allTests } from '../support/set-up.js';

const told = (error: string, hint?: string) => ({
  stderr: expect.stringContaining(`error: ${error}\n${hint === undefined ? '' : `hint: ${hint}\n`}`),
});

describe('a write that the server refuses as invalid (#10.9)', () => {
  const world = allTests(openWorld);
  let file = '';
  beforeAll(async () => {
    await world.run('tasks list --scope all');
    await world.run('tickets list --segment all');
    file = join((await world.machine()).workingFolder, 'trace.log');
    writeFileSync(file, 'x'.repeat(612_345));
  });

  const refusing =
    (status: number): Send =>
    async (request) =>
      request.method === 'GET' ? await world.send(request) : answerJson(status, { error: 'No.' });

  test.each([
    ['tasks create --project SCM -t x -s odd', 'status', /todo/],
    ['tasks create --project SCM -t x --type odd', 'type', /bug/],
    ['tasks edit SCM-12 -p odd', 'priority', /low, medium/],
    ['tickets create --org lantern-works --subject x -p odd', 'priority', /low, medium/],
    ['tickets edit BERG-9 --category odd', 'category', /billing/],
    ['tickets convert BERG-9 --again --project BOP -t x --type odd', 'type', /bug/],
  ])('%s: the hint names the values seen on this server', async (words, field, values) => {
    const { code, stderr } = await world.run(words, { send: refusing(400), env: { NO_COLOR: '1' } });
    expect(code).toBe(1);
    const seen = new RegExp(`^hint: values of ${field} seen on this server: (.*)$`, 'm').exec(stderr)?.[1];
    expect(seen).toMatch(values);
  });

  test('a value that was seen is no reason for a hint', async () => {
    const words = 'tasks edit SCM-12 -p low';
    const ran = await world.run(words, { send: refusing(400), terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
    expect(ran).toMatchObject({ code: 1, stderr: 'error: No.\n' });
  });

  test.each([400, 413])('an upload answered with %s: the hint says how large it was', async (status) => {
    const words = ['tasks', 'create', '--project', 'SCM', '-t', 'x', '--attach', file];
    const ran = await world.run(words, { send: refusing(status), env: { NO_COLOR: '1' } });
    expect(ran).toMatchObject({ code: 1, ...told('No.', 'the upload was 612 kB; servers limit upload sizes') });
  });
});
