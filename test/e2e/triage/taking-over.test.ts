import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startSandbox, stopAndClose, stopSandbox } from '../../support/sandbox/running-sandbox.js';
import { startMeddledService } from '../../support/servers/meddled-service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { allTests } from '../../support/set-up.js';
import { startOnScreen } from '../../support/terminal/screen.js';
import { hasTerminal } from '../../support/terminal/terminal.js';

const send = '\u0013';

describe.skipIf(!hasTerminal)('what a triage leaves (needs @lydell/node-pty)', () => {
  describe('while the server is away', () => {
    const home = allTests(makeHome, stopAndClose);

    test('R87: another one that is open takes it over, says so, and sends it once', async () => {
      const sandbox = await startSandbox(home);
      const [first, second] = [1, 2].map(() => startOnScreen(home, ['tracker', 'triage']));
      if (!first || !second) throw new Error('two were started');
      for (const screen of [first, second]) await screen.shows(/● live[\s\S]*▸ +\d+w ↓ CASA-9/);
      await stopSandbox(home);
      await first.shows(/○ offline/);
      await second.shows(/○ offline/);
      await first.press('sr', /~ +\d+w ↓ CASA-9/);
      await first.press('rOn our way', /> On our way/);
      await first.press(send, /~ +\S+ +CASA-10/);
      await first.press('q', /2 not sent yet/);
      first.type('k');
      expect((await first.ended).code).toBe(0);
      const waiting = JSON.parse((await tracker(home, 'drafts list --json')).stdout);
      expect(waiting.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'waiting']);
      await startSandbox(home, ['--port', String(sandbox.port)]);
      await second.shows(/taken over from another triage:\s+CASA-9 \(new status \(resolved\)\),\s+CASA-10\s+\(reply\)/);
      await second.shows(/✓ +\d+w ↓ CASA-9[\s\S]*✓ +\S+ +CASA-10/);
      second.type('q');
      expect((await second.ended).code).toBe(0);
      const view = async (ref: string) => JSON.parse((await tracker(home, `tickets view ${ref} --json`)).stdout);
      expect((await view('CASA-9')).ticket.status).toBe('resolved');
      const { messages } = await view('CASA-10');
      expect(messages.filter(({ body }: { body: string }) => body === 'On our way')).toHaveLength(1);
      expect((await tracker(home, 'drafts list --json')).stdout.trim()).toBe('[]');
    });
  });

  describe('once the server has signed it out', () => {
    const home = allTests(makeHome);
    const service = allTests(() => startMeddledService());

    test('R87: a text that was sent within 250 ms is offered once, as what waits', async () => {
      const { stdout } = await tracker(home, 'tickets view CASA-9 --json', { env: service.env });
      const route = `POST /api/v1/tickets/${JSON.parse(stdout).uuid}/messages`;
      service.on(route, json({ code: 'unauthorized' }, 401));
      const run = () => startOnScreen(home, ['tracker', 'triage'], { env: service.env });
      const screen = run();
      await screen.shows(/● live[\s\S]*▸ +\d+w ↓ CASA-9/);
      await screen.press('n', /INTERNAL to CASA-9/);
      screen.type('\u001b[200~Hello\u001b[201~');
      await screen.shows(/> Hello/);
      // No key counts right after a paste.
      await pause(200);
      screen.type(send);
      await screen.shows(/~ +\d+w ↓ CASA-9/);
      await screen.press('q', /1 not sent yet/);
      screen.type('k');
      expect((await screen.ended).code).toBe(0);
      const drafts = async () =>
        JSON.parse((await tracker(home, 'drafts list --json', { env: service.env })).stdout) as readonly unknown[];
      expect(await drafts()).toMatchObject([{ state: 'waiting', flags: { body: 'Hello' } }]);
      service.forget(route);
      const again = run();
      await again.shows(/✓ CASA-9: note added/);
      expect((await again.lines()).join('\n')).not.toMatch(/✎|unsent text/);
      again.type('q');
      await again.ended;
      expect(await drafts()).toEqual([]);
      const { messages } = JSON.parse((await tracker(home, 'tickets view CASA-9 --json', { env: service.env })).stdout);
      expect(messages.filter(({ body }: { body: string }) => body === 'Hello')).toHaveLength(1);
    });
  });

  describe('while it writes a text', () => {
    const home = allTests(makeHome);
    const service = allTests(() => startMeddledService());

    test('R87: a command that would send it sends nothing, and leaves no copy of it', async () => {
      const run = async (words: string) => await tracker(home, words, { env: service.env });
      const screen = startOnScreen(home, ['tracker', 'triage'], { env: service.env });
      await screen.shows(/● live[\s\S]*▸ +\d+w ↓ CASA-9/);
      await screen.press('rHello', /> Hello/);
      await expect.poll(async () => (await run('drafts list --fields state,subject')).stdout).toBe('writing\tHello\n');
      expect(await run('tickets reply CASA-9 --from-draft 1 -y')).toMatchObject({
        code: 6,
        stderr: expect.stringMatching(/^error: draft 1 is being written in another window; nothing was sent$/m),
      });
      expect((await run('drafts list -q')).stdout).toBe('1\n');
      await screen.press('\u001b', /saved as a draft/);
      screen.type('q');
      expect((await screen.ended).code).toBe(0);
    });
  });
});
