import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nodeHas } from './support/node-versions.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const [, section = ''] = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8').split('\n## Versions of Node\n');

/** The table in CONTRIBUTING.md of what tests need that not every version of Node has. */
const table = [
  ...section.matchAll(/^\| ([^|]+?) +\| ((?:before |from )?[\d.]+(?: to [\d.]+)?) +\| ([^|]+?) +\|/gm),
].map(([, need = '', versions = '', files = '']) => ({ need, versions, files: files.match(/[^`, ]+/g) ?? [] }));

/** Whether this Node is one of `before 22.13`, `from 24` or `22.23.0 to 22.23.4`. */
function isOneOf(versions: string): boolean {
  const [bound = '', last] = versions.replace(/^[a-z]+ /, '').split(' to ');
  const order = (other: string): number => process.versions.node.localeCompare(other, 'en', { numeric: true });
  if (last !== undefined) return order(bound) >= 0 && order(last) <= 0;
  return versions.startsWith('before ') ? order(bound) < 0 : order(bound) > 0;
}

test('tests are skipped on the versions of Node that the table says, and nowhere else', () => {
  expect(table.map(({ need }) => need)).toEqual(Object.keys(nodeHas));
  const missing = Object.entries(nodeHas).flatMap(([need, isHere]) => (isHere ? [] : [need]));
  expect(missing).toEqual(table.flatMap(({ need, versions }) => (isOneOf(versions) ? [need] : [])));
});

test('what tests need of Node is in the table, with their files', () => {
  const needed = readdirSync(`${root}/test`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(`${root}/test/${file}`, 'utf8') }));
  for (const { need, files } of table) {
    const asking = needed.flatMap(({ file, text }) => (text.includes(`nodeHas['${need}']`) ? [file] : []));
    expect([need, asking.sort()]).toEqual([need, [...files].sort()]);
  }
  const skipping = needed.filter(({ text }) =>
    /(?:skip|run)If\([^)]*(?:process\.version|nodeModule|isBuiltin)/.test(text),
  );
  expect(skipping.map(({ file }) => file)).toEqual([]);
});
