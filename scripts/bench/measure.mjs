// Whole processes, measured in rounds, so that all of them see the same noise.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** GNU time, which measures the processor time and the peak memory of a process; they are left out without it. */
const gnuTime = '/usr/bin/time';
const hasGnuTime = spawnSync(gnuTime, ['-f', '%M', 'true']).status === 0;

/**
 * Runs each command `runs` times, once per round. `cases` have `name`, `command` (file and arguments) and `env`. Gives, by name,
 * the lists of milliseconds (`wall` and `cpu`) and of kilobytes (`memory`).
 */
export function measure(cases, runs, folder) {
  const figures = new Map(cases.map(({ name }) => [name, { wall: [], cpu: [], memory: [] }]));
  for (let run = 0; run < runs; run++) for (const each of cases) record(figures.get(each.name), each, folder);
  return figures;
}

function record(figures, { name, command, env }, folder) {
  const report = join(folder, 'time.txt');
  const [file, ...args] = hasGnuTime ? [gnuTime, '-q', '-f', '%U %S %M', '-o', report, ...command] : command;
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, args, {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  figures.wall.push(Number(process.hrtime.bigint() - started) / 1e6);
  if (status !== 0) throw new Error(`${name}: ${command.join(' ')} ended with ${status}: ${stderr}`);
  if (!hasGnuTime) return;
  const [user, system, memory] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  rmSync(report);
  figures.cpu.push((user + system) * 1000);
  figures.memory.push(memory);
}

export function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.round((sorted.length - 1) * share)];
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}
