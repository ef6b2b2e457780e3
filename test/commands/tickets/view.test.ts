import { expect, test } from 'vitest';
import { isRow, rowsOf } from '../../../src/contract/row.js';
import { allShapes, narrow, openWorld, printed, refused } from '../../support/run.js';
import { changingJson } from '../../support/servers/meddling.js';

const nobody = '00000000-0000-4000-8000-000000000000';

allShapes('tickets view, %s shape', (world) => {
  test('the fields are in two columns, and what was written last is on the first screen', async () => {
    const { stdout: refs } = await world.run('tickets list --segment all -q');
    for (const ref of refs.trim().split('\n')) {
      const { stdout } = await world.run(`tickets view ${ref} --no-pager`, { ...narrow, terminal: { columns: 120 } });
      const lines = stdout.trimEnd().split('\n');
      expect(lines.find((line) => line.startsWith('Status '))).toMatch(/^Status +\S.* {4,}[A-Z]/);
      const first = lines.findIndex((line) => line.startsWith('Timeline  '));
      const after = lines.findIndex((line, at) => at > first && /^(?:Checklist|Linked tasks|Attachments)\b/.test(line));
      expect(after < 0 ? lines.length : after - 1, ref).toBeLessThan(40);
    }
  });

  test('a long description goes below what was written last, where that would not be seen at first', async () => {
    const { stdout: ref } = await world.run('tickets create Long --org casa-azul -y -q -b -', {
      stdin: Array.from({ length: 50 }, (_, at) => `Paragraph ${at}.\n`).join('\n'),
    });
    await world.run(`tickets reply ${ref.trim()} -b Newest. -y`);
    const lines = async (flags: string): Promise<readonly string[]> => {
      const terminal = { columns: 120, rows: 40 };
      const { stdout } = await world.run(`tickets view ${ref.trim()} ${flags}`, { ...narrow, terminal });
      return stdout.split('\n');
    };
    const paged = await lines('');
    expect(paged).toContain('The description, 99 lines, is below the timeline.');
    expect(paged.indexOf('  Newest.')).toBeLessThan(39);
    expect(paged.indexOf('Paragraph 0.')).toBe(paged.indexOf('Description') + 2);
    // Without a pager, what is last is seen.
    expect((await lines('--no-pager')).indexOf('  Newest.')).toBeGreaterThan(100);
  });

  test('internal notes are marked in words', async () => {
    const { stdout } = await world.run('tickets view BERG-18 --comments 1', narrow);
    expect(
      stdout.endsWith(`Timeline  3
2 earlier, not shown: --comments all

田中 美咲 · internal note · 2d ago
│ Also broken: a name that ends in a backslash, and one with a line break.
│ Adding both to the tests.

Attachments
  Bestellung März "neu" – Entwurf (2).csv  204 B
`),
    ).toBe(true);
    const piped = await world.run('tickets view BERG-18 --comments 1');
    expect(piped.stdout.split('\n').at(-2)).toMatch(/^note\t2026-11-18T10:56:\d\d\.\d{3}Z\t田中 美咲\tAlso broken/);
  });

  test('--public hides internal notes in every format', async () => {
    for (const flags of ['', '--tsv', '--json', '--jsonl', '--csv']) {
      const all = await world.run(`tickets view BERG-18 ${flags}`);
      const open = await world.run(`tickets view BERG-18 --public ${flags}`);
      expect(all.stdout.includes('Also broken')).toBe(flags !== '--csv');
      expect(open.stdout).not.toContain('Also broken');
      expect(open.stdout).toContain('quotation marks');
    }
    const shown = await world.run('tickets view BERG-18 --public', narrow);
    expect(shown.stdout).toContain('\nTimeline  2\n');
    expect(shown.stdout).not.toContain('internal');
  });

  test.each([
    (messages: unknown) => ({ timeline: messages }),
    (messages: unknown) => ({ ticket: { id: 'BERG-18', messages } }),
    (messages: unknown) => ({ ticket: { id: 'BERG-18', timeline: messages } }),
  ])('--public hides them wherever the server puts them, and their files: %#', async (place) => {
    const send = changingJson(world.send, (body, route) => {
      if (!/^GET \/tickets\/./.test(route) || !isRow(body)) return body;
      const messages = rowsOf(body.messages).map((each) =>
        each.isInternalNote ? { ...each, attachments: [{ id: 'f1', filename: 'secret.txt' }] } : each,
      );
      const { messages: _messages, ...detail } = body;
      return { ...detail, attachments: [{ id: 'f1', filename: 'secret.txt' }], ...place(messages) };
    });
    for (const flags of ['', '--tsv', '--json', '--jsonl']) {
      const all = await world.run(`tickets view BERG-18 ${flags}`, { send });
      const open = await world.run(`tickets view BERG-18 --public ${flags}`, { send });
      expect(open.code).toBe(0);
      expect(all.stdout).toContain('Also broken');
      expect(all.stdout).toContain('secret.txt');
      expect(open.stdout).not.toContain('Also broken');
      expect(open.stdout).not.toContain('secret.txt');
    }
  });

  test('a task and a ticket of the same name are two things', async () => {
    expect(await world.run('tickets view SCM-3 --fields ref,subject')).toEqual(
      printed('ref\tSCM-3\nsubject\tTablet at Kvarnholmen loses what I type\n'),
    );
    expect(await world.run('tasks view SCM-3 --fields ref,title')).toEqual(
      printed('ref\tSCM-3\ntitle\tRoster view: one row per crew member, one column per day\n'),
    );
  });

  test.each([
    ['QM-99', 4, 'there is no ticket QM-99 that you can see', undefined],
    ['task:SCM-7', 4, 'SCM-7 is a task', 'tracker tasks view SCM-7'],
    ['seven', 2, '"seven" is not a ticket reference', 'references look like SCM-12; a uuid or a web address works too'],
    [nobody, 4, 'There is no such ticket.', `tracker inbox view ${nobody}`],
  ])('%s is refused', async (ref, code, error, hint) => {
    expect(await world.run(['tickets', 'view', ref])).toEqual(refused(code, error, hint));
  });

  test('a task is told apart by its uuid and its address, too', async () => {
    const { uuid } = JSON.parse((await world.run('tasks view SCM-7 --json=uuid')).stdout);
    for (const ref of [uuid, `${world.url}/tasks/${uuid}`, `${world.url}/tasks?task=SCM-7`])
      expect(await world.run(['tickets', 'view', ref])).toEqual(
        refused(4, 'SCM-7 is a task', 'tracker tasks view SCM-7'),
      );
  });
});

test('a customer sees what they may do, and a full ticket shows everything it has', async () => {
  const world = await openWorld();
  const db = world.sandbox.world.db;
  const { id = '' } = db.get<{ id: string }>("SELECT id FROM tickets WHERE subject LIKE '%Payroll file%'") ?? {};
  db.run('UPDATE tickets SET satisfaction_score = 4, resolved_at = ? WHERE id = ?', '2026-11-19T10:00:00.000Z', id);
  const { stdout } = await world.run('tickets view SCM-7', narrow);
  expect(stdout).toMatch(/Resolved +yesterday/);
  expect(stdout).toMatch(/Satisfaction +4\n/);
  const linked = await world.run('tickets view BERG-9', narrow);
  expect(linked.stdout).toMatch(/\nLinked tasks\n {2}BOP-7 {2}.+\n/);
  const customer = { ...narrow, as: 'p.mueller-luedenscheidt@bergmann-ortho.example' };
  expect((await world.run('tickets view BERG-9', customer)).stdout).toMatch(/You can +reply\n/);
  expect((await world.run('tickets view BERG-9', { as: customer.as })).stdout).toContain('\nmay\treply\n');
});

test('on a terminal, every author is named as customer or team, and the team is asked for once', async () => {
  const world = await openWorld();
  const asked: string[] = [];
  const send: typeof world.send = async (request) => {
    asked.push(request.url.pathname);
    return await world.send(request);
  };
  const headings = async (): Promise<readonly string[]> => {
    const { stdout } = await world.run('tickets view CASA-16 --comments all', { ...narrow, send });
    return stdout.split('\n').filter((line) => / · \d+[dhm] ago$/.test(line));
  };
  const first = await headings();
  expect(first).toContainEqual(expect.stringMatching(/^Lucía Fernández de la Vega · customer · /));
  expect(first).toContainEqual(expect.stringMatching(/^José Ángel Muñoz · customer · /));
  expect(first).toContainEqual(expect.stringMatching(/^Mara Lindqvist · team · /));
  expect(first.filter((line) => !/ · (customer|team|internal note) · /.test(line))).toEqual([]);
  expect(asked.length).toBeGreaterThan(1);
  asked.length = 0;
  expect(await headings()).toEqual(first);
  expect(asked).toHaveLength(1);
});
