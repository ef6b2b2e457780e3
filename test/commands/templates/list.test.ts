import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld, owner, printed } from '../../support/run.js';
import { eachTest } from '../../support/set-up.js';

const world = eachTest(openWorld);

const duplicate = 'duplicate\t{{ref}} is a duplicate of {{original}}.\tnote, status closed\n';

test('templates are listed with their first line and what they do', async () => {
  const machine = await world.machine(owner);
  expect(await machine.run('templates')).toEqual(printed(duplicate));
  const folder = join(machine.folder, 'config/templates');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'closing.md'), '\nDear {{customer}},\nbye\n');
  writeFileSync(join(folder, 'broken.md'), '---\nstatus: closed\nThanks');
  writeFileSync(join(folder, 'done.md'), '---\nkind: reply\ntag: a, b\nthen: stay\nkey: d\n---\n\nThanks\n');
  writeFileSync(join(folder, '.hidden.md'), 'x');
  writeFileSync(join(folder, 'empty.md'), '');
  mkdirSync(join(folder, 'folder.md'));
  writeFileSync(join(folder, 'latin.md'), Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]));
  writeFileSync(join(machine.folder, 'elsewhere.md'), 'Linked.');
  symlinkSync(join(machine.folder, 'elsewhere.md'), join(folder, 'linked.md'));
  expect(await machine.run('templates list')).toEqual(
    printed(
      `broken\t\tbroken.md, line 3: the head has only lines like status: closed, and ends with ---\n` +
        `closing\tDear {{customer}},\t\ndone\tThanks\treply, tags a, b, then stay\n${duplicate}` +
        'empty\t\tthe template empty is empty: empty.md\nfolder\t\tcannot read folder.md: it is a folder\n' +
        'latin\t\tlatin.md is not text in UTF-8\nlinked\tLinked.\t\n',
    ),
  );
  expect(await machine.run('templates -q')).toEqual(
    printed('broken\nclosing\ndone\nduplicate\nempty\nfolder\nlatin\nlinked\n'),
  );
});
