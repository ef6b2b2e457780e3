import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Home } from './home.js';

const chromium = '/usr/bin/chromium';

/** Why there is no browser to test with; undefined where there is one. */
export const browserMissing: string | undefined = existsSync(chromium) ? undefined : `needs ${chromium}`;

/** Nothing but the pages of the test may cause traffic. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page without scripts, and every address that was asked for on its behalf. */
export interface Visit {
  readonly page: Page;
  readonly requested: () => readonly string[];
}

/** Starts a real browser without a window, with its profile in this home. */
export async function startBrowser(home: Home): Promise<Browser> {
  const playwright = await import('playwright-core');
  return await playwright.chromium.launch({ executablePath: chromium, args: flags, env: { ...home.env } });
}

/** Opens a page of its own profile, with JavaScript switched off. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const requested: string[] = [];
  context.on('request', (request) => void requested.push(request.url()));
  return { page: await context.newPage(), requested: () => requested };
}
