import { beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '../../src/http/message.js';
import { answer } from '../support/in-process.js';
import type { Meddle } from '../support/meddled-service.js';
import { expectSense, oddShapes } from '../support/odd-shapes.js';
import { openWorld, type TestWorld } from '../support/run.js';
import { lists, views } from '../trust/read-commands.js';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});

const meddled =
  (meddle: Meddle): Send =>
  async (request) => {
    const reply = await world.send(request);
    const chunks: Uint8Array[] = [];
    for await (const chunk of reply.body) chunks.push(chunk);
    const route = `${request.method} ${request.url.pathname.replace('/api/v1', '')}`;
    const body = meddle(JSON.parse(Buffer.concat(chunks).toString('utf8')), route, reply.status);
    return answer(reply.status, JSON.stringify(body), { 'content-type': 'application/json' });
  };

describe.each(oddShapes)('%s', (_what, meddle) => {
  test.each([...lists, ...views])('no crash, and nothing that nobody wrote (%s)', async (words) => {
    const send = meddled(meddle);
    const piped = await world.run(words, { send });
    expectSense(words, piped);
    const shown = await world.run(words, { send, terminal: { columns: 80 }, env: { NO_COLOR: '1' } });
    expectSense(words, shown);
    expect(shown.code).toBe(piped.code);
    if (words === 'status --short') return;
    const json = await world.run(`${words} --json`, { send });
    expect(json.code).toBe(piped.code);
    if (json.stdout !== '') JSON.parse(json.stdout);
    for (const line of json.stderr.split('\n').filter(Boolean)) JSON.parse(line);
  });
});
