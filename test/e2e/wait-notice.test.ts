import { describe, expect, test } from 'vitest';
import { makeHome } from '../support/computer/home.js';
import { signIn, startSmallService, task } from '../support/sandbox/service.js';
import { type Answer, json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../support/terminal/terminal.js';

const home = eachTest(makeHome);
const service = eachTest(startSmallService);

const after =
  (milliseconds: number, answer: Answer): Answer =>
  (exchange) =>
    void setTimeout(() => answer(exchange), milliseconds);

const slowMs = 1_600;

const line = (): string => `waiting for ${new URL(service.origin).host}…`;

const countIn = (lines: readonly string[]): number => lines.filter((each) => each.includes('waiting for')).length;

async function atTerminal(words: string): Promise<{ code: number; lines: readonly string[] }> {
  const running = startAtTerminal(home, ['sh', '-c', words]);
  const { code } = await running.ended;
  return { code, lines: running.lines() };
}

describe.skipIf(!hasTerminal)('a slow server, for a person at a terminal', () => {
  test('is named once, before the output of a list', async () => {
    await signIn(home, service.origin, service.token());
    service.on('GET /api/v1/tasks', after(slowMs, json({ tasks: [task] })));
    const { code, lines } = await atTerminal('tracker tasks list');
    expect(code).toBe(0);
    expect(lines[0]).toBe(line());
    expect(countIn(lines)).toBe(1);
    expect(lines.join('\n')).toContain('Mend the gate');
  });

  test('is named while the probe of a login waits, and not a second time at /me', async () => {
    service.on('GET /api/v1/instance', after(slowMs, json({ name: 'tracker', api: 1, version: '1.0.0' })));
    service.on('GET /api/v1/me', after(slowMs, service.guarded(json({ user: { name: 'Ann Lee' } }))));
    const file = home.write('token', service.token());
    const { code, lines } = await atTerminal(`tracker login ${service.origin} --token < ${file}`);
    expect(code).toBe(0);
    expect(lines).toEqual([line(), `Signed in to ${service.origin} as Ann Lee.`]);
  });

  test('is named while a sign-out waits', async () => {
    await signIn(home, service.origin, service.token(), ['--name', 'work']);
    service.on('POST /api/auth/sign-out', after(slowMs, json({ success: true })));
    expect(await atTerminal('tracker logout')).toEqual({
      code: 0,
      lines: [line(), `Signed out of work (${service.origin}).`, 'You are not signed in to any other server.'],
    });
  });

  test('is not named together with the word that it is tried again', async () => {
    await signIn(home, service.origin, service.token());
    const busy = json({}, 429, { 'retry-after': '1' });
    service.on('GET /api/v1/tasks', busy, after(slowMs, json({ tasks: [] })));
    const { code, lines } = await atTerminal('tracker tasks list');
    expect(code).toBe(0);
    expect(lines[0]).toBe(`${new URL(service.origin).host} returned 429; trying again in 1 s…`);
    expect(countIn(lines)).toBe(0);
  });

  test('is not named in a JSON format, with -q, where it is quick, or where stderr is no terminal', async () => {
    await signIn(home, service.origin, service.token());
    service.on('GET /api/v1/tasks', json({ tasks: [task] }), after(slowMs, json({ tasks: [task] })));
    const quick = await atTerminal('tracker tasks list');
    const others = [' --json', ' --jsonl', ' -q', ' 2>/dev/null'];
    const slow = await Promise.all(others.map((words) => atTerminal(`tracker tasks list${words}`)));
    for (const { code, lines } of [quick, ...slow]) {
      expect(code).toBe(0);
      expect(lines.join('\n')).toContain('ABC-1');
      expect(countIn(lines)).toBe(0);
    }
  });
});
