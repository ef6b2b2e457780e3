import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld, owner, printed } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);

test('templates are listed with their first line', async () => {
  const machine = await world.machine(owner);
  expect(await machine.run('templates')).toEqual(printed(''));
  const folder = join(machine.folder, 'config/templates');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'closing.md'), '\nDear {{customer}},\nbye\n');
  writeFileSync(join(folder, '.hidden.md'), 'x');
  writeFileSync(join(folder, 'empty.md'), '');
  writeFileSync(join(machine.folder, 'elsewhere.md'), 'Linked.');
  symlinkSync(join(machine.folder, 'elsewhere.md'), join(folder, 'linked.md'));
  expect(await machine.run('templates list')).toEqual(
    printed('closing\tDear {{customer}},\nempty\t\nlinked\tLinked.\n'),
  );
  expect(await machine.run('templates -q')).toEqual(printed('closing\nempty\nlinked\n'));
});
