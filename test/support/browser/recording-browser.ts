import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../computer/home.js';
import { until } from '../until.js';

/** A program for BROWSER that records the address it is given and opens nothing. */
export interface RecordingBrowser {
  /** The value for BROWSER. */
  readonly command: string;
  /** The addresses it was given so far. */
  opened(): readonly string[];
  /** The first address it is given. */
  address(): Promise<string>;
}

export function recordingBrowser(home: Home): RecordingBrowser {
  const command = home.write('browser', '#!/bin/sh\nprintf \'%s\\n\' "$@" >> "$0.opened"\n', 0o755);
  const record = join(command, '..', 'browser.opened');
  const opened = (): readonly string[] =>
    existsSync(record) ? readFileSync(record, 'utf8').split('\n').slice(0, -1) : [];
  return { command, opened, address: async () => await until('a browser being opened', () => opened()[0]) };
}
