import { expect, test } from 'vitest';
import { openWorld } from '../../support/run.js';

test('help of a verb with a row for each reference names the columns of its rows', async () => {
  const { stdout } = await (await openWorld()).run('tasks edit --help');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'there is a row for each reference. Columns, in order: ref, ok, error. Also with --fields: uuid, changes, error.code',
  );
});
