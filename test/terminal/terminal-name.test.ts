import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { allTests } from '../support/set-up.js';
import { bundleProgram } from './pseudo-terminal.js';

const program = allTests(
  async () => await bundleProgram(new URL('name-program.ts', import.meta.url).pathname),
  async ({ close }) => await close(),
);

/** What the program has called its terminal, each time a shell in a new one has run it. */
async function namesInShell(): Promise<readonly string[]> {
  const line = `'${process.execPath}' '${program.file}'`;
  const terminal = spawn('sh', ['-c', `${line}; ${line}; true`], { env: { PATH: process.env.PATH } });
  let written = '';
  terminal.onData((data) => (written += data));
  await new Promise((resolve) => terminal.onExit(resolve));
  return [...written.matchAll(/<(.*)>/g)].map(([, name = '']) => name);
}

test('a terminal keeps its name while its shell runs, where there is no /proc', async () => {
  const [first, second] = await namesInShell();
  expect(first).toMatch(/^\w+-\d+$/);
  expect(second).toBe(first);
  expect(await namesInShell()).not.toContain(first);
});
