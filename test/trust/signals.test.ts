import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { commandOf, killAll, wordsOf } from '../support/computer/processes.js';
import { start } from '../support/computer/program.js';
import { onBusy } from '../support/on-busy.js';
import { startSandbox, stopAndClose } from '../support/sandbox/running-sandbox.js';
import { startSmallService } from '../support/sandbox/service.js';
import { silence } from '../support/servers/misbehaving-server.js';
import { allTests, eachTest } from '../support/set-up.js';
import { type AtTerminal, hasTerminal, showsCursor, startAtTerminal } from '../support/terminal/terminal.js';
import { until } from '../support/until.js';

const home = allTests(makeHome, stopAndClose);
const sandbox = allTests(() => startSandbox(home, ['--memory']));
const mute = eachTest(startSmallService);

beforeEach(() => mute.on('GET /api/v1/tasks', silence));

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129, SIGQUIT: 131 } as const;
type Name = keyof typeof codes;
const names: readonly Name[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** A command at a terminal whose settings are looked at when it has ended. */
const begin = (words: string, env: Readonly<Record<string, string>> = {}): AtTerminal => {
  const look = 'stty -a | grep -oE -- "-?(echo|icanon|isig) " | tr -d "\\n"';
  return startAtTerminal(home, ['sh', '-c', `trap : INT; tracker ${words}; code=$?; echo; ${look}; exit $code`], {
    env,
  });
};

/** The process of the program, once it runs. */
const processOf = async (words: string): Promise<number> => {
  return await until('the process', () => home.processes().find((id) => wordsOf(id) === words));
};

const end = async (session: AtTerminal, words: string, how: Name | 'Ctrl-C'): Promise<void> => {
  const started = performance.now();
  if (how === 'Ctrl-C') session.type('\u0003');
  else process.kill(await processOf(words), how);
  const { code, raw } = await session.ended;
  expect(code).toBe(how === 'Ctrl-C' ? 130 : codes[how]);
  expect(performance.now() - started).toBeLessThan(onBusy(1_500));
  expect(session.lines().at(-1)).toBe('isig icanon echo ');
  expect(showsCursor(raw)).toBe(true);
  // Ctrl-C is how people end events.
  const isUsual = words === 'events' && codes.SIGINT === code;
  expect(raw.match(/error: /g) ?? []).toHaveLength(isUsual ? 0 : 1);
};

describe.skipIf(!hasTerminal)('at a terminal (needs @lydell/node-pty)', () => {
  const prompts = [
    ['a line', 'tasks create --project SCM', /Title/],
    ['a list', 'tasks create -t x', /Project/],
    ['yes or no', 'tasks delete SCM-12', /Delete/],
  ] as const;

  for (const how of [...names, 'Ctrl-C'] as const) {
    // Keys go to each prompt itself. Signals reach all of them by one way, so that one prompt for each shows it.
    const some = how === 'SIGTERM' || how === 'Ctrl-C' ? prompts : prompts.slice(1, 2);
    test.each(some)(`R62: ${how} at a prompt for %s`, async (_what, words, question) => {
      const session = begin(words);
      await session.waitFor(question);
      await session.settled();
      await end(session, words, how);
    });

    test(`R62: a hidden prompt, and ${how}`, async () => {
      const words = `login ${sandbox.url} --token`;
      const session = begin(words);
      await session.waitFor(/token/i);
      await session.settled();
      await end(session, words, how);
    });

    // Without a terminal below.
    if (how === 'SIGQUIT') continue;

    test(`R62: ${how} during a request`, async () => {
      const words = 'tasks list';
      const session = begin(words, mute.env);
      await mute.received(1);
      await end(session, words, how);
    });

    test(`R62: ${how} while events are followed`, async () => {
      const session = begin('events');
      await session.waitFor(/Listening/);
      await end(session, 'events', how);
    });
  }
});

const hasScript = spawnSync('script', ['--version']).status === 0;

// Inside `script`, which holds the other end of a second pseudo-terminal.
describe.skipIf(!hasTerminal || !hasScript)('a terminal that vanishes at a prompt', () => {
  test.each([
    ['a list', 'edit SCM-12', /SCM-12/],
    ['a hidden prompt', () => `login ${sandbox.url} --token`, /token/i],
  ] as const)('R64: %s ends without a crash', async (_what, given, question) => {
    const words = typeof given === 'string' ? given : given();
    const file = home.write('code', '');
    const command = `trap "" HUP; tracker ${words}; echo $? > ${file}`;
    const session = startAtTerminal(home, ['script', '-qec', command, '/dev/null']);
    await session.waitFor(question);
    await session.settled();
    const holding = home.processes().filter((id) => commandOf(id).startsWith('script '));
    killAll(holding);
    expect(await until('the exit code', () => readFileSync(file, 'utf8').trim() || undefined)).toBe('130');
    await session.ended;
  });
});

describe('without a terminal', () => {
  test.each(names)('R62: a request that is ended by %s', async (signal) => {
    const running = start(home, ['tracker', 'tasks', 'list', '--json'], { env: mute.env });
    await mute.received(1);
    running.kill(signal);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: codes[signal], stdout: '' });
    expect(JSON.parse(stderr).error.code).toBe('interrupted');
  });

  test.each(['events', 'inbox watch', 'watch ABC-1'])('%s goes on after SIGHUP', async (words) => {
    for (const path of ['events', 'inbox', 'search']) mute.on(`GET /api/v1/${path}`, silence);
    const running = start(home, ['tracker', ...words.split(' ')], { env: mute.env });
    await mute.received(1);
    running.kill('SIGHUP');
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe(codes.SIGTERM);
  });
});
