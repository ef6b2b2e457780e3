import { expect, test } from 'vitest';
import { type Home, makeHome } from '../support/computer/home.js';
import { forgetLedger, killAt } from '../support/computer/kill-at.js';
import { type Outcome, start } from '../support/computer/program.js';
import { usesNode } from '../support/computer/program-file.js';
import { runHere } from '../support/run-here.js';
import { startMeddledService } from '../support/servers/meddled-service.js';
import { silence } from '../support/servers/misbehaving-server.js';
import { allTests } from '../support/set-up.js';
import { until } from '../support/until.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);

const command = (text: string): readonly string[] => {
  return ['tickets', 'reply', 'CASA-16', '-b', text, '--once', text, '--json'];
};

/** How often a text has reached the server. */
const arrivals = (text: string): number =>
  service.requests.filter(({ method, body }) => method === 'POST' && body.includes(`"${text}"`)).length;

const lanes = [1, 2, 3, 4].map(() => allTests(makeHome));

test.skipIf(!usesNode)(
  'R100: kill -9 at every step: one request at most, and then the result, or exit 8 again',
  async () => {
    const seen = { unsent: 0, sent: 0, doubtful: 0 };
    const go = async (home: Home, at: number): Promise<void> => {
      for (let step = at + 1; ; step += lanes.length) {
        const text = `text ${step}.`;
        const env = { ...service.env, ...killAt(home, step) };
        const killed = await start(home, ['tracker', ...command(text)], { env }).ended;
        const before = arrivals(text);
        const again = async (): Promise<Outcome> => await runHere(home, command(text), { env: service.env });
        const [second, third] = [await again(), await again()];
        const { code, stdout } = second;
        expect({ step, code: third.code, stdout: third.stdout }).toEqual({ step, code, stdout });
        if (code === 0) expect([step, arrivals(text), JSON.parse(stdout).ref]).toEqual([step, 1, 'CASA-16']);
        else expect([step, code, arrivals(text) < 2]).toEqual([step, 8, true]);
        seen[code === 8 ? 'doubtful' : before === 0 ? 'unsent' : 'sent'] += 1;
        forgetLedger(home);
        if (killed.code === 0) return;
        expect(killed.code).toBeUndefined();
      }
    };
    await Promise.all(lanes.map(go));
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
    // Only from the note of the request to that of its answer.
    expect(seen.doubtful).toBeLessThan(6);
  },
);

test('R100: killed between a reply and the status that follows it: the reply is not sent again, and exit 8 says why', async () => {
  const words = [...command('followed'), '-s', 'paused'];
  service.on('PATCH /api/v1/tickets/cfa078b3-3f08-464a-8004-011667f41a07', silence);
  const running = start(home, ['tracker', ...words], { env: service.env });
  await until('the change', () => service.requests.some(({ method }) => method === 'PATCH'));
  running.kill('SIGKILL');
  await running.ended;
  for (let times = 0; times < 2; times++) {
    const { code, stdout, stderr } = await runHere(home, words, { env: service.env });
    expect({ code, ref: JSON.parse(stdout).ref }).toEqual({ code: 8, ref: 'CASA-16' });
    expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error).toEqual({
      ...{ code: 'partial', status: null, retryable: false, hint: 'tracker view CASA-16' },
      message: 'the text was sent before, but tracker was stopped before it could change anything else',
    });
  }
  expect(arrivals('followed')).toBe(1);
  forgetLedger(home);
});

test('R100: two processes at once send one request, and both print the result', async () => {
  const words = ['tracker', ...command('both')];
  const both = await Promise.all([1, 2].map(async () => await start(home, words, { env: service.env }).ended));
  expect(both.map(({ code, stdout }) => [code, stdout])).toEqual([0, 1].map(() => [0, both[0]?.stdout]));
  expect(arrivals('both')).toBe(1);
});
