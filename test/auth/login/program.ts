import { loginByBrowser } from '../../../src/auth/login/browser.js';
import { TrackerError } from '../../../src/contract/errors.js';
import { createLaunch } from '../../../src/terminal/programs/create-launch.js';
import { createPrompt } from '../../../src/terminal/prompt/create-prompt.js';
import { createIo } from '../../../src/terminal/streams/create-io.js';
import { missing } from '../../support/computer/missing.js';

/** A program that signs in and prints the length of the token; a test runs it at a pseudo-terminal. The argument is the mode. */
async function main(): Promise<void> {
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  const io = createIo(process);
  const { signal } = stop;
  try {
    const { token } = await loginByBrowser({
      base: new URL('https://tracker.example.com'),
      mode: process.argv[2] === 'browser' ? 'browser' : 'no-browser',
      waitSeconds: Number(process.argv[3] ?? 20),
      hostName: 'build.example.com',
      prompt: createPrompt({ io, interactive: true, signal }),
      launch: createLaunch({
        self: { node: process.execPath, script: '' },
        platform: 'linux',
        env: { ...process.env, BROWSER: `${missing}/browser` },
      }),
      isCi: false,
      tryToken: async (token) => token,
      tell: (line) => io.stderr.write(`${line}\n`),
      say: (line) => io.stderr.write(`${line}\n`),
      signal,
    });
    await io.stdout.write(`${JSON.stringify({ answer: token.length })}\n`);
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    await io.stdout.write(`${JSON.stringify({ kind: error.kind })}\n`);
    process.exitCode = error.exitCode;
  }
}

void main();
