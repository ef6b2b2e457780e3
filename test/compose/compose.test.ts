import { expect, test } from 'vitest';
import { openWorld, refused } from '../support/run.js';

test.each([
  ['projects comment - -F -', 'the reference and --body-file'],
  ['tasks create --project SCM -t x --depends-on - -F -', '--depends-on and --body-file'],
  ['tasks create --project SCM -t x -F - --attach - --attach-name a.txt', '--body-file and --attach'],
  ['tasks edit SCM-12 --add-dependency - -F -', '--add-dependency and --body-file'],
  ['tasks comment - --attach - --attach-name a.txt -b x', 'the references and --attach'],
])('%s: standard input is there once, so nothing is read or sent', async (line, readers) => {
  const world = await openWorld();
  const { code, stdout, stderr } = await world.run(line, { stdin: 'SCM-1\n' });
  expect({ code, stdout, stderr }).toEqual(refused(2, `${readers} cannot both read standard input`));
  expect(world.takeRequests()).toEqual([]);
});
