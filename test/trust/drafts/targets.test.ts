import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NetworkFailure } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { openWorld, owner, wide } from '../../support/run.js';
import { carrierOf, giveKey, remember, renameKey } from '../../support/sandbox/keys.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { refusingWrites } from '../../support/servers/meddling.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);
const machine = eachTest(() => world.machine(owner));

const db = () => world.sandbox.world.db;

/** Writes a text that the server refuses, and gives the id of its draft. */
const keep = async (line: string): Promise<string> => {
  expect((await machine.run(line, { send: refusingWrites(world.send, 400) })).code).toBe(1);
  return draftsOf(machine)[0]?.id ?? '';
};

/** Changes what the only draft was written for. */
const retarget = (targets: Readonly<Record<string, string>> | undefined): void => {
  const { path = '' } = draftsOf(machine)[0] ?? {};
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), targets }));
};

/** Whether a command that writes a text is reminded of the draft. */
const isReminded = async (line: string): Promise<boolean> => {
  const { code, stderr } = await machine.run(line, wide);
  expect(code).toBe(0);
  return stderr.includes('An earlier draft');
};

/** Sends the only draft; says what was written. */
const resend = async (): Promise<{ readonly code: number; readonly stderr: string; readonly sent: string }> => {
  const writes = recordWrites(world.send);
  const { code, stderr } = await machine.run(`drafts send ${draftsOf(machine)[0]?.id} -y`, { send: writes.send });
  const sent = writes.take();
  return { code, stderr, sent: sent.map(({ line }) => line).join('\n') };
};

describe('R79: a draft is offered', () => {
  test('R79: for what it was written for, not for what took over its reference', async () => {
    const meant = carrierOf(db(), 'tickets', 'BERG-9').id;
    await keep('tickets note BERG-9 -b Hello');
    expect(await isReminded('tickets note berg-9 -b x')).toBe(true);
    giveKey(db(), 'orgs', { key: 'BERG', renamed: 'OLD', to: 'CASA' });
    // What the reference meant is still remembered.
    remember(machine, world.url, 'tickets', [['BERG-9', meant]]);
    expect(await isReminded('tickets note BERG-9 -b x')).toBe(false);
    expect(await isReminded(`tickets note ${carrierOf(db(), 'tickets', 'BERG-9').id} -b x`)).toBe(false);
    expect(await isReminded(`tickets note ${meant} -b x`)).toBe(true);
    expect(await isReminded('tickets note OLD-9 -b x')).toBe(true);
  });

  test('R79: where nothing is remembered', async () => {
    await keep('tasks comment SCM-9 -b Hello');
    remember(machine, world.url, 'tasks', []);
    expect(await isReminded('tasks comment SCM-9 -b x')).toBe(true);
  });

  test('R79: not for a task with the reference of the ticket, or a ticket with that of the task', async () => {
    await keep('tickets note SCM-9 -b Hello');
    expect(await isReminded('tasks comment SCM-9 -b x')).toBe(false);
    retarget({ 'scm-9': carrierOf(db(), 'tasks', 'SCM-9').id });
    expect(await isReminded('tickets note SCM-9 -b x')).toBe(false);
  });

  test('R79: without a uuid, by its reference, to its own command', async () => {
    await keep('tickets note SCM-9 -b Hello');
    retarget(undefined);
    expect(await isReminded('tickets note scm-9 -b x')).toBe(true);
    expect(await isReminded(`tickets note ${carrierOf(db(), 'tickets', 'SCM-9').id} -b x`)).toBe(true);
    expect(await isReminded('tasks comment SCM-9 -b x')).toBe(false);
  });

  test('R79: not for what only a flag of it names', async () => {
    await keep('tasks edit SCM-12 --add-dependency SCM-14 -b Hello');
    expect(Object.keys(draftsOf(machine)[0]?.targets ?? {})).toContain('scm-14');
    expect(await isReminded('tasks edit SCM-14 -b x')).toBe(false);
    expect(await isReminded('tasks edit SCM-12 -b x')).toBe(true);
  });
});

describe('R79: drafts send', () => {
  test('R79: sends to what it was written for, also under another reference', async () => {
    for (const [kind, line, rename] of [
      ['tickets', 'tickets reply BERG-9 -b Hello -y', () => renameKey(db(), 'orgs', ['BERG', 'OLD'])],
      ['tasks', 'tasks comment SCM-9 -b Hello', () => renameKey(db(), 'projects', ['SCM', 'OLD'])],
    ] as const) {
      const { id } = carrierOf(db(), kind, line.split(' ')[2] ?? '');
      await keep(line);
      rename();
      expect(await resend()).toMatchObject({ code: 0, sent: expect.stringMatching(`^POST [^\\n]*${id}/\\w+$`) });
      expect(draftsOf(machine)).toEqual([]);
    }
  });

  test('R79: never sends a text about a task to the ticket with its reference', async () => {
    await keep('tickets reply SCM-9 -b Hello -y');
    const task = carrierOf(db(), 'tasks', 'SCM-9').id;
    retarget({ 'scm-9': task });
    expect(await resend()).toMatchObject({ code: 6, sent: '' });
    const row = JSON.stringify({ ref: 'SCM-9', uuid: carrierOf(db(), 'tickets', 'SCM-9').id });
    const writes = recordWrites(world.send);
    const line = `tickets reply - --from-draft ${draftsOf(machine)[0]?.id} -y`;
    expect(await machine.run(line, { stdin: row, send: writes.send })).toMatchObject({ code: 6 });
    expect(writes.take()).toEqual([]);
  });

  test.each([
    ['tasks', 'SCM-9', 'tasks comment task:SCM-9 -b Hello'],
    ['tickets', 'SCM-9', 'tickets note ticket:SCM-9 -b Hello'],
    ['tasks', 'SCM-14', 'tasks create -t New -b Hello --project SCM --depends-on SCM-14'],
  ] as const)('R79: remembers what was meant before the server was asked (%s %s: %s)', async (kind, ref, line) => {
    const meant = carrierOf(db(), kind, ref).id;
    remember(machine, world.url, kind, [[ref, meant]]);
    const offline = async (): Promise<never> => {
      throw new NetworkFailure('no route to host', true, { isLasting: true });
    };
    expect((await machine.run(line, { send: offline })).code).toBe(7);
    expect(draftsOf(machine)[0]?.targets).toMatchObject({ [ref.toLowerCase()]: meant });
    retarget({ [ref.toLowerCase()]: carrierOf(db(), kind, kind === 'tasks' ? 'SCM-12' : 'SCM-7').id });
    expect(await resend()).toMatchObject({ code: 6, sent: '' });
  });
});

/** A command that waits until the server can be reached; without what the computer knew of tasks, a reference seems to be a ticket's. */
const queue = async (line: string): Promise<void> => {
  const away = async (): Promise<never> => await Promise.reject(new NetworkFailure('no network', false));
  expect((await machine.run(`${line} --queue`, { send: away })).code).toBe(0);
};

describe('R79: a command for a task or a ticket', () => {
  test('R79: does nothing to what has taken over the reference it was queued with', async () => {
    const meant = carrierOf(db(), 'tickets', 'BERG-9').id;
    await machine.run('view BERG-9');
    await queue('close BERG-9');
    expect(draftsOf(machine)[0]?.targets).toEqual({ 'berg-9': meant });
    giveKey(db(), 'orgs', { key: 'BERG', renamed: 'OLD', to: 'CASA' });
    expect(await resend()).toMatchObject({ code: 6, sent: '', stderr: expect.stringContaining('but BERG-9 is now') });
  });

  test('R79: is for the ticket it was queued for, although a task has that reference too', async () => {
    const { id } = carrierOf(db(), 'tickets', 'SCM-7');
    await machine.run('tickets view SCM-7');
    await queue(`close ticket:${id}`);
    const { path = '' } = draftsOf(machine)[0] ?? {};
    // As it is kept where only the ticket is known.
    const named = { words: ['close', 'SCM-7'], targets: { 'scm-7': id } };
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...named }));
    expect(await resend()).toMatchObject({ code: 0, sent: expect.stringContaining(`/tickets/${id}`) });
  });
});
