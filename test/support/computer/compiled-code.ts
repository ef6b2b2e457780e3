import { existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a home keeps the program's compiled code. */
const kept = join('.cache', 'tracker', 'compiled');

/** Whether a folder holds compiled code, in which there is nothing but the program. */
export const isCompiledCode = (folder: string): boolean => folder.endsWith(`/${kept}`);

/** What the homes of this test run have compiled. All test files share it. */
const shared = (): string => join(tmpdir(), 'compiled');

/**
 * Gives a home the code that others have compiled, if the program is about to keep its own there: compiling and storing it
 * takes a third of a short run. What is damaged is compiled again, so that no test can harm another.
 */
export function lendCompiledCode(home: string): void {
  const folder = join(home, kept);
  if (existsSync(join(home, '.cache', 'tracker')) && !existsSync(folder)) linkAll(shared(), folder);
}

/** Keeps what a home has compiled for others. */
export function collectCompiledCode(home: string): void {
  linkAll(join(home, kept), shared());
}

/** Links every file that is missing there; nothing is copied. */
function linkAll(from: string, to: string): void {
  try {
    const there = new Set(existsSync(to) ? readdirSync(to) : []);
    const missing = readdirSync(from, { withFileTypes: true }).filter(({ name }) => !name.endsWith('.tmp'));
    if (missing.length > 0) mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const entry of missing) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) linkAll(source, target);
      else if (entry.isFile() && !there.has(entry.name)) linkSync(source, target);
    }
  } catch {
    // Somebody else links the same, or a test lets nobody in. The program then compiles what it needs.
  }
}
