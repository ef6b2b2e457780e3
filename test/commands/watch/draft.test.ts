import { expect, test } from 'vitest';
import { interruptedBy } from '../../../src/cli/run.js';
import type { Ran } from '../../support/computer/machine.js';
import { openAtHome, refused, usualNow } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';
import { until } from '../../support/until.js';

const at = eachTest(openAtHome);
const agent = { env: { TRACKER_ACCESS: 'propose', TRACKER_AGENT: 'bot' } };
const person = { terminal: { columns: 80 }, env: { ACCESSIBLE: '1' } };

const run = async (line: string | readonly string[], options = {}): Promise<Ran> => await at.machine.run(line, options);

/** Begins to wait, does something, and gives what was printed. */
async function decidedBy(decide: () => Promise<Ran>, line = 'watch --draft 1 --until decided --json'): Promise<Ran> {
  at.world.takeRequests();
  let isOver = false;
  const watching = run(line, agent).finally(() => {
    isOver = true;
  });
  expect(isOver).toBe(false);
  expect((await decide()).code).toBe(0);
  return await watching;
}

const propose = async (text = 'An answer.'): Promise<Ran> => await run(['reply', 'CASA-9', text], agent);

test('prints a proposal once it was sent, as drafts view does', async () => {
  await propose();
  const sent = await decidedBy(async () => await run('drafts send 1', { ...person, keys: ['2\r'] }));
  expect({ ...sent, state: JSON.parse(sent.stdout).state }).toMatchObject({ code: 0, stderr: '', state: 'done' });
  expect(await run('drafts view 1 --json', agent)).toEqual(sent);
  // It is over already.
  at.world.takeRequests();
  expect(await run('watch --draft 1 --json', agent)).toEqual(sent);
  expect(at.world.takeRequests()).toEqual([]);
  expect((await run('watch --draft 1', agent)).stdout).toContain('state\tdone\n');
});

test('says that a reply was sent, whatever else was put back, and still has its text', async () => {
  await run(['reply', 'CASA-9', 'An answer.', '-s', 'paused'], agent);
  await run('drafts send 1', { ...person, keys: ['2\r'] });
  expect((await run('undo -y')).code).toBe(0);
  const kept = { state: 'done', subject: 'An answer.', targets: ['CASA-9'], flags: { status: 'paused' }, send: null };
  expect(JSON.parse((await run('watch --draft 1 --json', agent)).stdout)).toMatchObject(kept);
  expect(JSON.parse((await run('drafts --decided --json --fields state,subject,targets,flags,send')).stdout)).toEqual([
    { ...kept, flags: expect.anything() },
  ]);
  // What was put back as a whole is no longer there.
  const { draft } = JSON.parse((await run('close CASA-8 --json', agent)).stdout);
  await run(`drafts send ${draft}`, { ...person, keys: ['2\r'] });
  await run('undo -y');
  expect(JSON.parse((await run(`drafts view ${draft} --json`, agent)).stdout).state).toBe('undone');
});

test('names no command that sends what was rejected, and says so to who tries', async () => {
  await propose();
  await run('drafts send 1', { ...person, keys: ['4\r', 'Not now.\r'] });
  expect((await run('drafts view 1', { terminal: { columns: 80 } })).stdout).not.toContain('To send it');
  const again = refused(4, 'draft 1 was rejected already', 'to read it: tracker drafts view 1');
  expect(await run('drafts send 1', person)).toEqual(again);
  expect(await run('reply CASA-9 --from-draft 1')).toEqual(again);
});

test('counts only what was proposed among what was decided, for an agent only its own', async () => {
  await run('tickets edit CASA-9 -p low', agent);
  expect((await run('drafts --decided --json')).stdout).toBe('[]\n');
  const { draft } = JSON.parse((await run('close CASA-8 --json', agent)).stdout);
  await run(`drafts delete ${draft} -y`);
  const decided = 'drafts --decided --tsv --fields targets,command,state';
  expect((await run(decided)).stdout).toBe('CASA-8\tclose\trejected\n');
  expect((await run(decided, { env: { ...agent.env, TRACKER_AGENT: 'other' } })).stdout).toBe('');
});

test.each([60, 80])('drafts shows what is proposed, and by whom, at %i columns', async (columns) => {
  const claude = { env: { ...agent.env, TRACKER_AGENT: 'claude-code' } };
  await run(['reply', 'CASA-9', 'A reply with some more words than the others have.'], claude);
  await run('tasks delete SCM-20 -y', claude);
  const { stdout } = await run('drafts', { terminal: { columns } });
  expect(stdout).toMatch(/tickets rep.*proposed/);
  expect(stdout).toMatch(/tasks delete .*proposed/);
  expect((await run('drafts view 1', { terminal: { columns }, env: { NO_COLOR: '1' } })).stdout).toMatch(
    /Proposed by +claude-code/,
  );
});

test('says that it was rejected, and why', async () => {
  await propose();
  const reject = async () => await run('drafts send 1', { ...person, keys: ['4\r', 'Not now.\r'] });
  expect(JSON.parse((await decidedBy(reject)).stdout)).toMatchObject({ state: 'rejected', reason: 'Not now.' });
});

test('knows for 30 days why it was rejected, however old it was, and however much is written meanwhile', async () => {
  const after = (days: number) => ({ now: () => new Date(usualNow.getTime() + days * 86_400_000) });
  await propose();
  await run('drafts send 1', { ...person, ...after(40), keys: ['4\r', 'Not now.\r'] });
  const write = async (days: number): Promise<void> => {
    for (let count = 0; count < 60; count++)
      for (const priority of ['high', 'low']) await run(`tasks edit SCM-12 -p ${priority}`, after(days));
  };
  await write(69);
  expect(JSON.parse((await run('drafts view 1 --json', agent)).stdout)).toMatchObject({ reason: 'Not now.' });
  await write(71);
  expect(await run('drafts view 1 --json', agent)).toMatchObject({ code: 4 });
});

test('tells a deletion by its author from a rejection', async () => {
  await propose();
  const deleted = await decidedBy(async () => await run('drafts delete 1 -y', agent));
  expect(deleted.code).toBe(0);
  expect(JSON.parse(deleted.stdout)).toMatchObject({
    ...{ ref: '1', state: 'deleted', author: 'bot', flags: { body: 'An answer.' } },
  });
  expect(JSON.parse((await run('drafts view 1 --json', agent)).stdout).state).toBe('deleted');
  expect(await run('drafts --json', agent)).toMatchObject({ stdout: '[]\n' });
  expect((await run('drafts send 1', person)).code).toBe(4);
  // Its number is kept.
  expect((await propose('Another.')).stderr).toContain('Proposed as draft 2; nothing was sent.\n');
});

test('waits for all parts', async () => {
  await propose();
  await propose('And another thing.');
  const both = await decidedBy(async () => await run('drafts send 1', { ...person, keys: ['2\r'] }));
  expect(JSON.parse(both.stdout).state).toBe('done');
  expect((await run('drafts --json', agent)).stdout).toBe('[]\n');
});

test('ends with 7 when the time is over, at once with 4 for what is no proposal', async () => {
  await propose();
  expect(await run('watch --draft 1 --until decided --wait 0.3', agent)).toEqual(
    refused(7, 'nobody decided on draft 1 within 0.3 s'),
  );
  expect(await run('watch --draft 9', agent)).toEqual(refused(4, 'draft "9" not found', 'tracker drafts list'));
  await run('tickets reply NOPE-1 -b x');
  await run('tickets reply CASA-9 -b Mine.', { send: async () => Promise.reject(new Error('broken')) });
  expect((await run('watch --draft 2')).code).toBe(4);
});

test('ends with the signal', async () => {
  await propose();
  const stop = new AbortController();
  let isRunning = false;
  const watching = run('watch --draft 1', { ...agent, signal: stop.signal, onStart: () => (isRunning = true) });
  await until('the start', () => isRunning);
  stop.abort(interruptedBy('SIGINT', 130));
  expect((await watching).code).toBe(130);
});

test.each([
  ['watch CASA-9 --draft 1', '--draft cannot be used with a reference', 'watch one of them'],
  ['watch --draft 1 --until status=done', '--draft can only be used with --until decided', undefined],
  ['watch CASA-9 --until decided', '--until decided is for proposals', 'give the number of one: --draft 17'],
  ['watch', "missing required argument 'ref'", 'tracker help watch'],
])('%s is a usage error', async (line, error, hint) => {
  expect(await run(line)).toEqual(refused(2, error, hint));
});
