import { spawn } from 'node:child_process';
import { platform } from 'node:os';
import { pipeline } from 'node:stream';
import type { Io } from '../terminal/streams/io.js';

/** Text in pieces that are made when they are needed; each reading begins anew. Not a string, whose pieces would be characters. */
export type Pieces = (Iterable<string> | AsyncIterable<string>) & object;

/** Shows text through a pager. Resolves to whether one could be started. */
export type SpawnPager = (command: string, text: Pieces) => Promise<boolean>;

export const defaultPager = 'less -FRX';

/**
 * Runs the pager command in a shell with the text as its input, and waits until it ends. Quitting it early is no error, but
 * what goes wrong while a piece is made is thrown. Resolves to false, with nothing shown, if there is no such program. Sets
 * `LESS=FRX` unless LESS is set.
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
  return `LESS="\${LESS-FRX}"; LV="\${LV--c}"; export LESS LV; ${check}${command}`;
}

interface PageParts {
  readonly io: Io;
  readonly choice: { readonly pager: boolean };
  readonly env: { readonly pager: string | undefined };
  readonly spawnPager?: SpawnPager;
}

/**
 * Shows text through the pager if there is one, or else writes it to stdout. Text that fits is not paged; its first line must stay
 * on the screen above a line about it and the next prompt.
 */
export async function page(
  { io, choice, env, spawnPager: spawn = spawnPager }: PageParts,
  text: Pieces,
  paged?: () => Promise<string>,
): Promise<void> {
  const { stdout } = io;
  const command = env.pager ?? defaultPager;
  const isWanted = stdout.isTerminal && choice.pager && command.trim() !== '' && command.trim() !== 'cat';
  if (isWanted && (await isLongerThan(text, stdout.rows() - 2))) {
    if (await spawn(command, paged ? [await paged()] : text)) return;
  }
  for await (const piece of text) await stdout.write(piece);
}

async function isLongerThan(text: Pieces, lines: number): Promise<boolean> {
  let count = 0;
  for await (const piece of text) {
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
      count += 1;
      if (count > lines) return true;
    }
  }
  return false;
}
