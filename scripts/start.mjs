// `npm start`: the main job on the sandbox, step by step. Builds the program if need be, starts the sandbox, signs in, and
// walks through reading tasks and tickets, printing what it runs and what comes back. The sandbox goes on running.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'bin', 'tracker.js');
const bold = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

if (!existsSync(join(root, 'dist', 'main.js')))
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });

/** Runs a command as the reader would, its output following the line that says so. Ends everything when it fails. */
function show(why, words, { rows = 12 } = {}) {
  console.log(`\n${why}\n${bold(`$ tracker ${words.join(' ')}`)}`);
  const columns = process.stdout.isTTY ? [] : ['--color', 'never'];
  const { status, stdout } = spawnSync(process.execPath, [program, ...words, ...columns], {
    stdio: ['ignore', process.stdout.isTTY ? 'inherit' : 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (stdout) {
    const lines = stdout.trimEnd().split('\n');
    console.log(lines.slice(0, rows).join('\n'));
    if (lines.length > rows) console.log(`… and ${lines.length - rows} more lines`);
  }
  if (status !== 0) process.exit(status ?? 1);
}

/** What `sandbox status` says. */
function status() {
  return JSON.parse(execFileSync(process.execPath, [program, 'sandbox', 'status', '--json'], { encoding: 'utf8' }));
}

console.log('tracker, the terminal client of an issue tracker, on a sandbox of its own.');
if (status().running) console.log(`\nThe sandbox is running already, at ${status().url}.`);
else show('A whole service starts on this computer, and you are signed in to it:', ['sandbox', 'start']);

const at = ['-I', 'sandbox'];
show('What waits for you?', [...at, 'status']);
show('Your tasks, by day:', [...at, 'tasks', 'list', '--sort', 'due', '-L', '4']);
show('Read one:', [...at, 'tasks', 'view', 'SCM-12', '--comments', '2', '--no-pager'], { rows: 30 });
show('The support tickets nobody has taken:', [
  ...at,
  'tickets',
  'list',
  '--segment',
  'all',
  '--unassigned',
  '-L',
  '6',
]);
show('The same for a script:', [
  ...at,
  'tickets',
  'list',
  '--segment',
  'all',
  '--unassigned',
  '-L',
  '2',
  '--jsonl',
  '--fields',
  'ref,subject,status',
]);

console.log(`
Go on:
  npx tracker --help                       everything it can do
  npx tracker tasks list --scope all       every task you can see
  npx tracker tickets view CASA-16         a ticket with its timeline
  npx tracker login ${status().url} --name web   sign in through the login page

Stop the sandbox (its data stays):
  npx tracker sandbox stop`);
