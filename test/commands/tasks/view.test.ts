import { beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../../support/computer/missing.js';
import { narrow, openWorld, printed, refused, shapes, type TestWorld, wide } from '../../support/run.js';

const story = `WEB-1  Collect what we want to say

Status     in progress                     Planned     in 6d
Priority   medium                          Estimate    4h
Type       task                            Created by  Mara Lindqvist
Project    WEB                             Created     2026-10-30
Assignees  Mara Lindqvist, Zoë Baptiste    Updated     2026-11-03
Due        2026-12-03

The present site says "solutions" eleven times. Things people have told us
instead:

• "They pick up the phone." — Sigrid
• "They asked what the cook does." — Annika
• "The invoices are correct now." — Petra

Please add yours below, in the words they used.

Timeline  2

Seán O'Connor · team · 2026-11-02 15:10
  "You wrote back before I was angry." — Lucía

Zoë Baptiste · team · 2026-11-03 11:33
  That is a better first line than anything I have.

Needed by
  WEB-2  Story: Scandia Maritime  todo
  WEB-3  Story: Bergmann  backlog
  WEB-6  Imprint and privacy page  todo
`;

const lines = `ref\tOPS-9
title\tWhat went wrong on 3 November: no mail for five hours
status\tin_review
priority\thigh
type\ttask
projectKey\tOPS
assigneeNames\tSeán O'Connor,Mara Lindqvist
tags\tpostmortem,mail
due\t2026-11-17
planned\t
start\t
end\t
estimate\t180
logged\t165
parent\t
ticket\t
createdByName\tMara Lindqvist
created\t2026-11-03
updated\t2026-11-09
uuid\td6f37aae-2fd5-4b99-94e0-96663d1c4fd5
dependent\tOPS-10\ttodo\tAlarm when more than 50 mails wait for longer than 10 minutes
attachment\tmail-queue.log\t3349\t812ba6b1-2fbc-47ef-9c0e-dedef61450b6
`;

const timeline = `log\t2026-11-05T08:18:39.377Z\tSeán O'Connor\tlogged 2h for 2026-11-05
comment\t2026-11-05T09:12:35.639Z\tSeán O'Connor\tLog attached, addresses removed.
comment\t2026-11-06T11:00:50.783Z\tPriya Raghunathan\tPlease add what it cost the museum: 40 visitors at the door without a ticket.
log\t2026-11-06T12:48:43.307Z\tMara Lindqvist\tlogged 45m for 2026-11-06
comment\t2026-11-06T13:42:39.569Z\tMara Lindqvist\tAdded. José was very kind about it, which makes it worse.
comment\t2026-11-09T08:19:24.616Z\tŁukasz Wójcik\tRead, nothing to add.
`;

describe.each(shapes)('tasks view, %s shape', (shape) => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await openWorld({ shape });
  });

  /** A text with the times of which only this shape knows more than the day. */
  const shown = (text: string, times: Readonly<Record<string, string>>): string =>
    Object.entries(times).reduce((known, [day, time]) => (shape === 'usual' ? known.replace(day, time) : known), text);

  test('on a terminal', async () => {
    const times = { '2026-10-30\n': '2026-10-30 13:21\n', '2026-11-03\n': '2026-11-03 11:33\n' };
    expect(await world.run('tasks view WEB-1', narrow)).toEqual(printed(shown(story, times)));
  });

  test('a wide terminal wraps text where it can still be read', async () => {
    const { stdout } = await world.run('tasks view SCM-12', wide);
    const text = stdout.split('\n').filter((line) => !line.startsWith('    '));
    expect(Math.max(...text.map((line) => [...line].length))).toBeLessThanOrEqual(100);
  });

  test('in a pipe: fields, then blocks, then the long text, then the timeline', async () => {
    const { code, stdout, stderr } = await world.run('tasks view OPS-9');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const times = {
      'created\t2026-11-03': 'created\t2026-11-03T15:31:24.232Z',
      'updated\t2026-11-09': 'updated\t2026-11-09T08:19:24.616Z',
    };
    expect(
      stdout.startsWith(`${shown(lines, times)}description\t# Summary\\n\\nBetween 09:12 and 14:20 UTC no mail left`),
    ).toBe(true);
    expect(stdout.endsWith(`\n${timeline}`)).toBe(true);
    expect(stdout.split('\n')).toHaveLength(30);
  });

  test('the title is printed even if another field has the same value', async () => {
    const { stdout: ref } = await world.run('tasks create --project SCM -t todo');
    const { stdout } = await world.run(`tasks view ${ref.trim()}`);
    expect(stdout.split('\n').slice(0, 3)).toEqual([`ref\t${ref.trim()}`, 'title\ttodo', 'status\ttodo']);
  });

  test('only the newest entries (#10.11)', async () => {
    const piped = await world.run('tasks view OPS-9 --comments 2');
    expect(piped.stdout.endsWith(timeline.split('\n').slice(-3).join('\n'))).toBe(true);
    expect(piped.stdout).not.toContain('what it cost the museum');
    const shown = await world.run('tasks view OPS-9 --comments 1', narrow);
    expect(shown.stdout).toContain(`Timeline  6
5 earlier, not shown: --comments all

Łukasz Wójcik · team · 11d ago
  Read, nothing to add.

`);
    expect(shown.stdout.match(/team · .* ago$/gm)).toHaveLength(1);
    expect(await world.run('tasks view OPS-9 --comments 0')).toEqual(
      refused(2, '--comments takes a whole number of at least 1, or all, not "0"'),
    );
  });

  test('JSON is the detail of the server, with ref and uuid on top', async () => {
    const detail = (await world.json('tasks view ops-9')) as Record<string, unknown>;
    expect(Object.keys(detail).sort()).toEqual(
      ['assignableUsers', 'attachments', 'authors', 'canComment', 'canEdit', 'ref', 'task', 'uuid'].sort(),
    );
    expect(detail).toMatchObject({
      ref: 'OPS-9',
      uuid: 'd6f37aae-2fd5-4b99-94e0-96663d1c4fd5',
      canEdit: true,
      task: { id: 'OPS-9', status: 'in_review' },
    });
  });

  test('a reference in any case, with its kind, a uuid, the address of its web page', async () => {
    const uuid = 'd6f37aae-2fd5-4b99-94e0-96663d1c4fd5';
    for (const ref of [
      'OPS-9',
      'ops-9',
      'task:OPS-9',
      ' OPS-9 ',
      uuid,
      uuid.toUpperCase(),
      'https://work.example/tasks?task=OPS-9',
      `https://work.example/tasks/${uuid}`,
    ]) {
      expect(await world.run(['tasks', 'view', ref, '--fields', 'ref,status'])).toEqual(
        printed('ref\tOPS-9\nstatus\tin_review\n'),
      );
    }
  });

  test('references only, columns, CSV', async () => {
    expect(await world.run('tasks view OPS-9 -q', narrow)).toEqual(printed('OPS-9\n'));
    expect(await world.run('tasks view OPS-9 --json=ref,task.status,due')).toEqual(
      printed('{"ref":"OPS-9","task.status":"in_review","due":"2026-11-17"}\n'),
    );
    expect(await world.run('tasks view OPS-9 --fields ref,tags --csv')).toEqual(
      printed('ref,tags\r\nOPS-9,"postmortem,mail"\r\n'),
    );
    const { stdout } = await world.run('tasks view SCM-36 --csv');
    expect(stdout.split('\r\n')[0]).toBe(
      'ref,title,status,priority,type,projectKey,assigneeNames,tags,due,planned,start,end,estimate,logged,parent,ticket,createdByName,created,updated,uuid' +
        (stdout.includes('description') ? ',description' : ''),
    );
    const unknown = await world.run('tasks view OPS-9 --fields ref,nope');
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(/^error: unknown name in --fields: "nope"\nhint: known: assignableUsers, /);
  });

  test.each([
    ['', 2, 'a reference cannot be empty', undefined],
    ['12', 2, '"12" is not a task reference', 'references look like SCM-12; a uuid or a web address works too'],
    ['..', 2, '".." is not a task reference', 'references look like SCM-12; a uuid or a web address works too'],
    [
      'SCM-12/..',
      2,
      '"SCM-12/.." is not a task reference',
      'references look like SCM-12; a uuid or a web address works too',
    ],
    ['ticket:SCM-3', 4, 'SCM-3 is a ticket', 'tracker tickets view SCM-3'],
    [
      'https://other.example/tasks?task=OPS-9',
      2,
      'https://other.example/tasks?task=OPS-9 is not an address on https://work.example/',
      undefined,
    ],
    ['https://work.example/tasks', 2, 'https://work.example/tasks is not the address of a task', undefined],
    ['SCM-9999', 4, 'there is no task SCM-9999 that you can see', undefined],
    ['00000000-0000-4000-8000-000000000000', 4, 'There is no such task.', undefined],
  ])('%j is refused', async (ref, code, error, hint) => {
    expect(await world.run(['tasks', 'view', ref])).toEqual(refused(code, error, hint));
  });

  test('no reference is refused', async () => {
    expect(await world.run('tasks view')).toEqual(
      refused(2, "missing required argument 'ref'", 'tracker help tasks view'),
    );
  });

  test('--web prints the address where no browser can be started', async () => {
    const env = { BROWSER: `${missing}/browser` };
    expect(await world.run('tasks view ops-9 --web', { env })).toEqual(
      printed('https://work.example/tasks?task=OPS-9\n'),
    );
  });

  test('--web says which page was opened', async () => {
    const env = { BROWSER: 'true' };
    expect(await world.run('tasks view OPS-9 --web', { env })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Opened https://work.example/tasks?task=OPS-9\n',
    });
  });
});
