import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { topics } from '../../src/cli/topics/index.js';
import { nouns } from '../../src/commands/nouns.js';
import { gitBefore } from '../support/computer/git.js';
import { type Home, makeHome } from '../support/computer/home.js';
import { type Outcome, shell, start } from '../support/computer/program.js';
import { runHere } from '../support/run-here.js';
import { newToken, type RunningSandbox, startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { splitWords } from '../support/words.js';

/** How a line ends that does not simply end well. */
interface Ending {
  readonly code: number;
  readonly stderr: RegExp;
}

/** Off a terminal these ask for what they would have asked a person, and say which flag answers. */
const asking: Readonly<Record<string, Ending>> = {
  'tracker tasks delete SCM-12': { code: 2, stderr: /requires confirmation\nhint: .*--yes/ },
  'tracker tickets delete CASA-10': { code: 2, stderr: /requires confirmation\nhint: .*--yes/ },
  'tracker sandbox reset --seed large': { code: 2, stderr: /--yes/ },
  'tracker skill install': { code: 2, stderr: /add --yes/ },
  'tracker drafts delete 17': { code: 2, stderr: /hint: add --yes/ },
  'tracker watch --draft 17 --until decided --wait 1h --json': { code: 4, stderr: /"not_found"/ },
  'tracker tickets create': { code: 2, stderr: /--org/ },
  'tracker tickets reply BERG-9': { code: 2, stderr: /--body/ },
  'tracker reply BERG-9': { code: 2, stderr: /--body/ },
  'tracker tickets note BERG-9 --attach trace.log': { code: 2, stderr: /--body/ },
};

/** What nobody can press keys for. */
const pressing: Ending = { code: 2, stderr: /triage needs a terminal/ };

/** Nobody is at a terminal here. */
const editing: Ending = { code: 2, stderr: /--editor needs a terminal/ };

/** Lines of these pages that are not tried: what builds and installs, and placeholders. */
const notToRun = /^(npm |npx |docker |ssh |export |sh |\.ci\/)| \| stop \||^tracker login URL$|credential-helper/;

/** Programs that examples name and a computer may lack, or that would wait for a person. */
const helpers: Readonly<Record<string, string>> = {
  'report.sh': 'tracker status --json >/dev/null',
  'sync.sh': 'tracker tasks list --json >/dev/null',
  less: 'exec cat "$@"',
  editor: 'echo "Written in the editor." >> "$1"',
  // What a person does there ends in the address of the listener, with a token.
  browser: `to=$(curl -s -o /dev/null -w '%{redirect_url}' "$1")
at=$(echo "\${to:-$1}" | sed -E 's|.*port=([0-9]+)&state=([^&]+).*|127.0.0.1:\\1/callback?state=\\2|')
exec curl -sLG --data-urlencode "token=$SAMPLE" "http://$at" -o /dev/null`,
};

const filesNamed = [
  ...['notes.md', 'minutes.md', 'minutes.txt', 'report.md', 'answer.md'],
  ...['trace.log', 'totals.csv', 'plan.pdf', 'before.png', 'invoice.pdf'],
];

interface Example {
  readonly from: string;
  readonly line: string;
}

/** The examples of every help text, and of the help of everything. */
async function helpExamples(): Promise<readonly Example[]> {
  const entries = nouns.flatMap(({ name, command, verbs }) =>
    command ? [{ from: name, entry: command }] : verbs.map((entry) => ({ from: `${name} ${entry.name}`, entry })),
  );
  const found = await Promise.all(
    entries.map(async ({ from, entry }) => {
      const { examples } = (await entry.load()).verb;
      return examples.map(({ line }) => ({ from: `help ${from}`, line }));
    }),
  );
  return found.flat();
}

/** The command lines in the topics of help. */
async function topicExamples(): Promise<readonly Example[]> {
  const found = await Promise.all(
    topics.map(async ({ name, load }) => {
      const blocks = (await load()).topic;
      const lines = blocks.flatMap((block) => (Array.isArray(block) ? block : []));
      return lines.filter((line) => line.startsWith('tracker ')).map((line) => ({ from: `help ${name}`, line }));
    }),
  );
  return found.flat();
}

/** The pages whose command lines are tried. */
const pages = ['README.md', 'docs/signing-in.md', 'docs/sandbox.md', 'docs/terminal.md'];

/** The lines of a page that a reader types: after `$ `, in a block for the shell, or in a table. */
function pageExamples(page: string): readonly Example[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), 'utf8');
  const blocks = [...text.matchAll(/^```(console|sh)\n(.*?)^```/gms)].flatMap(([, kind, block = '']) =>
    block.split('\n').flatMap((line) => (kind === 'sh' ? [line] : line.startsWith('$ ') ? [line.slice(2)] : [])),
  );
  const cells = [...text.matchAll(/^\|[^|\n]+\|(.*)\|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(tracker [^`]+)`/g)].map(([, line = '']) => line.replaceAll('\\|', '|')),
  );
  const lines = [...blocks, ...cells].map((line) => line.replace(/\s+#.*$/, '')).filter((line) => line !== '');
  return lines.filter((line) => !notToRun.test(line)).map((line) => ({ from: page, line }));
}

const found = [...(await helpExamples()), ...(await topicExamples()), ...pages.flatMap(pageExamples)];

/** Each line once, where it first appears. */
const everything = [...new Map(found.toReversed().map((each) => [each.line, each])).values()].toReversed();

/** What changes who is signed in, or the sandbox itself, has a computer of its own. */
const isOfSession = ({ line }: Example): boolean =>
  /tracker (login|logout|instances (use|remove)|sandbox (start|stop|reset)|config set|config unset)\b/.test(line);

/** What deletes comes last, and what leaves nothing for others. */
const late = ({ line }: Example): number =>
  Number(/ delete | read --all/.test(line)) + Number(/--yes/.test(line) && !/--dry-run/.test(line));

let home: Home;
let sandbox: RunningSandbox;

/** A signed-in computer with the files and programs that examples name. */
async function prepare(): Promise<Readonly<Record<string, string>>> {
  home = makeHome();
  sandbox = await startSandbox(home, ['--memory']);
  const programs = Object.entries(helpers).map(([name, script]) => home.write(name, `#!/bin/sh\n${script}\n`, 0o755));
  const [report = '', sync = '', less = '', editor = '', browser = ''] = programs;
  const git = gitBefore(`${dirname(less)}:${home.env.PATH}`);
  const script = [
    `cd "$HOME" && git init -q . && git checkout -q -b scm-10-on-a-branch && mkdir reports .claude`,
    ...filesNamed.map((name) => `echo "In ${name}." > ${name}`),
    `ln -s ${report} report.sh && ln -s ${sync} sync.sh`,
    `tracker views view tasks --json > tasks.json`,
    'tracker config set response-target urgent=1h 2> /dev/null',
  ].join('\n');
  expect(await shell(home, script, { env: git })).toMatchObject({ code: 0, stderr: '' });
  return {
    ...git,
    TRACKER_EDITOR: editor,
    BROWSER: browser,
    PAGER: 'cat',
    URL: sandbox.url,
    SAMPLE: await newToken(sandbox),
  };
}

/** A command that lasts until somebody ends it. */
const lasting = /\btracker (?:(?:events|watch|inbox watch)\b|(?=[^|&;]* --watch\b))/;

/** Runs a line as it stands, with the address of the sandbox for that of the example, and tokens from outside the home. */
async function run({ line }: Example, env: Readonly<Record<string, string>>): Promise<Outcome> {
  const address = sandbox.url;
  const device = home.write('device.txt', 'a-device-token\n');
  const token = home.write('token.txt', `${env.SAMPLE}\n`);
  if (line.includes('tracker drafts')) writeDraft(17);
  const change = /tracker (undo|redo)/.test(line) ? await makeChange(line) : '';
  const here = line
    .replace(/https:\/\/tracker\.example\.com|http:\/\/127\.0\.0\.1:4711/g, address)
    .replace(/\btracker\.example\.com/g, address)
    .replace('< token.txt', `< ${line.includes('devices') ? device : token}`)
    // There is no terminal that has shown anything.
    .replace(/ @(?= |$)/, line.includes('comment') ? ' SCM-12' : ' BERG-9')
    .replace(/tracker (undo|redo) 12/, `tracker $1 ${change}`)
    // What there is in it, nobody looks at, and it takes seconds.
    .replace('--seed large:1', '--seed empty')
    // A stream ends when somebody ends it, but for what is said to end by itself.
    .replace(lasting, (command) => (line in asking ? command : `timeout -s INT 2 ${command}`));
  const plain = readPlain(here);
  if (plain) return await runPlain(plain, env);
  if (!here.includes('--no-browser'))
    return await shell(home, here, { env, showsToken: line.includes('tracker token') });
  const running = start(home, ['sh', '-c', here], { env });
  const [login = ''] = await running.waitFor(/http:\S+\/login\?client=cli\S+/);
  await shell(home, `"$BROWSER" '${login}'`, { env });
  return await running.ended;
}

/** Writes a draft for the sandbox, an unsent one if nothing else is given. */
function writeDraft(number: number, fields: object = {}): void {
  const folder = join(home.folder, '.local', 'state', 'tracker', 'ledger');
  const draft = { words: ['tasks', 'comment', 'SCM-12'], flags: { body: 'A text.' } };
  mkdirSync(folder, { recursive: true });
  const content = { ...draft, state: 'unsent', at: new Date().toISOString(), url: sandbox.url, ...fields };
  writeFileSync(join(folder, `${number}.jsonl`), JSON.stringify(content));
}

/** Changes something that can be undone, or done again, and gives its number. */
async function makeChange(line: string): Promise<string> {
  for (const status of ['todo', 'done']) await runHere(home, `tasks edit SCM-12 -s ${status}`);
  if (line.includes('redo')) await runHere(home, 'undo');
  return (await runHere(home, 'undo --list -q')).stdout.split('\n')[0] ?? '';
}

/** A command that may read a file, and whose output may go to other programs. */
interface Plain {
  readonly words: readonly string[];
  readonly input?: string;
  readonly filter?: string;
  /** The file that its output goes to. */
  readonly output?: string;
}

/** The command of a line that can run in this process, in a tenth of the time: one that itself writes no file in its folder. */
function readPlain(line: string): Plain | undefined {
  const [, command = '', input, filter, output] =
    /^tracker ([^|<>$`;&*~\n]+?)(?: < (\S+))?(?: \| ([^>]+)| > ([\w.-]+))?$/.exec(line) ?? [];
  if (/^$|^(sandbox run|attachments download)\b|--no-browser/.test(command) || lasting.test(line)) return undefined;
  const isInQuotes = command.split("'").length % 2 === 0;
  const next = /\btracker\b/.test(filter ?? '') ? readPlain(filter ?? '') : { words: [] };
  if (isInQuotes || !next) return undefined;
  // Paths are relative to the working folder, which is a different one here.
  const words = splitWords(command).map((word) => {
    const name = word.replace(/^@/, '');
    return existsSync(join(home.folder, name)) ? word.replace(name, join(home.folder, name)) : word;
  });
  return {
    words,
    ...(input !== undefined && { input }),
    ...(filter !== undefined && { filter }),
    ...(output !== undefined && { output }),
  };
}

async function runPlain(
  { words, input, filter, output }: Plain,
  env: Readonly<Record<string, string>>,
  given = '',
): Promise<Outcome> {
  const stdin = input === undefined ? given : readFileSync(resolve(home.folder, input), 'utf8');
  const outcome = await runHere(home, words, { env, stdin });
  if (output !== undefined) writeFileSync(join(home.folder, output), outcome.stdout);
  if (filter === undefined || outcome.code !== 0) return outcome;
  const next = readPlain(filter);
  const ran = next ? runPlain(next, env, outcome.stdout) : shell(home, filter, { env, stdin: outcome.stdout });
  const { code, stdout, stderr } = await ran;
  return { code, stdout, stderr: outcome.stderr + stderr };
}

async function check(example: Example, env: Readonly<Record<string, string>>): Promise<void> {
  const { code, stderr } = await run(example, env);
  const ending = endingOf(example.line);
  if (ending) {
    expect(stderr).toMatch(ending.stderr);
    expect(code).toBe(ending.code);
    return;
  }
  const isStream = lasting.test(example.line);
  expect(isStream ? stderr.replace('error: interrupted\n', '') : stderr).not.toMatch(/^(error|debug|sh):/m);
  // Ctrl-C, or what `timeout` makes of it, where a stream is followed.
  expect(isStream ? [0, 124, 130] : [0], stderr).toContain(code);
}

describe('examples of everyday work', () => {
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    env = await prepare();
  });
  afterAll(async () => await stopAndClose(home));

  const mine = everything.filter((each) => !isOfSession(each)).sort((one, other) => late(one) - late(other));
  test.each(mine.map((each) => [each.from, each.line, each] as const))('%s: %s', async (_from, _line, example) => {
    await check(example, env);
  });
});

describe('examples of signing in, of settings and of the sandbox', () => {
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    env = await prepare();
  });
  afterAll(async () => await stopAndClose(home));

  const mine = everything.filter(isOfSession);
  let isOther = false;
  test.each(mine.map((each) => [each.from, each.line, each] as const))('%s: %s', async (_from, line, example) => {
    const makesOther = /sandbox (start|reset)/.test(line);
    if (makesOther || isOther) await runHere(home, 'sandbox stop');
    if (isOther && !makesOther) {
      sandbox = await startSandbox(home, ['--memory', '--seed', 'empty']);
      env = { ...env, URL: sandbox.url, SAMPLE: await newToken(sandbox) };
    }
    isOther = makesOther;
    if (!makesOther) await signIn(env);
    await check(example, env);
  });

  /** As `sandbox`, `work` and whatever else an example names. */
  async function signIn({ SAMPLE: token = '' }: Readonly<Record<string, string>>): Promise<void> {
    const stored = (await runHere(home, 'instances list -q')).stdout.split('\n');
    for (const name of ['sandbox', 'work']) {
      if (stored.includes(name)) continue;
      const words = ['login', sandbox.url, '--token', '--name', name];
      expect(await runHere(home, words, { stdin: token })).toMatchObject({ code: 0 });
    }
  }
});

test('every page has examples, and all of them are commands of tracker', () => {
  expect(pages.flatMap(pageExamples).length).toBeGreaterThan(20);
  expect(everything.length).toBeGreaterThan(140);
  expect(everything.filter(({ line }) => !/\btracker\b/.test(line))).toEqual([]);
});

function endingOf(line: string): Ending | undefined {
  if (/^tracker triage\b/.test(line)) return pressing;
  return / -e( |$)/.test(line) ? editing : asking[line];
}
