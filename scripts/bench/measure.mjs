// Whole processes, measured in rounds.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** GNU time, which measures the processor time and the peak memory of a process; they are left out without it. */
const gnuTime = '/usr/bin/time';
const hasGnuTime = spawnSync(gnuTime, ['-f', '%M', 'true']).status === 0;

/**
 * Runs each case `times` times per round, in an order that is new and random in each round: none, F least of all, always
 * follows the same one. A round before the first fills the caches and does not count. `cases` have `name`, `command` (file and
 * arguments), `env` and `times`. Gives, by name, the lists of milliseconds (`wall` and `cpu`) and of kilobytes (`memory`).
 */
export function measure(cases, rounds, folder) {
  const figures = new Map(cases.map(({ name }) => [name, { wall: [], cpu: [], memory: [] }]));
  const round = cases.flatMap((each) => Array(each.times).fill(each));
  for (const each of cases) run(each, folder);
  for (let count = 0; count < rounds; count++)
    for (const each of shuffle(round))
      for (const [kind, value] of Object.entries(run(each, folder))) figures.get(each.name)[kind].push(value);
  return figures;
}

const shuffle = (all) =>
  all
    .map((each) => ({ each, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ each }) => each);

function run({ name, command, env }, folder) {
  const report = join(folder, 'time.txt');
  const [file, ...args] = hasGnuTime ? [gnuTime, '-q', '-f', '%U %S %M', '-o', report, ...command] : command;
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, args, {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  const wall = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${name}: ${command.join(' ')} ended with ${status}: ${stderr}`);
  if (!hasGnuTime) return { wall };
  const [user, system, memory] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  rmSync(report);
  return { wall, cpu: (user + system) * 1000, memory };
}

/** The value below which this share of the values lies, between two of them if need be. */
export function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at % 1);
}

export const median = (values) => quantile(values, 0.5);
