import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { runHere as tracker } from '../support/run-here.js';
import { newToken, startSandbox, stopAndClose, stopSandbox } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';
import { startOnScreen } from '../support/terminal/screen.js';
import { hasTerminal, startAtTerminal, toLines } from '../support/terminal/terminal.js';

/** What is read in a train, each in another format. */
const questions = [
  'tasks list --scope all --csv',
  'tickets list',
  'tickets view CASA-9 --json',
  'tasks view SCM-12',
  'next -q',
  'inbox list --jsonl',
  'status --json',
  'time list --since 2020-01-01 --by task',
];

describe.skipIf(!hasTerminal)('a day without a network (needs @lydell/node-pty)', () => {
  const home = allTests(makeHome, stopAndClose);
  const other = allTests(makeHome);

  const title = 'R88: what was read is there, and what was written arrives once, in order, but over nothing';
  test(title, async () => {
    const sandbox = await startSandbox(home);
    const at = async (email: string) => ({
      env: { TRACKER_URL: sandbox.url, TRACKER_TOKEN: await newToken({ ...sandbox, email }) },
    });
    const [same, colleague] = [await at(sandbox.email), await at('sean@lantern.example')];
    const online = new Map<string, string>();
    for (const line of questions) online.set(line, (await tracker(other, line, same)).stdout);
    // Of tasks that are done, sync reads no details.
    await tracker(home, questions.at(-1) ?? '');
    expect(await tracker(home, 'sync --tasks all -q')).toEqual({ code: 0, stdout: '', stderr: '' });
    const changed = await tracker(other, 'tickets edit CASA-10 -s in_progress', colleague);
    expect(changed).toMatchObject({ code: 0 });
    expect(await tracker(other, 'tasks edit SCM-16 -p urgent', colleague)).toMatchObject({ code: 0 });
    await stopSandbox(home);

    for (const [line, stdout] of online) {
      expect(await tracker(home, line), line).toMatchObject({ code: 7, stdout: '' });
      expect(await tracker(home, `${line} --offline`), line).toMatchObject({ code: 0, stdout });
    }
    expect((await tracker(home, 'search torshavn FERRY --offline -q')).stdout).toContain('SCM-12\n');
    const shown = await startAtTerminal(home, ['tracker', 'tickets', 'view', 'CASA-9']).ended;
    expect(shown.code).toBe(0);
    expect(shown.raw).toMatch(/CASA-9[\s\S]*as of/);

    const triage = startOnScreen(home, ['tracker', 'triage']);
    await triage.shows(/○ offline[\s\S]*▸ +\d+w ↓ CASA-9/);
    await triage.press('sr', /~ +\d+w ↓ CASA-9/);
    await triage.press('sr', /~ +\S+ +CASA-10/);
    await triage.press('q', /2 not sent yet/);
    triage.type('k');
    expect((await triage.ended).code).toBe(0);

    const queue = async (...words: readonly string[]) => {
      const { code, stderr } = await tracker(home, [...words, '--queue']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('waits as draft') });
    };
    await queue('reply', 'CASA-11', '-b', 'Written in a train');
    await queue('close', 'SCM-13');
    await queue('tasks', 'edit', 'SCM-16', '-p', 'low');
    await queue('tasks', 'create', '--project', 'SCM', '-t', 'Thought of in a train');
    await queue('tasks', 'edit', 'SCM-14', '-p', 'low');
    expect(await tracker(home, 'undo')).toMatchObject({ code: 0, stderr: expect.stringContaining('SCM-14') });

    await startSandbox(home, ['--port', String(sandbox.port)]);
    const wide = { size: { columns: 200, rows: 30 }, env: { NO_COLOR: '1' } };
    const sent = await startAtTerminal(home, ['tracker', 'me'], wide).ended;
    expect(sent.code).toBe(0);
    expect(toLines(sent.raw).filter((line) => /wait/.test(line))).toEqual([
      'Sent what was waiting: tickets edit CASA-9.',
      "warning: draft 2, which was waiting, was not sent: Seán O'Connor set CASA-10 to in progress since you last saw it; nothing was sent",
      'Sent what was waiting: tickets reply CASA-11.',
      'Sent what was waiting: close SCM-13.',
      'warning: draft 5, which was waiting, was not sent: SCM-16: someone else changed the priority to urgent; nothing was sent',
      'Sent what was waiting: tasks create.',
    ]);
    expect((await startAtTerminal(home, ['tracker', 'me']).ended).raw).not.toContain('waiting');
    const read = async (words: string) => JSON.parse((await tracker(home, `${words} --json`)).stdout);
    const statuses = ['tickets view CASA-9', 'tickets view CASA-10', 'tasks view SCM-13'].map(async (line) => {
      const { ticket, task } = await read(line);
      return (ticket ?? task).status;
    });
    expect(await Promise.all(statuses)).toEqual(['resolved', 'in_progress', 'done']);
    expect(await read('tasks view SCM-14')).toMatchObject({ task: { priority: expect.not.stringMatching('low') } });
    expect(await read('tasks view SCM-16')).toMatchObject({ task: { priority: 'urgent' } });
    const times = [
      ...(await read('tickets view CASA-11')).messages.filter(
        ({ body }: { body: string }) => body === 'Written in a train',
      ),
      ...(await read('projects activity SCM'))
        .filter(({ actor }: { actor: { name: string } }) => actor.name === 'Mara Lindqvist')
        .slice(0, 2)
        .reverse(),
    ].map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toHaveLength(3);
    expect(times.toSorted((one, next) => one - next)).toEqual(times);
    expect(await read('tasks list --scope all --search Thought')).toHaveLength(1);
    expect(await read('drafts list')).toMatchObject([
      { targets: ['SCM-16'], state: 'unsent' },
      { targets: ['CASA-10'], state: 'unsent' },
    ]);
  });
});
