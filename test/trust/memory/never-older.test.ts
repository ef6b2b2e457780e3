import { expect, it } from 'vitest';
import type { Machine } from '../../support/computer/machine.js';
import { allShapes, owner, type TestWorld, usualNow } from '../../support/run.js';
import { playTriage } from '../../support/triage.js';

const customer = 'lucia@casa-azul.example';
const colleague = 'zoe@lantern.example';

/** Writes that no row need show, because the API has no route for them. */
const inDatabase =
  (sql: string) =>
  async ({ sandbox }: TestWorld): Promise<void> =>
    void sandbox.world.db.run(sql);

const byOther =
  (line: string, as = colleague) =>
  async (world: TestWorld): Promise<void> =>
    void expect(await world.run(line, { as }), line).toMatchObject({ code: 0 });

interface Change {
  readonly what: string;
  readonly make: (world: TestWorld) => Promise<void>;
  /** Commands that must show it, and how. */
  readonly read: readonly (readonly [string, RegExp])[];
}

const ticket = (key: string, number: number): string =>
  `(SELECT t.id FROM tickets t JOIN orgs o ON o.id = t.org_id WHERE o.key = '${key}' AND number = ${number})`;
const task = (key: string, number: number): string =>
  `(SELECT t.id FROM tasks t JOIN projects p ON p.id = t.project_id WHERE p.key = '${key}' AND number = ${number})`;

const changes: readonly Change[] = [
  {
    what: 'a message of the customer',
    make: byOther('tickets reply CASA-13 -b "The narwhal is back."', customer),
    read: [
      ['view CASA-13', /narwhal is back/],
      ['tickets list --segment all --waiting -q', /^CASA-13$/m],
      ['search "narwhal is back" --offline', /CASA-13/],
    ],
  },
  {
    what: 'the status of a task that was made of a ticket',
    make: inDatabase(`UPDATE tasks SET status = 'done' WHERE source_ticket_id = ${ticket('BERG', 9)}`),
    read: [['view BERG-9 --jq .linkedTasks', /"status": ?"done"/]],
  },
  {
    what: 'a second message in the same second',
    make: async (world) => {
      await byOther('tickets reply CASA-16 -b "First of two."', colleague)(world);
      await byOther('tickets reply CASA-16 -b "Second of two."', customer)(world);
    },
    read: [
      ['view CASA-16', /Second of two/],
      ['tickets list --segment all --waiting -q', /^CASA-16$/m],
    ],
  },
  {
    what: 'a note of a colleague',
    make: byOther('tickets note CASA-11 -b "Do not answer yet."'),
    read: [['view CASA-11', /Do not answer yet/]],
  },
  {
    what: 'an edited message',
    make: inDatabase(`UPDATE ticket_messages SET body = 'Edited walrus' WHERE sequence =
      (SELECT max(sequence) FROM ticket_messages WHERE kind = 'comment' AND ticket_id = ${ticket('CASA', 14)})`),
    read: [['view CASA-14', /Edited walrus/]],
  },
  {
    what: 'an uploaded file',
    make: inDatabase(`INSERT INTO attachments (id, entity_type, entity_id, filename, mime_type, size_bytes, bytes_id, created_at)
      VALUES ('upload', 'ticket', ${ticket('CASA', 17)}, 'seal.pdf', 'application/pdf', 3, 'none', '2026-11-20T16:40:00.000Z')`),
    read: [['view CASA-17', /seal\.pdf/]],
  },
  {
    what: 'a status',
    make: byOther('tickets edit BERG-10 -s closed', 'sean@lantern.example'),
    read: [
      ['view BERG-10', /closed/],
      ['tickets list --segment all -q', /^(?![\s\S]*^BERG-10$)/m],
    ],
  },
  {
    what: 'a deletion',
    make: inDatabase(`UPDATE tickets SET deleted_at = '2026-11-20T16:40:00.000Z' WHERE id = ${ticket('BERG', 12)}`),
    read: [
      ['view BERG-12', /^$/],
      ['tickets list --segment all -q', /^(?![\s\S]*^BERG-12$)/m],
      ['search newsletter --offline', /^(?![\s\S]*BERG-12)/],
    ],
  },
  {
    what: 'a comment',
    make: inDatabase(`INSERT INTO task_comments (id, task_id, user_id, body, created_at) VALUES ('comment', ${task('SCM', 12)},
      (SELECT id FROM users WHERE email = '${colleague}'), 'Otters agree', '2026-11-20T16:40:00.000Z')`),
    read: [['view SCM-12', /Otters agree/]],
  },
  {
    what: 'a time entry replaced by one of equal length',
    make: inDatabase(`UPDATE time_logs SET note = 'Counted puffins' WHERE id = (SELECT min(id) FROM time_logs)`),
    read: [['time list', /Counted puffins/]],
  },
  {
    what: 'a page of the wiki',
    make: inDatabase(`UPDATE wiki_pages SET body_html = '<p>Feed the auks</p>' WHERE title = 'Commit messages'`),
    read: [['wiki view "Commit messages"', /Feed the auks/]],
  },
];

const dayMs = 24 * 60 * 60 * 1000;
const after = (ms: number) => () => new Date(usualNow.getTime() + ms);
const offline = (line: string): string => (line.endsWith(' --offline') ? line : `${line} --offline`);

allShapes('R95: what others change is never shown older than said, %s shape', (world) => {
  it('by any command, in triage, and offline after a sync', async () => {
    const [asker, reader] = [await world.machine(owner), await world.machine(owner)];
    const sync = async (machine: Machine, ms: number) =>
      expect((await machine.run('sync --tasks all --tickets all --wiki -q', { now: after(ms) })).code).toBe(0);
    for (const machine of [asker, reader]) await sync(machine, 0);
    for (const { make } of changes) await make(world);
    await playTriage(
      reader,
      [
        { shows: /live/, type: '/CASA-17\r' },
        { shows: /seal\.pdf/, type: 'q' },
      ],
      { line: 'triage --state all', size: { columns: 120, rows: 100 } },
    );
    for (const { what, read } of changes)
      for (const [line, shows] of read)
        if (!line.endsWith('--offline')) expect((await asker.run(line)).stdout, `${what}: ${line}`).toMatch(shows);
    // Soon after, a sync need not have read it, and then it is not said to be newer than it is.
    await sync(reader, 60_000);
    for (const { what, read } of changes)
      for (const [line, shows] of read) {
        const { stdout, stderr } = await reader.run(offline(line), { now: after(120_000) });
        if (!shows.test(stdout)) expect(stderr, `${what}: ${line}`).toContain(`as of ${usualNow.toISOString()}`);
      }
    await sync(reader, dayMs + 120_000);
    for (const { what, read } of changes)
      for (const [line, shows] of read)
        expect((await reader.run(offline(line))).stdout, `${what}: ${line} --offline`).toMatch(shows);
  });
});
