import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './home.js';

/**
 * The environment in which the program is killed at the Nth step that others can see: a change in the ledger or of a lock, a write that
 * leaves, or its answer. What only reads leaves all as it is, so it is no step.
 */
export function killAt(home: Home, step: number): Readonly<Record<string, string>> {
  const file = home.write(
    'kill.cjs',
    `const fs = require('node:fs');
const { ClientRequest } = require('node:http');
let steps = 0;
const next = () => ++steps === ${step} && process.kill(process.pid, 'SIGKILL');
const { O_CREAT, O_TRUNC } = fs.constants;
const opensToWrite = (flags) => (typeof flags === 'string' ? flags !== 'r' : (flags & (O_CREAT | O_TRUNC)) !== 0);
process.on('exit', () => fs.writeFileSync(${JSON.stringify(countFile(home))}, String(steps)));
for (const name of ['openSync', 'writeFileSync', 'renameSync', 'unlinkSync', 'truncateSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    const isOurs = typeof args[0] === 'number' || /[/](?:ledger|locks)[/]/.test(String(args[0]));
    // A file is written under its name by openSync.
    const changes = name === 'openSync' ? opensToWrite(args[1]) : name !== 'writeFileSync' || typeof args[0] === 'number';
    if (isOurs && changes) next();
    return real(...args);
  };
}
const { emit, end } = ClientRequest.prototype;
ClientRequest.prototype.end = function (...args) {
  if (this.method !== 'GET') next();
  return end.apply(this, args);
};
ClientRequest.prototype.emit = function (name, ...args) {
  if (name === 'response' && this.method !== 'GET') next();
  return emit.call(this, name, ...args);
};`,
  );
  return { NODE_OPTIONS: `--require=${file}` };
}

/** How many steps the last program had that was not killed. */
export function stepsOf(home: Home): number {
  return Number(readFileSync(countFile(home), 'utf8'));
}

const countFile = (home: Home): string => join(home.folder, 'steps');

/** Removes whatever the programs of this home were to write, or have written. */
export function forgetLedger(home: Home): void {
  rmSync(join(home.folder, '.local/state/tracker/ledger'), { recursive: true, force: true });
}
