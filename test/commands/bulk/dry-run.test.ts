import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { narrow, openWorld, printed, remarked } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('a dry run of many', () => {
  const world = allTests(openWorld);
  beforeAll(async () => {
    await world.run('tasks list --scope all -q');
    await world.run('tickets list --segment all -q');
  });
  beforeEach(() => void world.takeRequests());

  /** Each answer comes later than the next one's: what was asked for first is known last. */
  const backwards = (): Send => {
    let waits = 64;
    return async (request) => {
      waits = Math.max(0, waits - 8);
      const pause = waits;
      const reply = await world.send(request);
      await new Promise((resolve) => setTimeout(resolve, pause));
      return reply;
    };
  };

  test('shows the requests in the order given, each whole', async () => {
    const refs = Array.from({ length: 9 }, (_, at) => `SCM-${9 - at}`);
    const uuids: string[] = [];
    for (const ref of refs) uuids.push(((await world.json(`tasks view ${ref}`)) as { uuid: string }).uuid);
    const line = `tasks edit ${refs.join(' ')} --add-tag zz -p low -n --json`;
    const { code, stdout, stderr } = await world.run(line, { send: backwards() });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^\{"warning":\{"message":"--tag zz has not been seen on this server".*\}\}\n$/),
    });
    const shown = JSON.parse(stdout) as { url: string; body: { priority: string; tags: string[] } }[];
    expect(shown.map(({ url }) => url)).toEqual(uuids.map((uuid) => `${world.url}/api/v1/tasks/${uuid}`));
    for (const { body } of shown) expect(body).toMatchObject({ priority: 'low', tags: expect.arrayContaining(['zz']) });
  });

  test('one that is not there is reported next to the requests of the others, and nothing is called done', async () => {
    const { code, stdout, stderr } = await world.run('tasks edit SCM-2 SCM-999 SCM-1 -p low -n --json');
    expect(code).toBe(8);
    expect((JSON.parse(stdout) as { method: string }[]).map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { warning: { message: 'SCM-999: there is no task SCM-999 that you can see' } },
      { error: { code: 'partial', message: '1 of 3 would fail: SCM-999' } },
    ]);
    const single = await world.run('tasks edit SCM-999 -p low -n', narrow);
    expect(single).toEqual({ code: 4, stdout: '', stderr: 'error: there is no task SCM-999 that you can see\n' });
  });

  test('where there is nothing to do it says so, in every format', async () => {
    await world.run('tasks edit SCM-12 --add-tag there');
    const line = 'tasks edit SCM-12 --add-tag there -n';
    const nothing = 'SCM-12 is already up to date.\nNothing would be sent.\n';
    expect(await world.run(line, narrow)).toEqual(remarked('', nothing));
    expect(await world.run(line)).toEqual(remarked('', nothing));
    expect(await world.run(`${line} --json`)).toEqual(printed('[]\n'));
    expect(await world.run(`${line} --jsonl`)).toEqual(printed(''));
    expect(await world.run(`${line} --csv`)).toEqual(remarked('method,url,body,files\r\n', nothing));
  });

  test('one that fails does not say so', async () => {
    expect((await world.run('tasks edit SCM-999 -p low -n')).stderr).not.toContain('Nothing');
  });
});
