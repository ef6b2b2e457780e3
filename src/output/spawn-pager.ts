import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { pipeline } from 'node:stream';
import { defaultPager, type Pieces } from './pager.js';

/**
 * Runs the pager command in a shell with the text as its input, and waits until it ends. Quitting it early is no error, but
 * what goes wrong while a piece is made is thrown. Resolves to false, with nothing shown, if there is no such program, or if the
 * default one fails in any way: other programs called less do not know all of its options. Sets `LESS=FRX` unless LESS is set, and
 * LESSCHARSET in the same way: without a locale, less would print the bytes of UTF-8 as `<C3><B3>`.
 */
export async function spawnPager(command: string, text: Pieces): Promise<boolean> {
  let failure: unknown;
  async function* pieces(): AsyncGenerator<string> {
    try {
      yield* text;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const isWindows = platform() === 'win32';
  const isDefault = command === defaultPager;
  return await new Promise((resolve, reject) => {
    const script = isWindows ? command : posixScript(command);
    // Nobody has asked for the default one, so it fails quietly.
    const pager = spawn(script, { shell: true, stdio: ['pipe', 'inherit', isDefault ? 'ignore' : 'inherit'] });
    pager.once('error', () => resolve(false));
    pager.once('close', (code) => {
      // Where a shell cannot find or run a program, it ends with 126 or 127; that of Windows has no code of its own for that.
      // With -K in LESS, it ends with 2 when Ctrl-C quits it.
      const hasFailed = isDefault || isWindows ? code !== 0 && code !== 2 : code === 126 || code === 127;
      if (failure === undefined) resolve(code === null || !hasFailed);
      else reject(failure);
    });
    // A pager that is quit before it has read everything closes its input.
    pipeline(pieces, pager.stdin, () => undefined);
  });
}

function posixScript(command: string): string {
  const [plainName] = /^[\w./+-]+(?!\S)/.exec(command.trim()) ?? [];
  const check = plainName ? `command -v ${plainName} >/dev/null 2>&1 || exit 127; ` : '';
  return `export LESS="\${LESS-FRX}" LESSCHARSET="\${LESSCHARSET-utf-8}" LV="\${LV--c}"; ${check}${command}`;
}
