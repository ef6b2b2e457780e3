import { describe, expect, it } from 'vitest';
import { openWorld, shapes } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe.each(shapes)('people, %s shape', (shape) => {
  const world = allTests(async () => await openWorld({ shape }));

  it('are the team and the customers that can be assigned, with their organisation', async () => {
    const { stdout } = await world.run('people');
    const rows = stdout.split('\n').slice(0, -1);
    expect(rows.slice(0, 2)).toEqual(['Inês Tavares\tteam\t', 'Mara Lindqvist\tteam\t']);
    expect(rows).toContain('Annika Björk\tcustomer\tScandia Maritime');
    expect(rows.filter((row) => /\tteam\t./.test(row))).toEqual([]);
    expect(await world.json('people list --sort side -L 1')).toEqual([
      expect.objectContaining({
        ref: expect.any(String),
        uuid: expect.any(String),
        side: 'customer',
        name: expect.any(String),
      }),
    ]);
  });

  it('are none for who may assign nobody', async () => {
    const ran = await world.run('people', { as: 'p.mueller-luedenscheidt@bergmann-ortho.example' });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).not.toContain('Mara Lindqvist');
  });
});
