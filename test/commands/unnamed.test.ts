import { describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { openWorld } from '../support/run.js';
import { answer } from '../support/sandbox/in-process.js';
import { changingJson } from '../support/servers/meddling.js';

const creates = [
  ['tasks create --project SCM -t x', 'POST /tasks', 'tracker tasks list --scope mine'],
  ['tickets create --org scandia-maritime --subject x', 'POST /tickets', 'tracker tickets list'],
  ['tickets convert BERG-9 --again --project BOP -t x', '/tasks', 'tracker tasks list --scope all'],
  ['notes create -t x', 'POST /notes', 'tracker notes list'],
  ['chat create --org scandia-maritime -t x -b y', 'POST /chat/threads', 'tracker chat list'],
] as const;

describe.each(creates)('%s', (line, route, look) => {
  test.each(['', 'null', '{"id":""}'])(
    'answered 201 with %j is taken, under a name nobody knows: exit 8, and no line where it belongs',
    async (body) => {
      const world = await openWorld();
      const posted: string[] = [];
      const send: Send = async (request) => {
        if (request.method !== 'POST') return await world.send(request);
        posted.push(`POST ${request.url.pathname.slice('/api/v1'.length)}`);
        return answer(201, body);
      };
      for (const format of ['', ' --json', ' -q']) {
        const { code, stdout, stderr } = await world.run(line + format, { send });
        expect({ code, stdout }).toEqual({ code: 8, stdout: '' });
        const message = 'the server accepted "x" but did not send its reference';
        if (format === ' --json')
          expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'unknown_outcome', message } });
        else expect(stderr).toBe(`error: ${message}\nhint: ${look}\n`);
      }
      expect(posted).toEqual([1, 2, 3].map(() => expect.stringMatching(new RegExp(`${route}$`))));
    },
  );

  test('answered with its id within an object is created', async () => {
    const kind = /^(task|ticket|note|chat)/.exec(line.replace('tickets convert', 'tasks'))?.[1] ?? '';
    const world = await openWorld();
    const field = kind === 'chat' ? 'thread' : kind;
    const send = changingJson(world.send, (body, route) => (route.startsWith('POST ') ? { [field]: body } : body));
    const { code, stdout, stderr } = await world.run(line, { send });
    expect([code, stdout, stderr]).toEqual([
      0,
      expect.stringMatching(/^\S+\n$/),
      expect.not.stringContaining('warning'),
    ]);
    const made = JSON.parse((await world.run(`${line} --json`, { send })).stdout);
    expect(made).toEqual({ ref: expect.stringMatching(/./), uuid: expect.stringMatching(/-/), ...made });
    expect(Object.keys(made)).toHaveLength(3);
  });
});
