import { beforeAll, describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { Hint } from '../../../src/contract/shapes/session.js';
import type { Send } from '../../../src/http/message.js';
import { narrow, openWorld, printed, type Ran, refused, type TestWorld } from '../../support/run.js';
import { answer } from '../../support/sandbox/in-process.js';
import { allTests } from '../../support/set-up.js';

const hints = [
  { type: 'entity', entityType: 'task', entityId: '6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d' },
  { type: 'inbox' },
  { type: 'entity', entityType: 'ticket', entityId: 'x\u009b\u202e' },
] as const;

describe('events', () => {
  const world = allTests(openWorld);
  let userId = '';
  beforeAll(async () => {
    const me = (await world.json('me')) as { readonly user: { readonly id: string } };
    userId = me.user.id;
  });

  /** Runs the command; once its stream is open hints are announced, and then it is interrupted. */
  async function during(
    line: string,
    options: Parameters<TestWorld['run']>[1] = {},
    announced: readonly Hint[] = hints,
  ): Promise<Ran> {
    const stopping = new AbortController();
    const send: Send = async (request) => {
      const reply = await world.send(request);
      if (!request.url.pathname.endsWith('/events')) return reply;
      for (const hint of announced) world.sandbox.world.announce([userId], hint);
      setTimeout(() => stopping.abort(new TrackerError('interrupted', 'interrupted')), 150);
      return reply;
    };
    return await world.run(line, { ...options, send, signal: stopping.signal });
  }

  test('one JSON document a line, made harmless, until Ctrl-C', async () => {
    world.takeRequests();
    const { code, stdout, stderr } = await during('events');
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'error: interrupted\n' });
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(hints);
    expect(stdout).not.toMatch(/[\u0080-\u009f\u202e]/);
    expect(world.takeRequests()).toEqual(['GET /api/v1/events']);
  });

  test('of some kinds only', async () => {
    expect((await during('events --kind inbox')).stdout).toBe('{"type":"inbox"}\n');
    expect((await during('events --kind entity --jsonl')).stdout.split('\n').length).toBe(3);
    expect((await during('events --kind entity,inbox --json')).stdout.split('\n').length).toBe(4);
  });

  test('through a jq expression, each as it comes', async () => {
    const { code, stdout } = await during('events --kind inbox --jq .type');
    expect({ code, stdout }).toEqual({ code: 130, stdout: 'inbox\n' });
  });

  test('at a terminal: lines to read with references, and Ctrl-C is no error', async () => {
    const uuidOf = async (line: string): Promise<string> => ((await world.json(line)) as { uuid: string }).uuid;
    const about = async (entityType: string, line: string) => ({
      ...{ type: 'entity', entityType },
      entityId: await uuidOf(line),
    });
    const announced = [
      await about('task', 'tasks view SCM-12'),
      await about('ticket', 'tickets view BERG-9'),
      ...hints,
    ];
    const { code, stdout, stderr } = await during('events', narrow, announced);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^\d\d:\d\d {2}task {5}SCM-12 {2}\S/),
      expect.stringMatching(/^\d\d:\d\d {2}ticket {3}BERG-9 {2}\S/),
      expect.stringMatching(/^\d\d:\d\d {2}task {5}6a1b0c9d-8e7f-4a6b-9c5d-4e3f2a1b0c9d/),
      expect.stringMatching(/^\d\d:\d\d {2}inbox$/),
      expect.stringMatching(/^\d\d:\d\d {2}ticket {3}x\S+/),
      '',
    ]);
    expect({ code, stderr }).toEqual({ code: 130, stderr: 'Listening to work.example; press Ctrl-C to stop.\n' });
  });

  test('at a terminal, JSON stays JSON', async () => {
    const { stdout, stderr } = await during('events --kind inbox --jsonl', narrow);
    expect({ stdout, stderr }).toEqual({ stdout: '{"type":"inbox"}\n', stderr: '' });
  });
});

test('bad input sends nothing', async () => {
  const world = await openWorld();
  expect(await world.run('events --kind task')).toEqual(refused(2, '--kind takes entity or inbox, not "task"'));
  for (const format of ['--csv', '--tsv', '-q', '--fields type'])
    expect(await world.run(`events ${format}`)).toEqual(refused(2, 'events are printed only as JSON lines'));
  expect((await world.run('events --json=type')).code).toBe(2);
  expect(world.takeRequests()).toEqual([]);
});

test('nothing to follow is no failure', async () => {
  const world = await openWorld();
  expect(await world.run('events', { send: async () => answer(204, '') })).toEqual(printed(''));
});
