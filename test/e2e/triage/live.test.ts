import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { onBusy } from '../../support/on-busy.js';
import { runHere as tracker } from '../../support/run-here.js';
import {
  newToken,
  type RunningSandbox,
  startSandbox,
  stopAndClose,
  stopSandbox,
} from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { type OnScreen, startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal, type TerminalOptions } from '../../support/terminal/terminal.js';
import { until } from '../../support/until.js';
import { triages } from './processes.js';

const send = '\u0013';

describe.skipIf(!hasTerminal)('triage while things change (needs @lydell/node-pty)', () => {
  const home = allTests(makeHome, stopAndClose);
  let sandbox: RunningSandbox;
  let colleague: string;

  beforeAll(async () => {
    sandbox = await startSandbox(home);
    colleague = await newToken({ ...sandbox, email: 'sean@lantern.example' });
  });

  const triage = (words = '', options: TerminalOptions = {}): OnScreen => {
    const command = ['tracker', 'triage', ...words.split(' ').filter(Boolean)];
    return startOnScreen(home, command, options);
  };

  const quit = async (screen: OnScreen): Promise<void> => {
    screen.type('q');
    expect((await screen.ended).code).toBe(0);
  };

  /** A function that changes a ticket as a colleague. It runs no command, which could wait for the lock of a stopped one. */
  const changer = async (ref: string): Promise<(body: object) => Promise<void>> => {
    const { stdout } = await tracker(home, `tickets view ${ref} --json`);
    return async (body) => {
      const reply = await fetch(`${sandbox.url}/api/v1/tickets/${JSON.parse(stdout).uuid}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${colleague}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(reply.status).toBe(200);
    };
  };

  const change = async (ref: string, body: object): Promise<void> => await (await changer(ref))(body);

  const view = async (ref: string) => JSON.parse((await tracker(home, `tickets view ${ref} --json`)).stdout);

  test("a colleague's change is on the screen within a second, one's own within two, and rows stay where they are", async () => {
    const screen = triage();
    await screen.shows(/● live[\s\S]*▸ +\d+w ↓ CASA-9/);
    await change('CASA-10', { status: 'in_progress' });
    const changed = performance.now();
    await screen.shows(/\* +\d+w +CASA-10/);
    expect(performance.now() - changed).toBeLessThan(onBusy(1_000));
    const seen = await screen.press('j', /\* Seán O'Connor changed the status from[\s\S]*?in.progress, \d+s ago/);
    expect(seen).toMatch(/▸\* +\d+w +CASA-10/);
    await screen.press('j', /│ SCM-7/);
    const left = Number(/(\d+) left/.exec(seen)?.[1]);
    await change('BERG-18', { status: 'resolved' });
    const resolved = performance.now();
    await screen.shows(new RegExp(`${left - 1} left[\\s\\S]*\\* +\\S+ +BERG-18`));
    expect(performance.now() - resolved).toBeLessThan(onBusy(1_000));
    // Of one's own changes the stream tells nothing.
    expect(await tracker(home, 'tickets edit BERG-19 -s resolved')).toMatchObject({ code: 0 });
    const own = performance.now();
    await screen.shows(new RegExp(`${left - 2} left`));
    expect(performance.now() - own).toBeLessThan(onBusy(2_000));
    await quit(screen);
  });

  test('a text and the place are on disk, survive kill -9, and are there again', async () => {
    const screen = triage();
    await screen.shows(/● live[\s\S]*CASA-9/);
    await screen.press('/BERG-13\r', /│ BERG-13/);
    await screen.press('r', /REPLY · PUBLIC to BERG-13/);
    await screen.press('Half a sentence', /Half a sentence/);
    await until(
      'the draft',
      async () => (await tracker(home, 'drafts list')).stdout.includes('Half a sentence'),
      1_500,
    );
    const { uuid } = await view('BERG-13');
    const places = join(home.folder, '.local', 'state', 'tracker', 'places');
    const [place = ''] = readdirSync(places).filter((name) => name.endsWith('-triage.json'));
    await until('the place', () => readFileSync(join(places, place), 'utf8').includes(`"at":"${uuid}"`), 1_500);
    for (const id of triages(home)) process.kill(id, 'SIGKILL');
    await screen.ended;
    const again = triage();
    await again.shows(/BERG-13: unsent text; press r there to continue/);
    await again.shows(/▸.* BERG-13 /);
    await again.press('r', /> Half a sentence/);
    expect(await again.shows(/your draft from/)).not.toMatch(/may have arrived/);
    await again.press(`, finished.${send}`, /✓ BERG-13: reply sent/);
    const sent = (await view('BERG-13')).messages.filter(({ body }: { body: string }) => body.startsWith('Half'));
    expect(sent.map(({ body }: { body: string }) => body)).toEqual(['Half a sentence, finished.']);
    expect((await tracker(home, 'drafts list --json')).stdout.trim()).toBe('[]');
    await quit(again);
  });

  test('a server that goes and comes back, a sleep, and a new token on the way', async () => {
    const changeAsleep = await changer('CASA-16');
    const screen = triage();
    await screen.shows(/● live[\s\S]*SCM-7/);
    await stopSandbox(home);
    await screen.shows(/○ offline/);
    await screen.press('/SCM-7\r', /▸.*SCM-7/);
    await screen.press('ph', /~ .*SCM-7/);
    await startSandbox(home, ['--port', String(sandbox.port), '--rotate-every', '2']);
    await screen.shows(/✓ SCM-7: medium → high[\s\S]*/);
    for (const id of triages(home)) process.kill(id, 'SIGSTOP');
    await changeAsleep({ status: 'in_progress' });
    for (const id of triages(home)) process.kill(id, 'SIGCONT');
    await screen.shows(/● live/);
    await screen.press('\u001b', /\* +\S+ . CASA-16/);
    await screen.press('/SCM-8\r', /▸.*SCM-8/);
    await screen.press('pl', /✓ SCM-8: high → low/);
    await quit(screen);
    expect((await view('SCM-7')).ticket.priority).toBe('high');
  });
});
