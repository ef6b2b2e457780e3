import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { browserMissing, openPage, startBrowser } from '../../support/browser/browser.js';
import { contrastOf, outlineOf, widthOf } from '../../support/browser/page-measures.js';
import { recordingBrowser } from '../../support/browser/recording-browser.js';
import { makeHome } from '../../support/computer/home.js';
import { type Started, start } from '../../support/computer/program.js';
import { runHere as tracker } from '../../support/run-here.js';
import { type RunningSandbox, startSandbox, stopAndClose } from '../../support/sandbox/running-sandbox.js';
import { allTests, eachTest } from '../../support/set-up.js';

describe.skipIf(browserMissing !== undefined)(
  `the login page in a browser${browserMissing ? ` (${browserMissing})` : ''}`,
  () => {
    const server = allTests(makeHome, stopAndClose);
    let sandbox: RunningSandbox;
    let browser: Browser;
    const home = eachTest(makeHome);
    const opener = eachTest(() => recordingBrowser(home));

    beforeAll(async () => {
      [sandbox, browser] = await Promise.all([
        startSandbox(server, ['--memory', '--seed', 'empty']),
        startBrowser(server),
      ]);
    });

    afterAll(async () => await browser?.close());

    afterEach(async () => {
      for (const context of browser.contexts()) await context.close();
    });

    const login = (): Started => start(home, ['tracker', 'login', sandbox.url], { env: { BROWSER: opener.command } });

    /** Every origin that was asked for anything, without the port, which differs. */
    const originsOf = (requested: readonly string[]): readonly string[] => [
      ...new Set(requested.map((each) => new URL(each).hostname)),
    ];

    test('signs in by typing and clicking, after a wrong password', async () => {
      const running = login();
      const { page, requested } = await openPage(browser);
      await page.goto(await opener.address());
      await page.getByLabel('Email').fill(sandbox.email);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').innerText()).toBe('The email or the password is wrong.');
      expect(await page.getByLabel('Email').inputValue()).toBe(sandbox.email);
      await page.getByLabel('Password').fill(sandbox.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(/\/done$/);
      expect((await running.ended).code).toBe(0);
      const token = (await tracker(home, 'token')).stdout.trim();
      expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/done$/);
      expect(await page.content()).not.toContain(token);
      expect(await page.locator('body').innerText()).toMatch(/received/i);
      expect(originsOf(requested())).toEqual(['127.0.0.1']);
      expect((await tracker(home, 'whoami')).stdout).toContain(`email\t${sandbox.email}\n`);
    });

    test('signs in with the keyboard alone', async () => {
      const running = login();
      const { page, requested } = await openPage(browser);
      await page.goto(await opener.address());
      // The browser focuses the field after the page is loaded.
      await page.locator('input[name=email]:focus').waitFor();
      await page.keyboard.type(sandbox.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(sandbox.password);
      await page.keyboard.press('Tab');
      expect(await page.locator('button:focus-visible').innerText()).toBe('Sign in');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/done$/);
      expect((await running.ended).code).toBe(0);
      expect(originsOf(requested())).toEqual(['127.0.0.1']);
    });

    test('puts the focus where to go on after a wrong password', async () => {
      const { page } = await openPage(browser);
      await page.goto(`${sandbox.url}/login`);
      await page.locator('input[name=email]:focus').waitFor();
      await page.keyboard.type(sandbox.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.locator('input[name=password]:focus').waitFor();
      expect(await page.locator('input:focus').inputValue()).toBe('');
      expect(await page.title()).toBe('Not signed in · tracker');
    });

    test('gives no token to a page that was opened by a tampered address', async () => {
      const { page } = await openPage(browser);
      for (const query of [
        'client=cli&port=80&state=AAAAAAAAAAAAAAAAAAAA',
        'client=cli&port=8080%40evil.example&state=x',
        'client=cli',
      ]) {
        const reply = await page.goto(`${sandbox.url}/login?${query}`);
        expect(reply?.status()).toBe(400);
        expect(await page.locator('form').count()).toBe(0);
      }
    });

    /** Shows the page again in each colour scheme, on a phone and on a desk. */
    async function inEachLook(page: Page, check: (width: number) => Promise<void>): Promise<void> {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 720 });
          expect(await widthOf(page)).toBeLessThanOrEqual(width);
          await check(width);
        }
      }
    }

    /** Expects that these parts can be read. */
    async function expectLegible(...parts: readonly Locator[]): Promise<void> {
      for (const part of parts) {
        expect(await part.isVisible()).toBe(true);
        expect(await contrastOf(part)).toBeGreaterThanOrEqual(4.5);
      }
    }

    describe('light and dark, narrow and wide', () => {
      const address = (): string => `${sandbox.url}/login?client=cli&port=49152&state=${'A'.repeat(43)}`;

      test('shows all of the form, where the focus is, a failure, and nothing outside the screen', async () => {
        const { page } = await openPage(browser);
        await page.goto(address());
        await inEachLook(page, async () => {
          await expectLegible(
            page.getByText('Email', { exact: true }),
            page.getByText('Password', { exact: true }),
            page.getByRole('heading'),
            page.getByRole('button'),
          );
          expect(await page.locator('body').innerText()).toContain('127.0.0.1:49152');
          await page.getByLabel('Email').focus();
          for (const name of ['email', 'password', undefined]) {
            const focused = page.locator(':focus-visible');
            if (name) expect(await focused.getAttribute('name')).toBe(name);
            expect(await outlineOf(focused)).toMatch(/^solid [23]px$/);
            await page.keyboard.press('Tab');
          }
        });
        await page.getByLabel('Email').fill(`${'long'.repeat(20)}@example.com`);
        await page.getByLabel('Password').fill('wrong');
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
        await inEachLook(page, async () => await expectLegible(page.getByRole('alert').locator('p')));
      });

      test('shows the last page without a scroll bar', async () => {
        const running = login();
        const { page } = await openPage(browser);
        await page.goto(await opener.address());
        await page.getByLabel('Email').fill(sandbox.email);
        await page.getByLabel('Password').fill(sandbox.password);
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/done$/);
        await inEachLook(page, async () => await expectLegible(page.locator('p').first()));
        expect((await running.ended).code).toBe(0);
      });
    });
  },
);
