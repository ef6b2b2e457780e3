import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type LastShown, openLastShown } from '../../../src/client/state/last-shown.js';
import { makeFolder, within } from '../../support/computer/folder.js';
import { mountSmallDisk } from '../../support/computer/small-disk.js';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

const open = (stateFolder = folder): LastShown =>
  openLastShown(within(stateFolder), { url: 'https://work.example', userId: 'me' }, 'one');
const entity = (ref: string) => ({ kind: 'ticket', uuid: `uuid of ${ref}`, ref });

test('remembers what was last shown', () => {
  open().keep({ entity: entity('BERG-9') });
  open().keep({ entity: entity('CASA-3') });
  expect(open().entity).toEqual(entity('CASA-3'));
});

test('another process that removes its file at the same moment does not stop it', () => {
  open().keep({ entity: entity('BERG-9') });
  // Found in the folder, but no longer there when it is looked at.
  symlinkSync('nowhere', join(folder, 'places', 'gone'));
  open().keep({ entity: entity('CASA-3') });
  expect(open().entity).toEqual(entity('CASA-3'));
});

test('@ does not go on to stand for an earlier entity where the new one cannot be stored', ({ skip }) => {
  const disk = mountSmallDisk(64);
  if (!disk) return skip();
  try {
    open(disk.folder).keep({ entity: entity('BERG-9') });
    disk.leave(0);
    open(disk.folder).keep({ entity: entity('CASA-3') });
    expect(open(disk.folder).entity).toBeUndefined();
    expect(readdirSync(join(disk.folder, 'places'))).toEqual([]);
  } finally {
    disk.remove();
  }
});
