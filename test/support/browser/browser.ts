import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Home } from '../computer/home.js';

const chromium = '/usr/bin/chromium';

/** Why there is no browser to test with; undefined if there is one. */
export const browserMissing: string | undefined = existsSync(chromium) ? undefined : `needs ${chromium}`;

/** Switches off all traffic except that of the test's pages. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page without scripts, and every address it requested. */
export interface Visit {
  readonly page: Page;
  readonly requested: () => readonly string[];
}

/** Starts a real headless browser with its profile in this home. */
export async function startBrowser(home: Home): Promise<Browser> {
  const playwright = await import('playwright-core');
  return await playwright.chromium.launch({ executablePath: chromium, args: flags, env: { ...home.env } });
}

/** Opens a page in a profile of its own, with JavaScript disabled. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const requested: string[] = [];
  context.on('request', (request) => void requested.push(request.url()));
  return { page: await context.newPage(), requested: () => requested };
}
