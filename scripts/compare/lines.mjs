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

/**
 * Writes beside those in help: of each verb whose examples ask somebody or name no reference, and of the fields, merges and refusals
 * that matter to what is kept, sent later, and undone.
 */
const moreWrites = [
  'tracker inbox read --ticket BERG-9',
  'tracker tasks create --project SCM -t "All of it" -b "Text." -s todo -p low --type bug --tag one,two -a zoë --depends-on SCM-13',
  'tracker tasks edit SCM-12 -t "Another title" -b "Another text."',
  'tracker tasks edit SCM-12 -s in_review -p urgent --type bug --due 2d --planned tomorrow --estimate 2h',
  'tracker tasks edit SCM-12 --set-assignee none --set-tag one,two',
  'tracker tasks edit SCM-12 --add-dependency SCM-13 --add-tag three --remove-tag one',
  'tracker tasks edit SCM-12 --set-dependency none --if-unchanged',
  'tracker tasks edit SCM-12 SCM-9999 SCM-13 -p low',
  'tracker tasks edit SCM-12 -F notes.md',
  'tracker tasks comment SCM-12 SCM-13 -b "For both."',
  'tracker tasks comment SCM-12 -b "With a file." --attach trace.log -s in_progress',
  'tracker tasks checklist SCM-12 --remove 1 --add "One more" --add "And another"',
  'tracker tickets create --org casa-azul --subject "With all" -b "Text." -p high --category billing -a @me --attach trace.log',
  'tracker tickets edit BERG-9 -p urgent --category general --set-assignee zoë --set-tag one',
  'tracker tickets edit BERG-9 BERG-10 CASA-9999 -s in_progress',
  'tracker tickets reply BERG-9 -b "With a quotation." --quote -s waiting_on_customer',
  'tracker tickets reply BERG-9 -b "If nobody else has." --if-unchanged',
  'tracker tickets checklist BERG-9 --uncheck 1 --remove 2',
  'tracker chat reply "Lunch on Friday" -b "Me too." --org lantern-works',
  'tracker notes create -t "Idea" -b "With a text."',
  'tracker profile edit --name "Somebody else"',
  'tracker prefs set theme=dark',
  'tracker edit SCM-12 -p low',
  'tracker reply BERG-9 "On it."',
  'tracker note BERG-9 "Same cause as BOP-7."',
  'tracker comment SCM-12 "Reproduced on staging."',
  'tracker assign SCM-12 @me',
  'tracker unassign SCM-12 @me',
  'tracker close BERG-10',
  'tracker reopen BERG-10',
  'tracker done SCM-13',
  'tracker time SCM-12 20m --note "On the telephone"',
  'tracker convert BERG-10 --project BOP',
  'tracker checklist SCM-12 2',
  "tracker api '/tasks/{SCM-12}' -X PATCH -f priority=high",
  "tracker api '/tasks/{SCM-12}/comments' -f body=Directly.",
];

/** Why a verb that writes is in no line of its own. */
const notWrites = {
  undo: 'comes after each write',
  redo: 'comes after each undo',
  'drafts send': 'sends what was queued',
};

const [stops, starts] = ['(the server stops)', '(the server starts)'];
const well = '(all is well)';
const clear = '(drafts are deleted)';
const sendAll = 'tracker drafts send --waiting';
/** The draft that was written last; `xargs` runs nothing where there is none. */
const sendLast = 'tracker drafts -q | head -1 | xargs -r tracker drafts send --yes';
const changeMeanwhile = (path, ...fields) =>
  `tracker api '${path}' -X PATCH ${fields.map((each) => `-f ${each}`).join(' ')} --yes`;

/** What is queued, meets something else once the server is back, and is then sent, put aside, or taken back by a person. */
const meetings = [
  [
    'tracker view SCM-12',
    stops,
    'tracker tasks edit SCM-12 -s done --queue',
    'tracker tasks edit SCM-12 -s in_review -p low --queue',
    'tracker tasks comment SCM-12 -b "After both." --queue',
    'tracker drafts --json',
    starts,
    changeMeanwhile('/tasks/{SCM-12}', 'status=todo'),
    sendAll,
    'tracker drafts --json',
    sendLast,
    sendAll,
    'tracker view SCM-12 --json',
  ],
  [
    'tracker view BERG-9',
    stops,
    'tracker tickets edit BERG-9 --add-tag queued --remove-tag billing --queue',
    'tracker tickets reply BERG-9 -b "Queued." -s resolved --queue',
    'tracker tickets checklist BERG-9 --check 4 --add "Queued" --queue',
    starts,
    changeMeanwhile('/tickets/{BERG-9}', 'tags[]=rounding', 'status=in_progress'),
    sendAll,
    'tracker drafts --json',
    'tracker undo --yes',
    'tracker redo --yes',
    'tracker view BERG-9 --json',
  ],
  [
    stops,
    'tracker tasks edit SCM-13 -p urgent --queue',
    'tracker tasks comment SCM-13 -b "Kept." --queue',
    'tracker undo --yes',
    'tracker drafts --json',
    'tracker undo --yes',
    'tracker drafts --json',
    'tracker undo --yes',
    starts,
    sendLast,
  ],
  [
    stops,
    'tracker tickets reply BERG-10 -b "To be refused." -s closed --queue',
    'tracker tickets note BERG-10 -b "After it." --queue',
    'tracker tasks edit SCM-14 -p low --queue',
    starts,
    '(writes are refused with 403)',
    sendAll,
    'tracker drafts --json',
    well,
    'tracker drafts',
    sendAll,
    sendLast,
    sendLast,
    'tracker drafts -q | head -1 | xargs -r tracker drafts view',
    clear,
  ],
  [
    stops,
    'tracker tasks create --project SCM -t "Queued" -b "First." --queue',
    'tracker tasks edit SCM-15 SCM-16 --add-tag bulk --queue',
    'tracker chat reply "Lunch on Friday" "Queued." --queue',
    starts,
    '(writes fail with 503)',
    sendAll,
    'tracker drafts --json',
    well,
    sendAll,
  ],
  [
    stops,
    'tracker tasks comment SCM-12 -b "Lost." --queue',
    'tracker tasks edit SCM-12 -p medium --queue',
    starts,
    '(answers are lost)',
    sendAll,
    'tracker drafts --json',
    sendLast,
    well,
    sendAll,
    sendLast,
    'tracker drafts --json',
    clear,
  ],
];

/**
 * The groups of lines of two checkouts: `blocks` of lines that belong together. What only one of them knows is run with both. What
 * hardly depends on the shape of the server is run in one shape only (`isOnce`).
 */
export async function allGroups(...roots) {
  const trees = roots.map(readTree);
  const verbs = trees.flatMap(({ nouns }) => nouns.flatMap(verbsOf));
  const topics = trees.flatMap((tree) => tree.topics.map(({ name }) => `tracker help ${name}`));
  const goldens = unique((await Promise.all(roots.map(goldenLines))).flat());
  const writes = unique([...verbs.flatMap(writesOf), ...moreWrites]).sort(byLateness);
  requireAll(verbs, writes);
  const examples = runnable(verbs.flatMap(({ verb }) => verb.examples.map(({ line }) => line))).sort(byLateness);
  const isLasting = (line) => line.includes('timeout -s INT');
  const isForScripts = (line) => / --json$| --pretty$| -L 6$|^[^-]*$/.test(line);
  return [
    {
      name: 'help',
      isOnce: true,
      lines: ['tracker help', ...topics, ...verbs.map(({ words }) => `tracker help ${words}`)],
    },
    { name: 'examples', lines: examples.filter((line) => !isLasting(line)) },
    { name: 'lasting', isOnce: true, isTimed: true, lines: examples.filter(isLasting) },
    { name: 'recipes', isOnce: true, lines: runnable(roots.flatMap(recipes)) },
    { name: 'goldens', lines: goldens.filter(isForScripts) },
    // Which format is asked for says nothing about the server.
    { name: 'formats', isOnce: true, lines: goldens.filter((line) => !isForScripts(line)) },
    { name: 'refused', lines: badLines },
    { name: 'misused', isOnce: true, lines: verbs.flatMap(misuses) },
    { name: 'tried', lines: writes.map((line) => withFlag(line, '--dry-run')) },
    {
      name: 'queued',
      blocks: [
        ['tracker view SCM-12'],
        ['tracker view BERG-9'],
        ...writes.map((line) => [stops, withFlag(line, '--queue'), starts, sendAll, 'tracker undo --yes', clear]),
      ],
    },
    {
      name: 'queued together',
      blocks: [
        [
          ...['tracker view SCM-12', 'tracker view BERG-9', stops],
          ...writes.map((line) => withFlag(line, '--queue')),
          ...['tracker drafts', 'tracker drafts --json', starts, sendAll, 'tracker drafts', 'tracker undo --list'],
        ],
      ],
    },
    { name: 'meetings', blocks: meetings },
    {
      name: 'undone',
      blocks: writes.map((line) => [line, 'tracker undo --yes', 'tracker redo --yes', 'tracker undo --yes']),
    },
    {
      name: 'lost',
      blocks: writes.flatMap((line) => [
        ['(answers are lost)', line, well, sendAll, clear],
        ['(answers are lost)', withFlag(line, '--queue'), well, sendAll, clear],
      ]),
    },
    {
      name: 'failed',
      blocks: writes.flatMap((line) => [
        ['(writes fail with 503)', withFlag(line, '--queue'), well, sendAll, clear],
        ['(writes are refused with 403)', line, well, sendAll, clear],
      ]),
    },
  ].map(({ lines, ...group }) => ({ blocks: unique(lines ?? []).map((line) => [line]), ...group }));
}

/** Throws if a verb that writes is in none of the lines, such as one that is new. */
function requireAll(verbs, writes) {
  const missing = verbs
    .filter(({ verb, words }) => verb.writes && !(words in notWrites))
    .filter(({ words }) => !writes.some((line) => line.startsWith(`tracker ${words} `)));
  if (missing.length > 0)
    throw new Error(
      `scripts/compare/lines.mjs has no line (moreWrites) that writes with: ${unique(missing.map(({ words }) => words)).join(', ')}`,
    );
}

/** A flag before what the shell reads from a file. */
function withFlag(line, flag) {
  return line.replace(/(?= < |$)/, ` ${flag}`);
}

function readTree(root) {
  const program = join(root, 'bin', 'tracker.js');
  return JSON.parse(execFileSync(process.execPath, [program, 'help', '--json'], { encoding: 'utf8', maxBuffer: 1e9 }));
}

function verbsOf({ name, verbs, command }) {
  const own = command ? [{ verb: command, words: name }] : [];
  return [...own, ...verbs.map((verb) => ({ verb, words: `${name} ${verb.name}` }))];
}

/** The examples of a verb that writes, as far as nobody and no other program is asked. */
function writesOf({ verb }) {
  if (!verb.writes) return [];
  const lines = verb.examples
    .map(({ line }) => line)
    .filter((line) => /^tracker [^|$]+$/.test(line) && !left.test(line));
  return lines
    .filter(
      (line) =>
        !/ (?:-e|--editor|--dry-run|--list)\b|tracker (?:drafts|undo|redo)\b|@branch| @ |tracker api (?!.* -X PATCH)/.test(
          line,
        ),
    )
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
