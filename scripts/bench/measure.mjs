// Whole processes, measured in rounds.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const gnuTime = '/usr/bin/time';
const hasGnuTime = spawnSync(gnuTime, ['-f', '%M', 'true']).status === 0;

/**
 * Runs each case `times` times per round, in an order that is new and random in each round: none, F least of all, always
 * follows the same one. Before that, each fills its caches, and its memory is measured. `cases` have `name`, `command` (file
 * and arguments), `env` and `times`. Gives, by name, the list of milliseconds and the kilobytes.
 */
export function measure(cases, rounds, folder) {
  const figures = new Map();
  for (const each of cases) {
    run(each, folder);
    figures.set(each.name, { wall: [], memory: memoryOf(each, folder) });
  }
  const round = cases.flatMap((each) => Array(each.times).fill(each));
  for (let count = 0; count < rounds; count++)
    for (const each of shuffle(round)) figures.get(each.name).wall.push(run(each, folder));
  return figures;
}

const shuffle = (all) =>
  all
    .map((each) => ({ each, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ each }) => each);

/** Milliseconds. */
function run({ name, command, env }, folder) {
  const [file, ...args] = command;
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, args, {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  const wall = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${name}: ${command.join(' ')} ended with ${status}: ${stderr}`);
  return wall;
}

/** Peak memory, by GNU time; undefined without it. It costs 1 to 2 ms, so that nothing else is measured then. */
function memoryOf(each, folder) {
  if (!hasGnuTime) return undefined;
  const file = join(folder, 'memory.txt');
  run({ ...each, command: [gnuTime, '-q', '-f', '%M', '-o', file, ...each.command] }, folder);
  return Number(readFileSync(file, 'utf8'));
}

/** The value below which this share of the values lies, between two of them if need be. */
export function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at % 1);
}

export const median = (values) => quantile(values, 0.5);
