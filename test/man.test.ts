import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePages } from '../scripts/man/pages.js';
import { escapeRoff, literal, paragraph, term } from '../scripts/man/roff.js';
import { type CommandTree, readTree } from '../src/cli/command-line/command-tree.js';
import { topics } from '../src/cli/topics/index.js';
import { makeFolder } from './support/computer/folder.js';

const root = fileURLToPath(new URL('..', import.meta.url));

let pages: ReadonlyMap<string, string>;
let tree: CommandTree;
beforeAll(async () => {
  [pages, tree] = await Promise.all([makePages('2026-11-26'), readTree('0')]);
});

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** Runs a program on the source of a page; its complaints are on stderr, or, for a linter, on stdout. */
function run(
  program: string,
  args: readonly string[],
  input?: string,
): { readonly stdout: string; readonly stderr: string } {
  const { stdout, stderr } = spawnSync(program, args, { input: input ?? '', encoding: 'utf8', cwd: root });
  return { stdout, stderr };
}

/** A rendered page with one line per paragraph, without bold and italics. */
function read(page: string): string {
  return run('groff', ['-man', '-Tutf8', '-rLL=900n', '-P-cbou'], page).stdout;
}

/** Writes all pages to files and gives their paths. */
function writePages(): readonly string[] {
  const folder = makeFolder();
  return [...pages].map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
}

test('there is one for tracker, for every noun and for every topic', () => {
  const nouns = tree.nouns.map(({ name }) => `tracker-${name}.1`);
  expect([...pages.keys()]).toEqual(['tracker.1', ...nouns, ...topics.map(({ name }) => `tracker-${name}.7`)]);
});

describe('roff', () => {
  test('is ASCII, of moderate lines, whatever the text', () => {
    for (const [name, text] of pages) {
      expect(text, name).toMatch(/^[\n -~]+$/);
      expect(text, name).not.toMatch(/undefined|\[object|^\s*$\n/m);
      expect(text.split('\n').filter((line) => line.length > 240)).toEqual([]);
    }
  });

  test('has its own characters escaped', () => {
    expect(escapeRoff(`\\t -x "a" 'b' \`c\` ^ ~ …`)).toBe(
      '\\et \\-x \\(dqa\\(dq \\(aqb\\(aq \\(gac\\(ga \\(ha \\(ti \\[u2026]',
    );
    expect(paragraph('.tracker.json is a file')).toEqual(['\\&.tracker.json is a file']);
    expect(literal(['.hidden', "'quoted'"])).toContain('\\&.hidden');
    expect(term('.x', 'y')).toEqual(['.TP', '\\&.x', 'y']);
    expect(paragraph('with --json, or `a b`; well-known')).toEqual([
      'with \\fB\\-\\-json\\fR, or \\fBa b\\fR; well\\-known',
    ]);
  });

  test.skipIf(!has('mandoc'))('pleases mandoc', () => {
    expect(run('mandoc', ['-Tlint', '-W', 'warning', ...writePages()]).stdout).toBe('');
  });

  test.skipIf(!has('groff'))('pleases groff', () => {
    expect(run('groff', ['-man', '-Tutf8', '-ww', '-z', ...writePages()]).stderr).toBe('');
  });
});

describe.skipIf(!has('groff'))('as it is read', () => {
  test('a page of a noun has every verb, argument, flag and example', () => {
    for (const { name, summary, verbs, command } of tree.nouns) {
      const text = read(pages.get(`tracker-${name}.1`) ?? '');
      expect(text.toLowerCase()).toContain(`tracker-${name} - ${summary.toLowerCase()}`);
      for (const verb of command ? [command] : verbs) {
        expect(text).toContain(`${verb.summary}.`);
        for (const { name: flag, value } of verb.flags)
          expect(text).toContain(value === null ? flag : `${flag} ${value}`);
        for (const { line } of verb.examples)
          expect(text.replaceAll(/ \\\n +/g, ' ')).toContain(` ${line.split('\n')[0]}\n`);
      }
    }
  });

  test('the page of tracker has every noun, flag and exit code', () => {
    const text = read(pages.get('tracker.1') ?? '');
    for (const { name } of tree.nouns) expect(text).toContain(`tracker-${name}(1)`);
    for (const { name } of tree.globalFlags) expect(text).toContain(name);
    for (const { name } of tree.topics) expect(text).toContain(`tracker-${name}(7)`);
    expect(text).toMatch(/^ +143 +Ended by SIGTERM/m);
  });

  test('the page of a topic has the text of help, character for character', () => {
    const text = read(pages.get('tracker-formatting.7') ?? '');
    expect(text).toContain(
      'In a value, a tab is written \\t, a newline \\n, a carriage return \\r and a backslash \\\\,',
    );
    expect(text).toContain('    tracker tasks --scope all --fields assigneeNames | sort | uniq -c | sort -rn\n');
    expect(read(pages.get('tracker-environment.7') ?? '')).toMatch(/^ +\.tracker\.json$/m);
    expect(read(pages.get('tracker-exit-codes.7') ?? '')).toContain(
      '    until tracker tasks list --json > tasks.json; do\n',
    );
  });
});
