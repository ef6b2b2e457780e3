import { describe, expect, test } from 'vitest';
import { readConfig } from '../../support/computer/config-files.js';
import { makeHome } from '../../support/computer/home.js';
import { start, tracker } from '../../support/computer/program.js';
import { startServiceFor, task } from '../../support/sandbox/service.js';
import { stream } from '../../support/servers/event-answers.js';
import { type Answer, json } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const home = eachTest(makeHome);
const service = eachTest(() => startServiceFor(home));

const route = 'GET /api/v1/events';
const hint = `data: ${JSON.stringify({ type: 'entity', entityType: 'task', entityId: task.uuid })}\n\n`;

/** A stream that the test writes to. */
function openStream(): { readonly answer: Answer; send(text: string): void } {
  let send = (_text: string): void => undefined;
  const answer: Answer = (exchange) => {
    send = (text) => void exchange.response.write(text);
    stream([])(exchange);
  };
  return { answer, send: (text) => send(text) };
}

/** The task has this status from now on. */
function setStatus(status: string): void {
  service.on(`GET /api/v1/tasks/${task.uuid}`, service.guarded(json({ task: { ...task, status } })));
}

const isStored = (token: string): boolean => JSON.stringify(readConfig(home, 'credentials')).includes(token);

/** The token of each look at a list. */
const looks = (): readonly (string | undefined)[] =>
  service.requests
    .filter(({ target }) => /^\/api\/v1\/(?:inbox|tasks)(?:\?|$)/.test(target))
    .map(({ headers }) => headers.authorization);

const reads = (): number => service.requests.filter(({ target }) => target.endsWith(task.uuid)).length;

describe('the built program while something is watched', () => {
  test.each(['inbox watch', 'tasks --watch'])('other programs use it too, and so does %s', async (line) => {
    const events = openStream();
    service.on(route, service.rotating(events.answer));
    service.on('GET /api/v1/inbox', service.guarded(json({ items: [], actors: {} })));
    const old = service.token();
    const running = start(home, ['tracker', ...line.split(' '), '--jsonl']);
    await until('the new token', () => service.token() !== old && isStored(service.token()));
    // Requests that were already on their way may still bring the old one.
    await until('the first looks', () => looks().length > 0);
    expect(await tracker(home, ['view', task.uuid, '--json'])).toMatchObject({ code: 0, stderr: '' });
    const before = looks().length;
    const item = { id: 'n-1', kind: 'taskAssigned', title: 'is done', createdAt: new Date().toISOString() };
    service.on('GET /api/v1/inbox', service.guarded(json({ items: [item], actors: {} })));
    service.on('GET /api/v1/tasks', service.guarded(json({ tasks: [{ ...task, title: 'is done' }] })));
    events.send('data: {"type":"inbox"}\n\n');
    await until('the change', () => running.stdout().includes('is done'));
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
    expect(new Set(looks().slice(before))).toEqual(new Set([`Bearer ${service.token()}`]));
  });

  test('stopped and continued, it prints what came meanwhile, once', async () => {
    const events = openStream();
    service.on(route, service.guarded(events.answer));
    const running = start(home, ['tracker', 'watch', task.uuid, '--tsv']);
    await until(
      'the first looks',
      () => reads() >= 2 && service.requests.some(({ target }) => target.endsWith('/events')),
    );
    running.kill('SIGSTOP');
    setStatus('in_review');
    for (let count = 0; count < 5; count++) events.send(hint);
    running.kill('SIGCONT');
    await until('the change', () => running.stdout().includes('in_review'));
    setStatus('done');
    events.send(hint);
    await until('the next', () => running.stdout().includes('done'));
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130, stderr: 'error: interrupted\n' });
    expect(
      running
        .stdout()
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t').slice(2, 5)),
    ).toEqual([
      ['status', 'todo', 'in_review'],
      ['status', 'in_review', 'done'],
    ]);
  });

  test('a server without a stream is looked at from time to time, which is said once', async () => {
    service.on(route, service.guarded(json({ message: 'not here' }, 501)));
    const running = start(home, ['tracker', 'inbox', 'watch', '--tsv']);
    service.on('GET /api/v1/inbox', service.guarded(json({ items: [], actors: {} })));
    await until('the warning', () => running.stderr().includes('\n'));
    expect(running.stderr()).toBe(
      `warning: checking every 30 s (${new URL(service.origin).host} returned 501: not here)\n`,
    );
    running.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
  });

  test('--wait also ends a first look that nothing answers', async () => {
    const mute: Answer = () => undefined;
    for (const target of [`/api/v1/tasks/${task.uuid}`, '/api/v1/search']) service.on(`GET ${target}`, mute);
    for (const ref of [task.uuid, 'ABC-1']) {
      const running = start(home, ['tracker', 'watch', ref, '--until', 'status=done', '--wait', '1']);
      const host = new URL(service.origin).host;
      // Well before a request that is not answered ends by itself.
      expect(await running.ended).toMatchObject({ code: 7, stderr: `error: ${host} did not respond within 1 s\n` });
    }
  });

  test('a reader that goes away ends it quietly', async () => {
    const events = openStream();
    service.on(route, service.guarded(events.answer));
    const running = start(home, ['sh', '-c', `tracker watch ${task.uuid} --tsv | head -1`]);
    await until('the first looks', () => reads() >= 2);
    setStatus('in_review');
    events.send(hint);
    await until('the line', () => running.stdout().includes('in_review'));
    setStatus('done');
    events.send(hint);
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
