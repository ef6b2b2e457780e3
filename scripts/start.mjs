// `npm start`: a short tour with the sandbox. Builds the program if needed, starts the sandbox, signs in, and reads some tasks
// and tickets, printing each command and its output, on a terminal one at a time. The sandbox keeps running.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'bin', 'tracker.js');
const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
const bold = process.stdout.isTTY && !process.env.NO_COLOR ? (text) => `\u001b[1m${text}\u001b[22m` : (text) => text;

if (!existsSync(join(root, 'dist', 'main.js'))) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Prints a command and its output, at most `rows` lines in a pipe, and waits for Enter on a terminal. Exits if it fails. */
async function show(why, words, { rows = 12 } = {}) {
  console.log(`\n${why}\n${bold(`$ npx tracker ${words.join(' ')}`)}`);
  const { status, stdout } = spawnSync(process.execPath, [program, ...words], {
    stdio: isTerminal ? 'inherit' : ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (stdout) {
    const lines = stdout.trimEnd().split('\n');
    console.log(lines.slice(0, rows).join('\n'));
    if (lines.length > rows) console.log(`… and ${lines.length - rows} more lines`);
  }
  if (status !== 0) process.exit(status ?? 1);
  await goOn();
}

async function goOn() {
  if (!isTerminal) return;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on('SIGINT', () => process.exit(130));
  await lines.question('\nPress Enter to continue. ');
  lines.close();
}

/** The JSON that a command prints. */
function read(...words) {
  return JSON.parse(execFileSync(process.execPath, [program, ...words, '--json'], { encoding: 'utf8' }));
}

console.log(
  'A short tour of tracker, the command-line client for an issue tracker.\nIn this folder it is called npx tracker.',
);
const running = read('sandbox', 'status');
const { url, user, email, password } = running.running ? running : read('sandbox', 'start');
console.log(
  user
    ? `\nA complete service is running on this computer now, and you are signed in to it\nas ${user.name}:\n${bold('$ npx tracker sandbox start')}\n${url}`
    : `\nThe sandbox is already running at ${url}.`,
);
await goOn();

const at = ['-I', 'sandbox'];
const unassigned = [...at, 'tickets', 'list', '--segment', 'all', '--unassigned'];
await show('What needs your attention?', [...at, 'status'], { rows: 30 });
await show('Your tasks, by due date:', [...at, 'tasks', 'list', '--sort', 'due', '-L', '4']);
await show(
  `One of them in detail${isTerminal ? ' (q leaves the pager)' : ''}:`,
  [...at, 'tasks', 'view', 'SCM-12', '--comments', '2'],
  { rows: 30 },
);
await show('Support tickets that are not assigned:', [...unassigned, '-L', '6']);
await show('The same, for a script:', [...unassigned, '-L', '2', '--jsonl', '--fields', 'ref,subject,status']);

const secret = password
  ? `with the password ${password}, which is shown only here.`
  : 'with the password you got when it started; for a new one:\n  npx tracker sandbox password';
console.log(`
Next steps:
  npx tracker triage                       work through the tickets that wait for an answer
  npx tracker view CASA-16                 a ticket with its timeline
  npx tracker tasks list --scope all       every task you can see
  npx tracker --help                       list all commands
  npx tracker login ${url} --name web
                                           sign in through the login page

Stop the sandbox (its data is kept):
  npx tracker sandbox stop

On the login page, sign in as ${email ?? 'anyone of npx tracker sandbox users'}
${secret}`);
