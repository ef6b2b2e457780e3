import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lists, views } from './commands.js';
import { formatsOf } from './formats.js';

test('every file below expected/ is compared with something', () => {
  const formats = [...lists, ...views].flatMap((command) =>
    formatsOf(command).map(({ name }) => `${command.name}.${name}.txt`),
  );
  const files = readdirSync(new URL('expected', import.meta.url));
  expect(files.length).toBeGreaterThan(0);
  const others = files.filter((file) => !formats.includes(file));
  expect(
    others.filter((file) => !/\.((spec|wire)\.json|days\.[a-z0-9-]+|(day|night)-[a-z]+)\.txt$/.test(file)),
  ).toEqual([]);
});
