import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type BundledProgram,
  bundleProgram,
  runAtTerminal,
  type Session,
  showsCursor,
} from '../../terminal/pseudo-terminal.js';
import { isClosed, openSilently, visit } from './sockets.js';

const canary = 'canary-0123456789';
const asked = /or a token:/;
const notOpened = /Could not open a browser/;

let program: BundledProgram;

beforeAll(async () => {
  program = await bundleProgram(join(import.meta.dirname, 'program.ts'));
});

afterAll(async () => await program.remove());

/** The address as the screen shows it: alone on its line, with nothing round it. */
function addressOn(screen: string): URL {
  return new URL(/^(https:\S+)\r$/m.exec(screen)?.[1] ?? '');
}

const portOn = (screen: string): number => Number(addressOn(screen).searchParams.get('port'));

const callbackOn = (screen: string): string =>
  `/callback?token=${canary}&state=${addressOn(screen).searchParams.get('state')}`;

describe('a login at a terminal', () => {
  test.each([
    ['browser', notOpened],
    ['no-browser', asked],
  ])('ends within 2 s of the callback, silent sockets or not (%s)', async (mode, until) => {
    let called = 0;
    const act = async (session: Session): Promise<void> => {
      const port = portOn(session.screen());
      await openSilently(port);
      await visit(port, callbackOn(session.screen()));
      called = performance.now();
    };
    const { code, screen, result } = await runAtTerminal({ file: program.file, args: [mode], until, act });
    expect(performance.now() - called).toBeLessThan(2_000);
    expect({ code, result }).toEqual({ code: 0, result: { answer: canary.length } });
    expect(screen).not.toContain(canary);
    expect(showsCursor(screen)).toBe(true);
    expect(await isClosed(portOn(screen))).toBe(true);
  });

  test('takes the pasted address after a wrong one, and shows neither', async () => {
    const act = async (session: Session): Promise<void> => {
      session.type('http://127.0.0.1:4321/callback?token=wrong-one\r');
      await session.waitFor(/Not accepted: that address belongs to another sign-in.*or a token:/s);
      session.type(`http://127.0.0.1:${portOn(session.screen())}${callbackOn(session.screen())}\r`);
    };
    const { code, screen, result } = await runAtTerminal({
      file: program.file,
      args: ['no-browser'],
      until: asked,
      act,
    });
    expect({ code, result }).toEqual({ code: 0, result: { answer: canary.length } });
    expect(screen).not.toMatch(/canary|wrong-one/);
  });

  test.each([
    ['browser', notOpened],
    ['no-browser', asked],
  ])('ends with 130 on Ctrl-C, the port closed (%s)', async (mode, until) => {
    const act = (session: Session): void => session.type('\u0003');
    const { code, screen, result } = await runAtTerminal({ file: program.file, args: [mode], until, act });
    expect({ code, result }).toEqual({ code: 130, result: { kind: 'interrupted' } });
    expect(showsCursor(screen)).toBe(true);
    expect(await isClosed(portOn(screen))).toBe(true);
  });

  test.each(['browser', 'no-browser'])('ends with 7 if there is no sign-in (%s)', async (mode) => {
    const args = [mode, '0.2'];
    const { code, screen, result } = await runAtTerminal({
      file: program.file,
      args,
      until: /x/,
      act: () => undefined,
    });
    expect({ code, result }).toEqual({ code: 7, result: { kind: 'network' } });
    expect(showsCursor(screen)).toBe(true);
    expect(await isClosed(portOn(screen))).toBe(true);
  });
});
