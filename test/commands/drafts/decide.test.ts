import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import { narrow, openAtHome } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const at = eachTest(openAtHome);

const agent = { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' };
const person = { terminal: { columns: 100, rows: 40 }, env: { ACCESSIBLE: '1' } };

const propose = async (line: string): Promise<number> => {
  const { stdout, stderr } = await at.machine.run(`${line} --json`, { env: agent });
  expect(stderr).not.toContain('"error"');
  return JSON.parse(stdout).draft;
};

/** What is said at a terminal before somebody decides on a proposal, who leaves it as it is. */
const look = async (draft: number): Promise<string> =>
  (await at.machine.run(`drafts send ${draft}`, { ...person, keys: ['1\r'] })).stderr;

const away = async (): Promise<never> => {
  throw new TrackerError('network', 'the server cannot be reached');
};

describe('a proposal at a terminal', () => {
  test('says what it is for, as the question of its own command would', async () => {
    await at.machine.run('tickets list --segment all');
    const [task, ticket] = [await propose('tasks delete SCM-20 -y'), await propose('reopen ticket:SCM-9')];
    expect(await look(task)).toContain(
      'tasks delete SCM-20 (bot, just now)\n  SCM-20: Export to C:\\Rosters\\2026\\new fails: the path is cut at "\\n"\n',
    );
    // There is a task with this reference, too.
    expect(await look(ticket)).toContain('reopen SCM-9 (bot, just now)\n  SCM-9: New contact while I am on leave\n');
    const threads = (await at.machine.run('chat list --org casa-azul --fields ref,title')).stdout;
    const [id = '', title = ''] = (threads.split('\n')[0] ?? '').split('\t');
    const reply = await propose(`chat reply ${id} "On Friday."`);
    expect(await look(reply)).toContain(`chat reply ${id} (bot, just now)\n  ${title}\n  | On Friday.\n`);
  });

  test('names the drafts that are decided on with it', async () => {
    const [reply, close] = [await propose('reply CASA-8 "Done." -y'), await propose('close CASA-8')];
    const state = async (draft: number) =>
      /State .*/.exec((await at.machine.run(`drafts view ${draft}`, narrow)).stdout)?.[0];
    expect(reply).toBe(close);
    expect(await state(reply)).toMatch(/ proposed, together with draft 2$/);
    expect(await state(2)).toMatch(/ proposed, together with draft 1$/);
    expect(await state(await propose('reply CASA-9 "Alone." -y'))).toMatch(/ proposed$/);
  });

  test('is offered to be edited only where its command has an editor', async () => {
    const lines = [
      'tasks time SCM-12 30m --note "A call."',
      'tickets convert BERG-19 --again --project BOP -t "A title"',
    ];
    for (const line of lines) expect(await look(await propose(line))).not.toContain('Edit it');
    expect(await look(await propose('comment SCM-13 "A thought."'))).toContain('Edit it');
  });

  test('that is edited is not named as an earlier draft, nor is any other that its author goes on with', async () => {
    const { machine } = at;
    const editor = join(machine.workingFolder, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho Edited >> "$1"\n', { mode: 0o755 });
    const editing = { ...person, env: { ...person.env, TRACKER_EDITOR: editor } };
    const proposed = await propose('comment SCM-12 "A thought."');
    expect((await machine.run(`drafts send ${proposed}`, { ...editing, keys: ['3\r'] })).stderr).not.toContain(
      'earlier',
    );
    await machine.run('comment SCM-12 Mine.', { send: away });
    const { code, stderr } = await machine.run(`comment SCM-12 --editor --from-draft ${proposed + 1}`, editing);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('earlier')]);
  });
});

describe('what waits for the same ticket', () => {
  test('keeps no agent from proposing something, which is sent in its turn', async () => {
    const { machine } = at;
    for (const ref of ['CASA-9', 'CASA-8']) await machine.run(`reply ${ref} Mine. --queue`, { send: away });
    at.world.takeRequests();
    for (const line of ['reply CASA-9 "An answer."', 'close CASA-9', 'edit CASA-8 -p urgent'])
      expect([line, await machine.run(`${line} --json`, { env: agent })]).toMatchObject([line, { code: 0 }]);
    expect(at.world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
    const ran = await machine.run('drafts send 3', { ...person, keys: ['2\r'] });
    expect(ran).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('draft 1 (tickets reply CASA-9) comes first'),
    });
  });
});

test('what is proposed while the rest fails is not said to wait', async () => {
  const { stderr, code } = await at.machine.run('close CASA-8 CASA-9 NIX-1', { env: agent });
  expect([code, stderr]).toEqual([8, expect.stringContaining('error: 1 of 3 failed: NIX-1; 2 were proposed\n')]);
});
