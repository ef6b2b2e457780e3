// The command lines that scripts/compare.mjs runs, in groups. Each group has a fresh sandbox.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

/** Command lines that must be refused, beside those derived from help. */
const badLines = [
  'tracker nope',
  'tracker taks list',
  'tracker tasks nope',
  'tracker tasks list extra',
  'tracker tasks view',
  'tracker tasks view SCM-9999',
  'tracker tasks view ..',
  'tracker tasks view CASA-9',
  'tracker tickets view SCM-12',
  'tracker view nothing-like-this',
  'tracker tasks list --json --csv',
  'tracker tasks list --jq .[',
  'tracker tasks list --fields nope',
  'tracker tasks list -L 0',
  'tracker tasks list -L x',
  'tracker tasks list --due someday',
  'tracker tasks list --scope other',
  'tracker tasks list --assignee nobody-here',
  'tracker tasks list --unassigned -a @me',
  'tracker tasks list --nope --json',
  'tracker tickets list --segment other',
  'tracker tasks create',
  'tracker tasks create --title x --project NOPE',
  'tracker tasks create --title x --project SCM --due never',
  'tracker tasks edit SCM-12',
  'tracker tasks edit SCM-12 --tag none',
  'tracker tasks edit SCM-9999 -s done',
  'tracker tasks edit SCM-12 -p hgh',
  'tracker tasks delete SCM-12',
  'tracker tasks time SCM-12 x',
  'tracker tasks comment SCM-12',
  'tracker tasks comment SCM-12 -b x -F y',
  'tracker tasks comment SCM-12 -b ""',
  'tracker tickets reply BERG-9 -b x --attach missing.txt',
  'tracker search',
  'tracker inbox read',
  'tracker undo 99999',
  'tracker drafts view nope',
  'tracker alias set tasks "tasks list"',
  'tracker config set nope x',
  'tracker -I nowhere tasks list',
  'TRACKER_URL=ftp://x tracker tasks list',
  'TRACKER_TOKEN=wrong tracker tasks list',
  'tracker api /nope',
  'tracker api http://example.com/x',
  'tracker login https://user@example.com',
  'printf "SCM-12\\nSCM-9999\\n" | tracker tasks edit - -s done',
  'printf "SCM-12\\nSCM-9999\\n" | tracker tasks view - --json',
];

/** What lasts until somebody ends it, and what waits for a browser. */
const lasting = /\btracker (?:(?:events|watch|inbox watch)\b|login\b(?!.*--token)|(?=[^|&;]* --watch\b))/;

/** What needs a person, another computer, or changes which server is asked. */
const left =
  /tracker (?:triage|logout|instances (?:use|remove)|sandbox (?:start|stop|reset|run|password)|completion)\b|ssh /;

/** Lines that switch the server of a group off and on again. */
export const [serverStops, serverStarts] = ['(the server stops)', '(the server starts)'];

/** The groups of lines of two checkouts. What only one of them knows is run with both. */
export async function allGroups(...roots) {
  const trees = roots.map(readTree);
  const verbs = trees.flatMap(({ nouns }) => nouns.flatMap(verbsOf));
  const topics = trees.flatMap((tree) => tree.topics.map(({ name }) => `tracker help ${name}`));
  const goldens = await Promise.all(roots.map(goldenLines));
  const writes = unique(verbs.flatMap(writesOf)).sort(byLateness);
  return [
    { name: 'help', lines: unique(['tracker help', ...topics, ...verbs.map(({ words }) => `tracker help ${words}`)]) },
    {
      name: 'examples',
      lines: runnable(verbs.flatMap(({ verb }) => verb.examples.map(({ line }) => line))).sort(byLateness),
    },
    { name: 'recipes', lines: runnable(roots.flatMap(recipes)) },
    { name: 'goldens', lines: unique(goldens.flat()) },
    { name: 'refused', lines: unique([...badLines, ...verbs.flatMap(misuses)]) },
    {
      name: 'queued',
      lines: [
        'tracker view SCM-12',
        'tracker view BERG-9',
        serverStops,
        ...writes.map((line) => `${line} --queue`),
        'tracker drafts',
        'tracker drafts --json',
        serverStarts,
        'tracker drafts send --waiting',
        'tracker drafts',
        'tracker undo --list',
      ],
    },
    {
      name: 'undone',
      lines: writes.flatMap((line) => [line, 'tracker undo --yes', 'tracker redo --yes', 'tracker undo --list -L 2']),
    },
  ];
}

function readTree(root) {
  const program = join(root, 'bin', 'tracker.js');
  return JSON.parse(execFileSync(process.execPath, [program, 'help', '--json'], { encoding: 'utf8', maxBuffer: 1e9 }));
}

function verbsOf({ name, verbs }) {
  return verbs.map((verb) => ({ verb, words: verb.name === name ? name : `${name} ${verb.name}` }));
}

/** The examples of a verb that writes, as far as nobody and no other program is asked. */
function writesOf({ verb }) {
  if (!verb.writes) return [];
  const lines = verb.examples
    .map(({ line }) => line)
    .filter((line) => /^tracker [^|<$]+$/.test(line) && !left.test(line));
  return lines
    .filter((line) => !/ (?:-e|--editor|--dry-run)\b|tracker drafts|@branch/.test(line))
    .map((line) => (/ delete /.test(line) && !line.includes('--yes') ? `${line} --yes` : line));
}

/** An unknown flag, and each flag whose value is a word that it cannot mean. */
function misuses({ verb, words }) {
  if (left.test(`tracker ${words}`)) return [];
  const checked = verb.flags.filter(({ kind }) => ['count', 'day', 'past-day', 'duration', 'filter'].includes(kind));
  return ['--no-such-flag', ...checked.map(({ name }) => `${name} '?!'`)].map((flags) => `tracker ${words} ${flags}`);
}

function goldenLines(root) {
  const source = readFileSync(join(root, 'test', 'golden', 'commands.ts'), 'utf8');
  return transform(source, { loader: 'ts', format: 'esm' })
    .then(({ code }) => import(`data:text/javascript,${encodeURIComponent(code)}`))
    .then(({ lists, views }) =>
      [...lists, ...views].flatMap(({ line, fields }) =>
        ['', '--json', '--jsonl', '--csv', '--yaml', '-q', '--pretty', `--fields ${fields}`, `--json=${fields}`].map(
          (flags) => `tracker ${line} ${flags}`.trim(),
        ),
      ),
    );
}

function recipes(root) {
  const page = readFileSync(join(root, 'docs', 'recipes.md'), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, script]) => script);
}

function runnable(lines) {
  return unique(lines)
    .filter((line) => !left.test(line))
    .map((line) => line.replace(lasting, (command) => `timeout -s INT 3 ${command}`));
}

/** What deletes comes last. */
function byLateness(one, other) {
  const late = (line) => Number(/ delete | read --all/.test(line));
  return late(one) - late(other);
}

function unique(lines) {
  return [...new Set(lines)];
}
