import { spawn } from 'node:child_process';
import { isSea } from 'node:sea';

/** What is used of a process. */
type Self = Pick<NodeJS.Process, 'argv' | 'env' | 'execArgv' | 'execPath' | 'exitCode' | 'on'>;

/** Runs the program once more without these variables (docs/requirements.md, R28), and ends as it does. */
export async function startQuietly(
  self: Self,
  without: readonly string[],
  signals: Readonly<Record<string, number>>,
): Promise<void> {
  const [, script, ...words] = self.argv;
  const env = Object.fromEntries(Object.entries(self.env).filter(([name]) => !without.includes(name)));
  const own = isSea() ? words : [...self.execArgv, script ?? '', ...words];
  const child = spawn(self.execPath, own, { env, stdio: 'inherit' });
  // A terminal sends the others to both.
  for (const name of Object.keys(signals)) self.on(name, () => name === 'SIGTERM' && child.kill(name));
  self.exitCode = await new Promise<number>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signals[signal ?? ''] ?? 1));
    child.on('error', () => resolve(1));
  });
}
