import { beforeEach, expect, test } from 'vitest';
import { allShapes, narrow } from '../../support/run.js';

const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';
const stranger = 'theo@quill-and-moss.example';

allShapes('tickets checklist, %s shape', (world) => {
  beforeEach(() => void world.takeRequests());
  test('a number checks the item that is shown with it', async () => {
    const { stdout } = await world.run('tickets view CASA-16', narrow);
    const shown = [...stdout.matchAll(/^ *(\d+) [☑☐] (.*)$/gm)].map(([, number, text]) => ({ number, text }));
    expect(shown.length).toBeGreaterThan(1);
    for (const { number, text } of shown.toReversed()) {
      const checked = await world.run(`checklist CASA-16 ${number} --json`);
      expect(JSON.parse(checked.stdout).checklist[Number(number) - 1]).toMatchObject({ text, done: true });
    }
  });

  test('who sees the ticket may change it, others do not find it', async () => {
    expect((await world.run('tickets checklist BERG-9 --add "From the customer"', { as: customer })).code).toBe(0);
    expect((await world.run('tickets checklist BERG-9')).stdout).toContain('\tFrom the customer\t');
    expect((await world.run('tickets checklist BERG-9 --add No', { as: stranger })).code).toBe(4);
  });
});
