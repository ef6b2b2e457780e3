import { expect, test } from 'vitest';
import { missing } from '../../support/computer/missing.js';
import { allShapes, narrow, printed, refused, remarked } from '../../support/run.js';

const timeline = `log\t2026-11-05T08:18:39.377Z\tSeán O'Connor\tlogged 2h for 2026-11-05
comment\t2026-11-05T09:12:35.639Z\tSeán O'Connor\tLog attached, addresses removed.
comment\t2026-11-06T11:00:50.783Z\tPriya Raghunathan\tPlease add what it cost the museum: 40 visitors at the door without a ticket.
log\t2026-11-06T12:48:43.307Z\tMara Lindqvist\tlogged 45m for 2026-11-06
comment\t2026-11-06T13:42:39.569Z\tMara Lindqvist\tAdded. José was very kind about it, which makes it worse.
comment\t2026-11-09T08:19:24.616Z\tŁukasz Wójcik\tRead, nothing to add.
`;

allShapes('tasks view, %s shape', (world) => {
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

  test('--web prints the address where no browser can be started', async () => {
    const env = { BROWSER: `${missing}/browser` };
    expect(await world.run('tasks view ops-9 --web', { env })).toEqual(
      printed('https://work.example/tasks?task=OPS-9\n'),
    );
  });

  test('--web says which page was opened', async () => {
    const env = { BROWSER: 'true' };
    expect(await world.run('tasks view OPS-9 --web', { env })).toEqual(
      remarked('', 'Opened https://work.example/tasks?task=OPS-9\n'),
    );
  });
});
