import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserMissing, openPage, startBrowser } from '../../support/browser/browser.js';
import { startSandboxHome, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests } from '../../support/set-up.js';
import { hasTerminal, startAtTerminal } from '../../support/terminal/terminal.js';

const xterm = createRequire(import.meta.url).resolve('@xterm/xterm');

/** What a screen reader is told to say of this, which a terminal in a browser gets as it came. */
async function heard(page: Page, written: string): Promise<string> {
  await page.setContent('<div id="terminal"></div>');
  await page.addScriptTag({ path: xterm });
  await page.evaluate((text) => {
    // Only what is used of it: the types of pages are not those of this program.
    const { Terminal, document } = globalThis as unknown as {
      readonly Terminal: new (options: object) => { open(element: unknown): void; write(text: string): void };
      readonly document: { querySelector(selector: string): unknown };
    };
    const terminal = new Terminal({ cols: 100, rows: 40, screenReaderMode: true });
    terminal.open(document.querySelector('#terminal'));
    terminal.write(text);
  }, written);
  // It is said up to a second after it was drawn.
  const region = page.locator('.live-region', { hasText: /Key: $/ });
  return (await region.textContent()) ?? '';
}

describe.skipIf(browserMissing !== undefined || !hasTerminal)('triage, heard through a screen reader', () => {
  const home = allTests(startSandboxHome, stopAndClose);
  const browser = allTests(
    () => startBrowser(home),
    (started) => started.close(),
  );

  test('what a decision prints is said in order, once', async () => {
    const session = startAtTerminal(home, ['tracker', 'triage', '--accessible'], { size: { columns: 100, rows: 40 } });
    await session.waitFor(/\nKey: $/);
    const pieces: string[] = [];
    for (const [key, until] of [
      ['s', /\nKey: $/],
      ['r', /to resolved[\s\S]*\nKey: $/],
    ] as const) {
      const from = session.raw().length;
      session.type(`${key}\r`);
      await session.waitFor(new RegExp(`^[\\s\\S]{${from + 3},}${until.source}`));
      pieces.push(session.raw().slice(from));
    }
    session.type('q\r');
    expect((await session.ended).code).toBe(0);
    const { page } = await openPage(browser, { javaScriptEnabled: true });
    const lines = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.trim());
    const said = pieces.join('').replaceAll(/\u001b\[[\d;]*m/g, '');
    expect(lines(said).filter((line) => / to resolved$/.test(line))).toHaveLength(1);
    expect(lines(await heard(page, pieces.join('')))).toEqual(lines(said));
  });
});
