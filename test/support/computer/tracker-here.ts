import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runHere } from '../run-here.js';
import type { Home } from './home.js';
import { usesNode } from './program-file.js';

/** What lasts until it is ended, takes a token from its input, or has programs of its own on another computer. */
const outside = /\b(?:timeout|mcp|sandbox run|login)\b/;

/** A shell whose `tracker` runs in this process, in a tenth of the time, where its line allows that. */
export interface TrackerHere {
  /** The PATH for a line that runs in the working folder of this process. */
  pathFor(line: string): string;
  close(): void;
}

/** Serves the shells of a home, and makes `folder` the working folder of this process until it is closed. */
export function serveTracker(home: Home, folder = home.folder, path = home.env.PATH ?? ''): TrackerHere {
  const bin = mkdtempSync(join(tmpdir(), 'tracker-here-'));
  const asked = join(bin, 'asked');
  execFileSync('mkfifo', [asked]);
  // Each call has files of its own, since several run at once in a pipeline.
  const script = `#!/bin/sh
call='${bin}'/$$; mkfifo "$call.code"; { env -0; printf '\\0'; [ $# = 0 ] || printf '%s\\0' "$@"; } > "$call.asked"
echo $$ > '${asked}'; read -r code < "$call.code"; cat "$call.out"; cat "$call.err" >&2; rm "$call".*; exit "$code"
`;
  writeFileSync(join(bin, 'tracker'), script, { mode: 0o755 });
  const answer = async (id: string): Promise<void> => {
    const call = join(bin, id);
    const entries = readFileSync(`${call}.asked`, 'utf8').split('\0').slice(0, -1);
    const end = entries.indexOf('');
    const env = Object.fromEntries(entries.slice(0, end).map((each) => each.split(/=(.*)/s).slice(0, 2)));
    const words = entries.slice(end + 1);
    const stdin = words.includes('-') ? await readFile(`/proc/${id}/fd/0`, 'utf8') : '';
    const failed = (error: unknown) => ({ code: 99, stdout: '', stderr: `error: ${error}\n` });
    const { code, stdout, stderr } = await runHere(home, words, { env, stdin, folder: process.cwd() }).catch(failed);
    for (const [name, text] of Object.entries({ out: stdout, err: stderr })) writeFileSync(`${call}.${name}`, text);
    await writeFile(`${call}.code`, `${code}\n`);
  };
  const socket = new Socket({ fd: openSync(asked, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
  createInterface({ input: socket }).on('line', (id) => void answer(id));
  const before = process.cwd();
  process.chdir(folder);
  return {
    pathFor: (line) => (usesNode && !outside.test(line) ? `${bin}:${path}` : path),
    close() {
      process.chdir(before);
      socket.destroy();
      rmSync(bin, { recursive: true });
    },
  };
}
