import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { NetworkFailure } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { openWorld, owner } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(() => openWorld({ seed: 'demo:1' }));
const machine = eachTest(() => world.machine(owner));

const refuseComments: Send = async (request) =>
  request.method === 'POST' ? answerJson(500, { message: 'down' }) : await world.send(request);

describe('R70: a draft', () => {
  test('R70: stays for those it was not sent to', async () => {
    await machine.run('tasks comment SCM-12 SCM-13 -b Words', { send: refuseComments });
    const [draft] = draftsOf(machine);
    const { code, stderr } = await machine.run(`tasks comment SCM-12 --from-draft ${draft?.id}`);
    expect(code).toBe(0);
    expect(stderr).toContain(`draft ${draft?.id} is kept: it was not sent to SCM-13`);
    expect(stderr).toContain(`tracker tasks comment SCM-13 --from-draft ${draft?.id}`);
    expect(draftsOf(machine)[0]?.words).toEqual(['tasks', 'comment', 'SCM-13']);
    expect((await machine.run(`tasks comment SCM-13 --from-draft ${draft?.id}`)).code).toBe(0);
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: is the file it is in, whatever id is written there', async () => {
    await machine.run('tasks comment SCM-12 -b First', { send: refuseComments });
    await machine.run('tasks comment SCM-12 -b Second', { send: refuseComments });
    const [one, other] = draftsOf(machine);
    if (!one || !other) throw new Error('two drafts were kept');
    writeFileSync(one.path, readFileSync(one.path, 'utf8').replace('{', `{"number":${other.id},`));
    expect((await machine.run(`tasks comment SCM-12 --from-draft ${one.id}`)).code).toBe(0);
    expect(draftsOf(machine).map(({ id }) => id)).toEqual([other.id]);
    renameSync(other.path, join(machine.folder, 'state', 'ledger', '..odd.jsonl'));
    expect((await machine.run(`tasks comment SCM-12 --from-draft ${other.id}`)).code).toBe(4);
  });
});

describe('R70: a draft that two send at the same moment', () => {
  test('R70: what the second has changed in it stays a draft of its own', async () => {
    await machine.run('tasks comment SCM-12 -b Words', { send: refuseComments });
    const id = draftsOf(machine)[0]?.id;
    const ran = await Promise.all(
      ['One', 'Two'].map(async (stdin) => await machine.run(`tasks comment SCM-12 --from-draft ${id} -F -`, { stdin })),
    );
    expect(ran.map(({ code }) => code).sort()).toEqual([0, 6]);
    const lost = ran[0]?.code === 6 ? 'One' : 'Two';
    expect(draftsOf(machine)).toMatchObject([{ flags: { body: lost } }]);
    const left = draftsOf(machine)[0]?.id;
    expect(left).not.toBe(id);
    expect(ran.map(({ stderr }) => stderr).join('')).toContain(
      `send it again: tracker tasks comment SCM-12 --from-draft ${left}`,
    );
  });
});

test('R70: a draft that can no longer be written ends nothing: each reference is reported, and commented on once', async () => {
  const drafts = join(machine.folder, 'state', 'ledger');
  let posts = 0;
  const send: Send = async (request) => {
    if (request.method === 'POST' && posts++ === 0) {
      rmSync(drafts, { recursive: true });
      writeFileSync(drafts, 'no folder any more');
    }
    return await world.send(request);
  };
  const { code, stdout } = await machine.run('tasks comment SCM-12 SCM-13 SCM-14 SCM-15 SCM-16 SCM-17 -b Words', {
    send,
  });
  expect({ code, posts }).toEqual({ code: 0, posts: 6 });
  expect(stdout).toBe([12, 13, 14, 15, 16, 17].map((number) => `SCM-${number}\ttrue\t\n`).join(''));
});

describe('R70: a draft that is sent to somebody else', () => {
  const keptFor = async (ref: string): Promise<string> => {
    await machine.run(`tasks comment ${ref} -b Words`, { send: refuseComments });
    return draftsOf(machine)[0]?.id ?? '';
  };
  const posts = (): readonly string[] => world.takeRequests().filter((line) => line.startsWith('POST'));

  test('R70: says so in a pipe, and goes there', async () => {
    const id = await keptFor('SCM-12');
    world.takeRequests();
    const { code, stderr } = await machine.run(`tasks comment SCM-13 --from-draft ${id}`);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `warning: draft ${id} was written for SCM-12, but would now be sent to SCM-13\n`,
    });
    expect(posts().length).toBe(1);
    expect(draftsOf(machine)).toEqual([]);
  });

  test('R70: asks at a terminal; without a yes nothing is sent and the draft is as it was', async () => {
    const id = await keptFor('SCM-12');
    const [draft] = draftsOf(machine);
    world.takeRequests();
    const at = { terminal: { columns: 200 }, env: { NO_COLOR: '1' } };
    const no = await machine.run(`tasks comment SCM-13 --from-draft ${id}`, { ...at, stdin: 'n\r' });
    expect(no).toMatchObject({ code: 0, stdout: '' });
    expect(no.stderr).toContain(`draft ${id} was written for SCM-12, but would now be sent to SCM-13`);
    expect(no.stderr).toContain(`Not sent; kept as draft ${id}.\n`);
    expect(posts()).toEqual([]);
    expect(draftsOf(machine)).toEqual([draft]);
    const yes = await machine.run(`tasks comment SCM-13 --from-draft ${id}`, { ...at, stdin: 'y\r' });
    expect({ code: yes.code, posts: posts().length }).toEqual({ code: 0, posts: 1 });
  });

  test('R70: does not ask with -y, nor where it goes where it was meant to go', async () => {
    const at = { terminal: { columns: 200 }, env: { NO_COLOR: '1' } };
    const same = await machine.run(`tasks comment scm-12 --from-draft ${await keptFor('SCM-12')}`, at);
    expect(same).toMatchObject({ code: 0, stderr: 'Commented on SCM-12.\n' });
    const other = await machine.run(`tasks comment SCM-13 -y --from-draft ${await keptFor('SCM-12')}`, at);
    expect(other).toMatchObject({ code: 0, stderr: expect.stringContaining('but would now be sent to SCM-13\n') });
  });
});

test('what may have been done is not said to be undone', async () => {
  const send: Send = async (request) => {
    if (request.method === 'PATCH') throw new NetworkFailure('work.example: gone', false, { isLasting: true });
    return await world.send(request);
  };
  const { code, stderr } = await machine.run('tasks edit SCM-12 SCM-13 -p urgent', { send });
  expect({ code, isHonest: stderr.includes('2 of 2 failed or have an unknown outcome') }).toEqual({
    code: 8,
    isHonest: true,
  });
});

describe('what fails after a write that was accepted', () => {
  test.each([
    ['tasks checklist SCM-12 --add Rope', 503],
    ['tasks edit SCM-12 --add-tag rope', 404],
    ['tickets edit BERG-9 --add-tag rope', 401],
    ['tickets checklist BERG-9 --add Rope', 500],
  ])('%s is no failure that invites to write it again', async (words, status) => {
    let writes = 0;
    const send: Send = async (request) => {
      if (request.method !== 'GET') writes++;
      else if (writes > 0) return answerJson(status, { message: 'not now' });
      return await world.send(request);
    };
    const { code, stderr } = await machine.run(words, { send });
    expect({ code, writes }).toEqual({ code: 8, writes: 1 });
    expect(stderr).toContain('the change was written, but could not be read back');
  });
});
