import { beforeAll, describe, expect, test } from 'vitest';
import { nouns } from '../../../src/commands/nouns.js';
import { narrow, openWorld, printed, refused, type TestWorld, wide } from '../../support/run.js';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({ seed: 'empty:1' });
});

const verbs = nouns.flatMap(({ name, verbs }) => verbs.map((verb) => `${name} ${verb.name}`));
const commands = nouns.map(({ name }) => name);

describe('every help text', () => {
  test.each([...commands, ...verbs])('%s', async (words) => {
    const asked = await world.run(`help ${words}`, { ...narrow, signedIn: false });
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toMatch(/^[A-Z].*\.\n\nUsage: tracker /);
    expect(asked.stdout).toContain(`Usage: tracker ${words}`);
    expect(asked.stdout.endsWith('\n')).toBe(true);
    expect(asked.stdout).not.toMatch(/undefined|\[object|\n\n\n|[ \t]\n/);
    expect(await world.run(`${words} --help`, narrow)).toEqual(asked);
    expect(await world.run(`${words} -h`, { ...narrow, signedIn: false })).toEqual(asked);
  });

  test.each(['', ...commands, ...verbs])(
    'tracker %s fits the terminal, and never more than 100 columns',
    async (words) => {
      const widest = async (columns: number): Promise<number> => {
        const { stdout } = await world.run(`help ${words}`, { terminal: { columns }, env: { NO_COLOR: '1' } });
        return Math.max(...proseOf(stdout).map((line) => line.length));
      };
      expect(await widest(80)).toBeLessThanOrEqual(80);
      expect(await widest(300)).toBeLessThanOrEqual(100);
    },
  );

  /** Command lines to copy are only broken where their words allow it. */
  const proseOf = (help: string): readonly string[] => {
    const lines = help.split('\n');
    const examples = lines.indexOf('Examples:');
    return examples < 0 ? lines : lines.filter((line, at) => at < examples || !line.startsWith('  '));
  };

  test('example lines fit 100 columns too', async () => {
    for (const words of ['', ...commands, ...verbs]) {
      const { stdout } = await world.run(`help ${words}`, wide);
      for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    }
  });
});

test('the help of everything', async () => {
  const help = await world.run('help', wide);
  expect(help).toEqual(
    printed(`The terminal client of your issue tracker.

Usage: tracker <noun> <verb> [arguments] [flags]

Work:
  next         Show the ticket that has waited longest
  today        List your tasks that are due by today
  status       Show what is waiting for you: inbox, tasks, tickets
  triage       Work through tickets in a full-screen view
  inbox        List notifications and mark them as read
  tasks        List, view, create and edit tasks
  tickets      List, view, answer and edit support tickets
  projects     List, read and comment on projects
  chat         Read, start and reply to chat threads
  notes        Read and write notes
  wiki         Read the wiki
  search       Search tasks, tickets, projects, wiki pages and notes
  attachments  List and download the files of tasks and tickets
  open         Open something in the browser
  drafts       List, send and delete texts that were not sent
  undo         Take back what you changed

Task or ticket:
  view         Read a task or ticket
  edit         Change tasks or tickets
  reply        Answer a ticket, in public
  note         Write an internal note on a ticket
  comment      Comment on a task
  assign       Assign people to a task or ticket
  unassign     Unassign people from a task or ticket
  attach       Attach files to a task or ticket
  close        Close tasks or tickets
  reopen       Reopen tasks or tickets
  done         Mark tasks as done
  time         Log time on a task
  convert      Create a task from a ticket
  checklist    Print or change the checklist of a task or ticket
  watch        Print changes to a task or ticket as they happen

Signing in:
  login        Sign in to a server
  logout       Sign out and forget the token
  whoami       Show who is signed in and what they may do
  token        Print the current token, for curl
  instances    Manage the servers you are signed in to

Yourself:
  profile      Change your name and picture
  prefs        Manage your preferences on the server
  views        Manage saved views, shared with the web app
  devices      Manage devices that receive push notifications
  orgs         List the organisations you belong to

More:
  sandbox      Run the whole service on this computer
  config       Manage the settings on this computer
  alias        Manage short names for commands
  completion   Print the completion script for a shell
  doctor       Check this computer, the connection and the sign-in
  api          Send any request to the API
  events       Follow what changes, as JSON lines

Global flags:
  -V, --version              print the version
  -I, --instance <name|url>  use this server instead of the default one
      --json                 print JSON; --json=a,b is short for --json --fields a,b
      --jsonl                print one JSON object per line
      --csv                  print CSV with a header
      --tsv                  print tab-separated values, the default in a pipe
      --yaml                 print the same as --json, as YAML
      --fields <a,b.c>       exactly these columns, in this order; dotted paths reach into the JSON
      --jq <expression>      filter the JSON with a jq expression; strings are printed raw
  -q, --quiet                print references only, one per line
      --no-input             never prompt; fail if a prompt would be needed
  -y, --yes                  answer yes to every confirmation
  -n, --dry-run              say what would change and show the requests, without sending them
      --color <when>         auto, always or never; in a pipe only with --pretty
      --pretty               print what a terminal would show, even in a pipe
      --no-pager             never use a pager
      --timeout <seconds>    give up if the server is silent for this long (default 30)
      --insecure-http        allow plain http to another computer
      --debug                log requests and timings to stderr, with secrets masked
  -h, --help                 show help

Examples:
  tracker sandbox start                      # try everything on a local service
  tracker login https://tracker.example.com  # sign in
  tracker tasks list                         # list your tasks
  tracker tasks view SCM-12                  # read a task
  tracker tickets list --segment all --json  # print JSON for a script

Help topics:
  exit-codes   What the exit codes mean, and what a script should do
  formatting   Formats, columns, order and colour of what is printed
  environment  Environment variables, settings and files
  references   How tasks, tickets, people, days and times are named

More: tracker help <noun> [<verb>], tracker help <topic>
      tracker help --json, for programs
`),
  );
  for (const line of ['--help', '-h']) expect(await world.run(line, wide)).toEqual(help);
});

test('the help of a noun, by either name', async () => {
  const help = printed(`List, view, create and edit tasks.

Usage: tracker tasks [verb] [arguments] [flags]
       tracker tasks (same as list)

Verbs:
  list       List tasks
  view       View a task
  create     Create a task
  edit       Edit tasks
  done       Mark tasks as done
  delete     Delete tasks
  comment    Comment on tasks
  checklist  Print or change the checklist of a task
  time       Log time on a task
  meetings   List the meeting notes of a task
  branch     Switch to a git branch for a task

More: tracker help tasks <verb>; global flags: tracker help
`);
  for (const line of ['help tasks', 'help task', 'tasks --help', 'task -h'])
    expect(await world.run(line, wide)).toEqual(help);
});

test('the help of a verb, by either name', async () => {
  const help = printed(`View a project.

Usage: tracker projects view <ref> [flags]
Aliases: show

Arguments:
  ref  a project: its key, name, uuid or URL

Flags:
      --web  open its web page in the browser

Output:
  In a pipe, the output is key<TAB>value lines in this order: ref, name, status, lead, org,
  memberCount, tasks, created, updated, uuid; then description.

Examples:
  # view a project
  tracker projects view SCM
  # use it in a script
  tracker projects view scm --json | jq .project.taskCount

For the global flags (--json, --fields, -I, …), see: tracker help
`);
  for (const line of ['help projects view', 'help project show', 'projects view --help', 'projects view x -h'])
    expect(await world.run(line, wide)).toEqual(help);
});

test('texts are wrapped in their own column', async () => {
  const { stdout } = await world.run('help tasks list', narrow);
  expect(stdout).toContain(`
      --due <day>            only tasks due DAY, <DAY, <=DAY, >DAY, >=DAY,
                             DAY..DAY, "this week", "next week", overdue or
                             none; days are 2026-11-20, today, tomorrow, 3d, 2w,
                             fri or dec 3
`);
  expect(stdout).toContain(`
Output:
  Columns, in order: ref, title, status, priority, due, assigneeNames, type,
  projectKey. `);
  expect(stdout).toContain('\n  Formats: a table on a terminal, TSV in a pipe; --json, --jsonl,');
});

test('headings are bold on a terminal with colour', async () => {
  const at = { columns: 80 };
  const { stdout } = await world.run('help tasks view', { terminal: at });
  for (const heading of ['Usage:', 'Arguments:', 'Flags:', 'Output:', 'Examples:'])
    expect(stdout).toContain(`\n\u001b[1m${heading}\u001b[22m`);
  expect((await world.run('help tickets reply', { terminal: at })).stdout).toContain('\nA reply is public: ');
  const plain = await world.run('help tasks view', { terminal: at, env: { NO_COLOR: '1' } });
  expect(stdout.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.stdout);
  expect((await world.run('tasks view --help --color never', { terminal: at })).stdout).toBe(plain.stdout);
  expect((await world.run('help tasks view')).stdout).not.toContain('\u001b');
});

test.each([
  ['help taks', "unknown command or topic 'taks' (did you mean tasks?)", 'tracker help tasks'],
  ['help tasks viw', "unknown command 'viw' (did you mean view?)", 'tracker help tasks'],
  ['xyzzy --help', "unknown command 'xyzzy'", 'tracker help'],
  ['tasks xyzzy -h', "unknown command 'xyzzy'", 'tracker help tasks'],
])('%s is no help on something else', async (line, error, hint) => {
  expect(await world.run(line)).toEqual(refused(2, error, hint));
});

test('help needs neither a sign-in nor files', async () => {
  const machine = await world.machine();
  world.takeRequests();
  const env = { TRACKER_CONFIG_DIR: '', TRACKER_CACHE_DIR: '', TRACKER_STATE_DIR: '', TRACKER_DATA_DIR: '' };
  for (const line of ['help', 'help tasks list', '--version']) expect((await machine.run(line, { env })).code).toBe(0);
  expect(world.takeRequests()).toEqual([]);
});
