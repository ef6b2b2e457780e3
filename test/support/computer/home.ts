import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SecretsWatch, watchSecrets } from '../secrets/secrets-watch.js';
import { until } from '../until.js';
import { collectCompiledCode, isCompiledCode } from './compiled-code.js';
import { commandOf, killAll, processesWith } from './processes.js';
import { programFile } from './program-file.js';
import { trapFolder } from './traps.js';

/** A test's own computer: an empty home folder, an empty temporary folder, and a clean environment. */
export interface Home {
  /** The home folder. */
  readonly folder: string;
  /** The folder for temporary files. */
  readonly temporary: string;
  /** Only HOME, TMPDIR and PATH; `tracker` in PATH is the program under test. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file outside the home folder and gives its path. */
  write(name: string, text: string, mode?: number): string;
  /** Every file and folder below the home folder but compiled code, as `MODE PATH`, sorted; the path is relative. */
  listing(): readonly string[];
  /** The names left in the temporary folder. */
  leftovers(): readonly string[];
  /** The running processes of this home. */
  processes(): readonly number[];
  readonly secrets: SecretsWatch;
  /** Removes the home. Throws an Error if a process of it was still running, which is then killed, or if a file contains a token. */
  close(): Promise<void>;
}

export function makeHome(program = programFile): Home {
  const root = mkdtempSync(join(tmpdir(), 'tracker-e2e-'));
  const [folder, temporary, bin, files] = ['home', 'tmp', 'bin', 'files'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [folder, temporary, bin, files]) mkdirSync(each, { mode: 0o700 });
  symlinkSync(program, join(bin, 'tracker'));
  const path = [bin, trapFolder(), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':');
  const secrets = watchSecrets(folder);
  const processes = processesWith(`HOME=${folder}`);
  return {
    folder,
    temporary,
    env: { HOME: folder, TMPDIR: temporary, PATH: path },
    write(name, text, mode = 0o600) {
      const file = join(files, name);
      writeFileSync(file, text);
      chmodSync(file, mode);
      return file;
    },
    listing: () => list(folder, ''),
    leftovers: () => readdirSync(temporary),
    processes,
    secrets,
    async close() {
      const left = await stillRunning(processes);
      const told = left.map((id) => `${id} (${commandOf(id)})`);
      killAll(left);
      const leak = failureOf(() => secrets.checkFiles());
      collectCompiledCode(folder);
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
      if (told.length > 0) throw new Error(`still running: ${told.join(', ')}`);
      if (leak) throw leak;
    },
  };
}

function failureOf(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** The processes that have not ended a moment later. */
async function stillRunning(processes: () => readonly number[]): Promise<readonly number[]> {
  try {
    await until('the end of all processes', () => processes().length === 0, 5_000);
    return [];
  } catch {
    return processes();
  }
}

function list(folder: string, prefix: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = statSync(path);
      const line = `${(stat.mode & 0o777).toString(8).padStart(4, '0')} ${prefix}${name}`;
      if (!stat.isDirectory()) return [line];
      return [`${line}/`, ...(isCompiledCode(path) ? [] : list(path, `${prefix}${name}/`))];
    });
}
