// `node scripts/release.mjs TAG` prints what CHANGELOG.md says about the version of package.json. It fails if TAG is not that
// version, or if the date there is not that of today.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The version in package.json, and its date and entries in CHANGELOG.md. Throws an Error if it has none. */
export function readRelease() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const [heading, ...entries] = sections.find((text) => text.startsWith(`${version} - `))?.split('\n') ?? [''];
  const date = /\d{4}-\d\d-\d\d$/.exec(heading)?.[0];
  if (!date) throw new Error(`CHANGELOG.md needs a heading such as: ## ${version} - 2026-01-31`);
  return { version, date, entries: entries.join('\n').trim() };
}

function checkRelease(tag, { version, date }) {
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, but the version in package.json is ${version}`);
  // A release may be run again on the day after.
  const days = (Date.now() - Date.parse(date)) / 86_400_000;
  if (days < -1 || days > 2) throw new Error(`CHANGELOG.md says that ${version} was released on ${date}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const release = readRelease();
    checkRelease(process.argv[2], release);
    console.log(release.entries);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
