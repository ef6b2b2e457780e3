import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { start, tracker } from '../support/computer/program.js';
import { newToken, startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { allTests } from '../support/set-up.js';

interface Recipe {
  readonly title: string;
  readonly script: string;
}

/** What each recipe of docs/recipes.md prints, in the order of the page. */
const printed: Readonly<Record<string, RegExp>> = {
  'Tasks without a due date, with jq': /^([A-Z]+-\d+\t\S.*\n)+$/,
  'Names of people instead of their ids': /^("[A-Z]+-\d+","[^"]+",".*"\n)+$/,
  'Tickets not updated for three days': /^ref,updated,orgSlug,subject\r\n([A-Z]+-\d+,\d{4}-\d\d-\d\dT.*\r\n)+$/,
  'Estimated hours for each project, with awk': /^BOP +\d+\.\d h\n([A-Z]+ +\d+\.\d h\n)+$/,
  'Ad hoc queries with sqlite3': /^status +tasks +next *\n-+.*\n(\w+ +\d+ .*\n)+$/,
  'A command for each task, in a loop': /^([A-Z]+-\d+ {2}\d+\/\d+ {2}\S.*\n)+$/,
  'Edit all results of a filter, after a dry run': /^(PATCH\thttp.*"late".*\n)+(\w+-\d+ is tagged\n)+$/,
  'Some succeeded and some failed': /^SCM-9999: not_found\n$/,
  'Retry after network errors': /^\d\d\n$/,
  'Send something once, from a job that may run again': /^(CASA-\d+\n)\1$/,
  'Wait until a task is done': /^not yet\n$/,
  'Who is waiting, and since when': /^([a-z-]+: \d+, since \d{4}-\d\d-\d\dT.*\n)+$/,
  'Follow a list': /^([A-Z]+-\d+ waits: \S.*\n)+$/,
  'Work offline, with cron': /^([A-Z]+-\d+\t\S.*\n)+$/,
  'Ask often, without asking the server': /^(\d+\n){2}$/,
  'Reply only if nobody else has': /^sent\n$/,
  'Change only what nobody else has changed': /^SCM-12 is done\n$/,
  'Send what could not be sent': /^nothing waits any more\n$/,
  'Find a phrase': /^([A-Z]+-\d+ .*VAT number.*\n)+$/,
  'Whom a task can be assigned to': /^(\S.*\n)+$/,
  'Tidy up saved views': /^([A-Z]+-\d+\n)+$/,
  'Do something for each notification': /^$/,
  'Machine-readable errors': /^not_found: there is no task SCM-9999 that you can see\n$/,
  'Create a task from a failed job, with its log': /^see OPS-\d+\n$/,
  'The time of this week, in a spreadsheet and in hours': /^(\d+(\.\d+)? h {2}[A-Z]+-\d+ \S.*\n)+$/,
  'A stand-up, from what was done and what is waiting': /^(\d{4}-\d\d-\d\d\S* {2}[A-Z]+(-\d+)? {2}\w+\n)+$/,
  'Everything in the inbox, by kind': /^( *\d+ \w+\n){2,}$/,
  'In CI, without a sign-in': /^\[(\{"ref":"[A-Z]+-\d+","subject":".*?"\},?)+\]\n$/,
  'Test a script against the sandbox': /^ *(\d+)\n *\1\n$/,
};

/** Programs that a recipe needs and a computer may lack. */
const helpers: readonly string[] = ['jq', 'awk', 'sqlite3', 'timeout'];

const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
const missing = ['bash', ...helpers].filter((name) => !hasProgram(name));

function readRecipes(): readonly Recipe[] {
  const page = readFileSync(fileURLToPath(new URL('../../docs/recipes.md', import.meta.url)), 'utf8');
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((part) =>
      [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, script = '']) => ({
        title: part.split('\n')[0] ?? '',
        script,
      })),
    );
}

const recipes = readRecipes();

const home = allTests(makeHome, stopAndClose);
const sandbox = allTests(() => startSandbox(home, ['--memory']));
let token: string;

beforeAll(async () => {
  token = await newToken(sandbox);
});

test('every recipe is one block, and is known here', () => {
  expect(recipes.map(({ title }) => title)).toEqual(Object.keys(printed));
  for (const { script } of recipes) expect(script).toMatch(/\btracker\b/);
});

describe('in bash, where any failure ends it', () => {
  for (const [at, { title, script }] of recipes.entries()) {
    const needs = ['bash', ...helpers.filter((name) => new RegExp(`\\b${name}\\b`).test(script))];
    test.skipIf(needs.some((name) => missing.includes(name)))(title, async () => {
      const folder = join(home.folder, `recipe-${at}`);
      mkdirSync(folder);
      const isSignedOut = script.includes('TRACKER_TOKEN');
      const env = isSignedOut ? { TRACKER_TOKEN: token, TRACKER_CONFIG_DIR: join(folder, 'config') } : {};
      const here = script.replaceAll('https://tracker.example.com', sandbox.url);
      const { code, stdout, stderr } = await start(home, ['bash', '--norc', '-euo', 'pipefail', '-c', here], {
        folder,
        env,
      }).ended;
      expect(stderr).not.toMatch(/^(error|debug|bash|awk|jq|Error):/m);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(printed[title] ?? /^$/);
    });
  }

  test.skipIf(missing.includes('bash'))('what the network broke is tried again, and nothing else is', async () => {
    const script = recipes.find(({ title }) => title.startsWith('Retry'))?.script ?? '';
    const [again = ''] = script.split('again tracker');
    const count = async (code: number): Promise<string> => {
      const job = `sleep() { echo "$1"; }\njob() { echo run; return ${code}; }\nagain job || echo "ends with $?"`;
      return (await start(home, ['bash', '--norc', '-uo', 'pipefail', '-c', again + job]).ended).stdout;
    };
    expect(await count(7)).toBe('run\n1\nrun\n5\nrun\n30\nrun\n0\nends with 7\n');
    expect(await count(8)).toBe('run\nends with 8\n');
    expect(await count(0)).toBe('run\n');
  });

  test('the job that failed has left a task with its log', async () => {
    const { stdout } = await tracker(home, 'tasks list --search Backup --json=ref,title,assignees');
    const [{ ref, title }] = JSON.parse(stdout) as [{ readonly ref: string; readonly title: string }];
    expect(title).toMatch(/^Backup failed on /);
    expect((await tracker(home, ['attachments', 'download', ref, 'job.log', '-o', '-'])).stdout).toContain(
      '/no/such/backup',
    );
  });
});
