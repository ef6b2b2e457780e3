import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { pipeline } from 'node:stream';
import type { Pieces } from './pager.js';

/**
 * Runs the pager command in a shell with the text as its input, and waits until it ends. Quitting it early is no error, but
 * what goes wrong while a piece is made is thrown. Resolves to false, with nothing shown, if there is no such program. Sets
 * `LESS=FRX` unless LESS is set, and LESSCHARSET in the same way: without a locale, less would print the bytes of UTF-8 as `<C3><B3>`.
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
  const script = platform() === 'win32' ? command : posixScript(command);
  return await new Promise((resolve, reject) => {
    const pager = spawn(script, { shell: true, stdio: ['pipe', 'inherit', 'inherit'] });
    pager.once('error', () => resolve(false));
    pager.once('close', (code) => {
      if (failure === undefined) resolve(code === null || !couldNotStart.has(code));
      else reject(failure);
    });
    // A pager that is quit before it has read everything closes its input.
    pipeline(pieces, pager.stdin, () => undefined);
  });
}

/** Exit codes of a shell that could not find or run the program (126 and 127, 9009 on Windows). */
const couldNotStart: ReadonlySet<number> = new Set([126, 127, 9009]);

function posixScript(command: string): string {
  const [program = ''] = command.trim().split(/\s+/);
  const isPlainName = /^[\w./+-]+$/.test(program);
  const check = isPlainName ? `command -v ${program} >/dev/null 2>&1 || exit 127; ` : '';
  return `LESS="\${LESS-FRX}"; LESSCHARSET="\${LESSCHARSET-utf-8}"; LV="\${LV--c}"; export LESS LESSCHARSET LV; ${check}${command}`;
}
