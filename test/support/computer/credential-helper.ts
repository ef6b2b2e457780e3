import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from './home.js';

/** How a helper behaves. */
export type Mood = 'good' | 'missing' | 'fails' | 'locked' | 'slow' | 'rubbish' | 'killed' | 'huge' | 'other' | 'empty';

type Entries = Readonly<Record<string, { readonly Username: string; readonly Secret: string }>>;

/** A program `docker-credential-fake` in the PATH of a home. */
export interface FakeHelper {
  become(mood: Mood): void;
  /** What it was started for, in order: `get URL`. */
  calls(): readonly string[];
  /** What it keeps, by address. */
  kept(): Entries;
  /** Makes it keep this instead. */
  keep(entries: Entries): void;
}

const script = `#!/usr/bin/env node
const fs = require('node:fs');
const { join } = require('node:path');
const at = (name) => join(__dirname, '..', 'files', name);
const mood = fs.readFileSync(at('mood'), 'utf8');
const action = process.argv[2];
const input = fs.readFileSync(0, 'utf8');
const kept = fs.existsSync(at('keychain')) ? JSON.parse(fs.readFileSync(at('keychain'), 'utf8')) : {};
const url = action === 'store' ? JSON.parse(input).ServerURL : input;
fs.appendFileSync(at('calls'), action + ' ' + url + '\\n');
const keep = () => {
  fs.writeFileSync(at('keychain.' + process.pid), JSON.stringify(kept));
  fs.renameSync(at('keychain.' + process.pid), at('keychain'));
};
const act = () => {
  if (action === 'store') kept[url] = JSON.parse(input);
  else if (action === 'erase') delete kept[url];
  else if (kept[url]) return console.log(JSON.stringify(kept[url]));
  else {
    console.log('credentials not found in native keychain');
    process.exitCode = 1;
  }
  if (action !== 'get') keep();
};
const moods = {
  good: act,
  fails() {
    console.log('exit status 2: the keyring is gone');
    process.exitCode = 1;
  },
  locked: () => setInterval(() => undefined, 1000),
  slow: () => setTimeout(act, 3000),
  rubbish: () => console.log('<html>'),
  killed() {
    process.stdout.write('{"ServerURL":');
    process.kill(process.pid, 'SIGKILL');
  },
  // As docker-credential-pass 0.6.4 does for what it does not have.
  empty: () => (action === 'get' && !kept[url] ? console.log(JSON.stringify({ ServerURL: url, Username: '', Secret: '' })) : act()),
  huge: () => process.stdout.write('x'.repeat(1_000_000)),
  other: () => console.log(JSON.stringify({ ServerURL: url, Username: 'somebody', Secret: 'of a registry' })),
};
moods[mood]();
`;

export const helperName = 'fake';

export function putHelper({ folder }: Home, first: Mood = 'good'): FakeHelper {
  const [program, files] = [
    join(dirname(folder), 'bin', `docker-credential-${helperName}`),
    join(dirname(folder), 'files'),
  ];
  const read = (name: string): string => (existsSync(join(files, name)) ? readFileSync(join(files, name), 'utf8') : '');
  const become = (mood: Mood): void => {
    if (mood === 'missing') rmSync(program);
    else writeFileSync(program, script, { mode: 0o755 });
    writeFileSync(join(files, 'mood'), mood);
  };
  become(first);
  return {
    become,
    calls: () => read('calls').split('\n').slice(0, -1),
    kept: () => JSON.parse(read('keychain') || '{}'),
    keep: (entries) => writeFileSync(join(files, 'keychain'), JSON.stringify(entries)),
  };
}
