import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere } from '../../support/run-here.js';
import { startMeddledService } from '../../support/servers/meddled-service.js';
import { type Answer, json, silence } from '../../support/servers/misbehaving-server.js';
import { eachTest } from '../../support/set-up.js';
import { type OnScreen, startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';

const send = '\u0013';
const giveBack = '\u001b[?1049l';

describe.skipIf(!hasTerminal)('quitting triage (needs @lydell/node-pty)', () => {
  const home = eachTest(makeHome);
  const service = eachTest(() => startMeddledService());

  /** Writes a note, to which the server answers so, and quits while it is being sent. */
  const leave = async (answer: Answer): Promise<OnScreen & { readonly since: number }> => {
    const { stdout } = await runHere(home, 'tickets view CASA-9 --json', { env: service.env });
    const route = `POST /api/v1/tickets/${JSON.parse(stdout).uuid}/messages`;
    service.on(route, answer);
    const screen = startOnScreen(home, ['tracker', 'triage'], { env: service.env });
    await screen.shows(/● live[\s\S]*▸ +\d+w ↓ CASA-9/);
    await screen.press('n', /INTERNAL to CASA-9/);
    await screen.press(`Hello${send}`, /~ +\d+w ↓ CASA-9/);
    const isAsked = (): boolean => service.requests.some(({ method, target }) => `${method} ${target}` === route);
    await until('the note on its way', isAsked);
    await screen.press('q', /1 not sent yet/);
    const since = performance.now();
    screen.type('k');
    return { ...screen, since };
  };

  const drafts = async () =>
    JSON.parse((await runHere(home, ['drafts', 'list', '--json'], { env: service.env })).stdout) as readonly unknown[];

  test('gives the screen back at once, says what it waits for, and Ctrl-C ends that', async () => {
    const screen = await leave(silence);
    await until('the screen', () => screen.raw().includes(giveBack));
    expect(performance.now() - screen.since).toBeLessThan(onBusy(400));
    await until('a word', () => screen.raw().includes("waiting for the server's answer to the note (CASA-9)"));
    screen.type('\u0003');
    const { code, raw } = await screen.ended;
    expect(code).toBe(130);
    const after = raw.slice(raw.lastIndexOf(giveBack));
    expect(after).toMatch(/waiting for [^\n]*; press Ctrl-C to quit at once[\s\S]*CASA-9: the note may have arrived/);
    expect(await drafts()).toMatchObject([{ flags: { body: 'Hello' }, mayHaveArrived: true }]);
  });

  test('waits for an answer that is on its way', async () => {
    const answer: Answer = (exchange) => {
      setTimeout(() => json({ message: { id: 'm1' } }, 201)(exchange), 1_500);
    };
    const screen = await leave(answer);
    const { code, raw } = await screen.ended;
    expect(code).toBe(0);
    expect(raw).not.toContain('may have arrived');
    expect(await drafts()).toEqual([]);
  });

  test('waits for no new token where the server has refused this one', async () => {
    const screen = await leave(json({ code: 'unauthorized' }, 401));
    const { code, raw } = await screen.ended;
    expect(performance.now() - screen.since).toBeLessThan(5_000);
    expect(code).toBe(0);
    expect(raw.slice(raw.lastIndexOf(giveBack))).not.toContain('waiting for');
    expect(await drafts()).toMatchObject([{ flags: { body: 'Hello' }, mayHaveArrived: false }]);
  });
});
