import { afterEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { createTransport } from '../../../src/http/transport/choose.js';
import { type LiveWorld, openLiveWorld, type RunningCommand } from '../../support/live-world.js';
import { allTests } from '../../support/set-up.js';
import { createEmulator } from '../../support/terminal/emulator.js';
import { until } from '../../support/until.js';

const sean = 'sean@lantern.example';

const world = allTests(openLiveWorld);
let running: RunningCommand | undefined;

afterEach(async () => await running?.stop());

const change = async (commandLine: string | readonly string[]): Promise<void> => {
  const { code, stderr } = await world.run(commandLine, sean);
  expect({ code, commandLine, stderr }).toMatchObject({ code: 0 });
};

/** Starts a list and waits until it listens and has shown its first rows. */
async function watching(line: string, options: Parameters<LiveWorld['start']>[1] = {}): Promise<RunningCommand> {
  const before = world.streams();
  const started = world.start(line, options);
  running = started;
  await until('the list', () => world.streams() > before && started.stdout() !== '');
  return started;
}

/** What a terminal shows of what was written, without empty lines at its end. */
async function shownOf(stdout: string, rows = 6): Promise<readonly string[]> {
  const emulator = createEmulator({ columns: 100, rows });
  await emulator.write(stdout);
  const lines = emulator.lines();
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

const screen = { terminal: { columns: 100, rows: 6 }, env: { NO_COLOR: '1' } };

describe('--watch at a terminal', () => {
  test('shows the list anew when something changes, no higher than the screen, and gives the screen back', async () => {
    const { stdout, stderr, stop } = await watching('tickets list --sort ref --watch', screen);
    await until('the state', () => stdout().includes('live · '));
    expect(stdout().startsWith('\u001b[?1049h')).toBe(true);
    const [head, first, ...others] = await shownOf(stdout());
    expect(head).toMatch(/^REF +SUBJECT +STATUS/);
    expect(first).toMatch(/^BERG-8 +Question on.* waiting on customer/);
    expect(others).toEqual([
      expect.any(String),
      expect.any(String),
      expect.stringMatching(/^… \d+ more$/),
      expect.stringMatching(/^live · \d\d:\d\d · Ctrl-C to stop$/),
    ]);
    await change('tickets edit BERG-8 -s in_progress');
    await until('the change', async () => /^BERG-8 .* in progress /.test((await shownOf(stdout()))[1] ?? ''));
    expect(await stop()).toMatchObject({ code: 130, stderr: '' });
    expect(stdout().endsWith('\u001b[?1049l')).toBe(true);
    expect(stderr()).toBe('');
  });

  test('text of others drives nothing', async () => {
    const { stdout } = await watching('tasks --project SCM --search Hostile --watch', screen);
    await change([
      'tasks',
      'create',
      '--project',
      'SCM',
      '-a',
      'mara',
      '-t',
      'Hostile \u001b[2J\u009b2J\u202e',
      '-b',
      'x',
    ]);
    await until('the task', async () => (await shownOf(stdout()))[1]?.includes('Hostile ^[[2J<U+009B>2J<U+202E>'));
  });

  test('is drawn anew for another size', async () => {
    const terminal = { columns: 100, rows: 6 };
    const { stdout } = await watching('tickets list --watch', { ...screen, terminal });
    await until('the state', () => stdout().includes('live · '));
    terminal.rows = 4;
    process.stdout.emit('resize');
    await until('fewer lines', async () => /^… \d+ more$/.test((await shownOf(stdout(), 4))[2] ?? ''));
  });

  test('what would be said elsewhere is said below the list', async () => {
    const { stdout, stderr, stop } = await watching('tickets list --watch --debug', screen);
    const before = stderr();
    await change('tickets note BERG-12 -b Soon.');
    await until('a line of --debug', () => /debug: .* · \d\d:\d\d · Ctrl-C to stop/.test(stdout()));
    expect(stderr()).toBe(before);
    await stop();
  });

  test('without a screen that can be redrawn, the whole list is printed when it has changed', async () => {
    const env = { ACCESSIBLE: '1', NO_COLOR: '1' };
    const { stdout, stop } = await watching('tickets list --sort ref -L 1 --watch', { ...screen, env });
    await change('tickets edit BERG-8 -s waiting_on_customer');
    await until('the change', () => stdout().split('BERG-8').length === 3);
    await stop();
    expect(stdout()).not.toContain('\u001b');
    expect(stdout()).toMatch(/in progress.*\n\n[\d-]+ \d\d:\d\d\nBERG-8; .* waiting on customer/);
  });
});

describe('--watch --jsonl', () => {
  test('prints the rows, and then those that change or are new', async () => {
    const { stdout, stop } = await watching('tickets list --segment all --jsonl --watch --fields ref,status');
    const rows = (): readonly string[] => stdout().trimEnd().split('\n');
    const first = rows();
    await change('tickets edit BERG-16 -s waiting_on_agent');
    await until('the change', () => rows().length > first.length);
    expect(rows().slice(first.length)).toEqual(['{"ref":"BERG-16","status":"waiting_on_agent"}']);
    expect(await stop()).toMatchObject({ code: 130 });
  });

  test('who waits stays in the list while nobody knows where the last author belongs', async () => {
    const [as, line] = ['lucia@casa-azul.example', 'tickets list --segment all --waiting --watch --jsonl'];
    await world.run('tickets reply CASA-13 -y -b Really?', 'jose@casa-azul.example');
    const { stdout, stop } = await watching(`${line} --fields ref,lastBy`, { as });
    const first = stdout();
    expect(first).toContain('{"ref":"CASA-13","lastBy":"unknown"}');
    await change('tickets edit CASA-16 -s closed');
    await until('the closed one', () => stdout().length > first.length);
    await stop();
    expect(stdout().slice(first.length)).toMatch(/^\{"ref":"CASA-16","uuid":"[\da-f-]+","gone":true\}\n$/);
  });

  test('says which rows are no longer in the list, deleted or not, whatever the fields', async () => {
    const { stdout } = await watching('tickets list --segment all --jsonl --watch --fields status');
    const printed = stdout();
    const rest = (): readonly unknown[] =>
      stdout()
        .slice(printed.length)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    const gone = (ref: string): unknown => ({ ref, uuid: expect.stringMatching(/^[\da-f-]{36}$/), gone: true });
    expect(printed).toMatch(/^(\{"status":"\w+"\}\n)+$/);
    await change('tickets edit CASA-8 -s closed');
    await until('the closed one', () => rest().length > 0);
    expect(rest()).toEqual([gone('CASA-8')]);
    await change('tickets edit CASA-8 -s open');
    await until('its return', () => rest().length > 1);
    expect(rest()[1]).toEqual({ status: 'open' });
    await change('tickets edit CASA-9 -s in_progress');
    await change('tickets delete CASA-10 -y');
    await change('tickets note CASA-8 -b Soon.');
    await until('the deleted one', () => stdout().includes('CASA-10'));
    expect(rest().slice(2)).toContainEqual(gone('CASA-10'));
    expect(stdout()).not.toContain('CASA-9');
  });

  test('gone is a field that the rows of the list do not have', async () => {
    const { stdout } = await watching('tickets list --segment all --jsonl --watch --fields gone,ref -s open');
    expect(stdout()).toMatch(/^(\{"gone":null,"ref":"[A-Z]+-\d+"\}\n)+$/);
    await change('tickets edit CASA-8 -s closed');
    await until('the closed one', () => /\{"ref":"CASA-8","uuid":"[\da-f-]{36}","gone":true\}\n$/.test(stdout()));
  });

  test.each([
    'tickets list --search nothing-like-it',
    'tasks list --search nothing-like-it --sort ref',
    'inbox list --since 1m',
  ])('an unknown field of %s is a usage error at once, although the list is empty', async (list) => {
    running = world.start(`${list} --watch --jsonl --fields ref,gone,people,nope`, {
      signal: AbortSignal.timeout(5_000),
    });
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('unknown name in --fields: \\"nope\\"'),
    });
  });

  test('prints what changed while the server was away', async () => {
    const { stdout, stderr } = await watching('tickets list --segment all --jsonl --watch --fields ref,priority');
    await world.stopServer();
    await world.startServer();
    await change('tickets edit BERG-16 -p urgent');
    await until('the change', () => stdout().endsWith('{"ref":"BERG-16","priority":"urgent"}\n'));
    expect(stderr()).toBe('');
  });
});

test('what a look printed before it failed is not printed again', async () => {
  const transport = createTransport({ timeoutMs: 10_000, env: {} });
  let [isBroken, failures] = [false, 0];
  const send: Send = async (request) => {
    const reply = await transport(request);
    if (!isBroken || !request.url.searchParams.has('cursor')) return reply;
    failures++;
    return { ...reply, status: 501 };
  };
  const tell = async (title: string): Promise<void> =>
    await change(['tasks', 'create', '--project', 'SCM', '-a', 'mara', '-t', title, '-b', 'x']);
  const { stdout } = await watching('inbox list --all --jsonl --watch --fields title', { send });
  isBroken = true;
  await tell('thing 1');
  await until('a look that fails', () => failures > 0);
  isBroken = false;
  await tell('thing 2');
  await until('the next look', () => stdout().includes('thing 2'));
  expect(stdout().match(/thing \d/g)).toEqual(['thing 2', 'thing 1']);
});

test.each([
  ['tasks --watch', '--watch needs a terminal, or --jsonl'],
  ['tasks --watch --csv', '--watch cannot be used with --csv'],
  ['tasks --watch --json', '--watch cannot be used with --json'],
  ['tasks --watch -q', '--watch cannot be used with --quiet'],
  ['tasks --watch --jq .', '--watch cannot be used with --jq'],
  ['tasks --watch --pretty', '--watch and --pretty cannot be used together'],
  ['tasks --watch --dry-run', 'this command has no dry run'],
  ['config list --watch', "unknown option '--watch'"],
  ['drafts --watch', "unknown option '--watch'"],
])('%s is a usage error', async (line, message) => {
  expect(await world.run(line)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
