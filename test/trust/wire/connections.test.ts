import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { start } from '../../support/computer/program.js';
import { canary, startServiceFor, task } from '../../support/sandbox/service.js';
import { type Answer, json, redirect } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { credentialsFile } from '../tokens/helpers.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home, ['--name', 'work']));

const path = `/api/v1/tasks/${task.uuid}`;

/** The requests of a command. Fails unless it opens this many connections. */
async function sentBy(words: string, connections = 1): Promise<readonly string[]> {
  const before = { requests: service.requests.length, connections: service.connections() };
  const { code, stderr } = await start(home, ['tracker', ...words.split(' ')]).ended;
  expect(code, stderr).toBe(0);
  expect(service.connections() - before.connections).toBe(connections);
  return service.requests.slice(before.requests).map(({ method, target }) => `${method} ${target.split('?')[0]}`);
}

test('a lookup and what is read back share a connection, and the write between them has its own', async () => {
  const withTags = (...tags: readonly string[]): Answer => service.guarded(json({ task: { ...task, tags } }));
  service.on('GET /api/v1/search', service.guarded(json({ results: [{ type: 'task', ...task }] })));
  service.on(`PATCH ${path}`, service.guarded(json({ success: true })));
  service.on(`GET ${path}`, withTags(), withTags('gate'));
  const sent = await sentBy('tasks edit ABC-1 --add-tag gate', 2);
  expect(sent).toEqual(['GET /api/v1/search', `GET ${path}`, `PATCH ${path}`, `GET ${path}`]);
});

test('a request goes on over its connection after a redirect', async () => {
  service.on('GET /api/v1/tasks', redirect('/api/v1/work'));
  service.on('GET /api/v1/work', service.guarded(json({ tasks: [task] })));
  expect(await sentBy('tasks list')).toEqual(['GET /api/v1/tasks', 'GET /api/v1/work']);
});

test('a request is repeated over its connection after a busy server, and with a newer token', async () => {
  const busy = json({ message: 'busy' }, 503);
  const newer: Answer = (exchange) => {
    const next = canary();
    writeFileSync(credentialsFile(home), readFileSync(credentialsFile(home), 'utf8').replace(service.token(), next));
    service.take(next);
    json({ message: 'No session' }, 401)(exchange);
  };
  service.on('GET /api/v1/tasks', busy, newer, service.guarded(json({ tasks: [task] })));
  expect(await sentBy('tasks list')).toEqual(Array(3).fill('GET /api/v1/tasks'));
});

test('a command that can write opens no connection for a write if it only reads', async () => {
  service.on('GET /api/v1/tasks', service.guarded(json({ tasks: [task] })));
  expect(await sentBy('api /tasks')).toEqual(['GET /api/v1/tasks']);
});
