// `npm start`: a short tour with the sandbox. Builds the program if needed, starts the sandbox, signs in, and reads some tasks
// and tickets, printing each command and its output. The sandbox keeps running.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'bin', 'tracker.js');
const bold = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

if (!existsSync(join(root, 'dist', 'main.js')))
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });

/** Prints a command and its output, at most `rows` lines in a pipe. Exits if the command fails. */
function show(why, words, { rows = 12 } = {}) {
  console.log(`\n${why}\n${bold(`$ tracker ${words.join(' ')}`)}`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...words], {
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

/** The parsed output of `sandbox status`. */
function status() {
  return JSON.parse(execFileSync(process.execPath, [program, 'sandbox', 'status', '--json'], { encoding: 'utf8' }));
}

console.log('A short tour of tracker, the command-line client for an issue tracker, using a local sandbox.');
if (status().running) console.log(`\nThe sandbox is already running at ${status().url}.`);
else show('Start a complete service on this computer and sign in to it:', ['sandbox', 'start']);

const at = ['-I', 'sandbox'];
show('What needs your attention?', [...at, 'status']);
show('Your tasks, by due date:', [...at, 'tasks', 'list', '--sort', 'due', '-L', '4']);
show('One of them in detail:', [...at, 'tasks', 'view', 'SCM-12', '--comments', '2', '--no-pager'], { rows: 30 });
show('Support tickets that are not assigned:', [
  ...at,
  'tickets',
  'list',
  '--segment',
  'all',
  '--unassigned',
  '-L',
  '6',
]);
show('The same, for a script:', [
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
Next steps:
  npx tracker --help                       list all commands
  npx tracker tasks list --scope all       every task you can see
  npx tracker tickets view CASA-16         a ticket with its timeline
  npx tracker login ${status().url} --name web   sign in through the login page

Stop the sandbox (its data is kept):
  npx tracker sandbox stop`);
