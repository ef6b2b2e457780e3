import { expect, test } from 'vitest';
import { isRow, rowsOf } from '../../../src/contract/row.js';
import { allShapes, narrow, printed, refused } from '../../support/run.js';

allShapes('view --message, %s shape', (world) => {
  test('gives what was written, by its place, as it was sent', async () => {
    const detail = await world.json('tickets view CASA-16');
    const messages = (isRow(detail) ? rowsOf(detail.messages) : []).filter(({ kind }) => kind !== 'system');
    for (const [at, message] of messages.entries()) {
      const one = await world.json(`view CASA-16 --message ${at + 1}`);
      expect(one).toMatchObject({ ref: 'CASA-16', number: at + 1, of: messages.length });
      expect(isRow(one) && one.message).toEqual(message);
    }
    expect(await world.run('tasks view SCM-36 --message 1 --fields number,author,text')).toEqual(
      printed('number\t1\nauthor\tZoë Baptiste\ntext\tI draw, you write?\n'),
    );
  });

  test('shows it whole on a page and in a pipe', async () => {
    const { stdout } = await world.run('view CASA-16 --message 2', narrow);
    expect(stdout).toMatch(/^CASA-16 {2}Night of the Museums: the 21:15 slot was sold twice\n\nNumber {2}2 of 13\n/);
    expect(stdout).toContain('Author  Lucía Fernández de la Vega (customer)\n');
    const piped = await world.run('tickets view CASA-16 --message 2 --tsv');
    expect(piped.stdout).toContain('number\t2\nof\t13\nkind\treply\nauthor\tLucía Fernández de la Vega\n');
    expect(piped.stdout).toMatch(/\ntext\tWhich ones do we move\? The first ones have been waiting for longer\.\n$/);
  });

  test('says how many there are, and refuses what it would ignore', async () => {
    expect(await world.run('view CASA-16 --message 14')).toEqual(
      refused(4, 'there is no number 14: CASA-16 has 13 messages and notes'),
    );
    expect(await world.run('view CASA-16 --message 0')).toEqual(
      refused(2, '--message takes a whole number of at least 1, not "0"'),
    );
    for (const [flags, why] of [
      ['SCM-36', '--message takes one reference'],
      ['--web', '--message and --web cannot be used together'],
      ['--comments 2', '--comments and --message cannot be used together'],
    ] as const)
      expect(await world.run(`view CASA-16 ${flags} --message 1`)).toEqual(refused(2, why));
  });
});
