// The table of one Node: each case as a multiple of F, and of the cases it is compared with.
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { median, quantile } from './measure.mjs';

/** Quartiles of fewer rounds than this say little; then `from` and `to` are the fastest and the slowest. */
const fewRounds = 8;

/** Prints the table, and gives its rows for `--json`. */
export function report(node, cases, figures, rounds) {
  const { wall } = figures.get(cases[0].name);
  const floor = median(wall);
  const [from, to] = [0.25, 0.75].map((share) => quantile(wall, share));
  const spread = (to - from) / floor;
  const rows = rowsOf(cases, figures, rounds < fewRounds ? 0 : 0.25);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const percent = `${Math.round(spread * 100)} %`;
  console.log(`Node ${version}, ${rounds} rounds in random order, ${cpus().length} cores`);
  console.log(
    `F = ${floor.toFixed(1)} ms, median of ${wall.length}, half of them ${from.toFixed(1)} to ${to.toFixed(1)}: ${percent}`,
  );
  if (spread > 0.15) console.log('This computer is noisy: that is more than 15 %.');
  console.log(`from, to: ${rounds < fewRounds ? 'fastest and slowest' : 'the middle half'}`);
  print(rows);
  return { node: version, rounds, floorMs: floor, spread, rows };
}

function rowsOf(cases, figures, share) {
  const floor = figures.get(cases[0].name);
  const time = (name) => median(figures.get(name).wall);
  const F = time(cases[0].name);
  return cases.map(({ name, budget, against }) => {
    const { wall, memory } = figures.get(name);
    const [from, to] = [share, 1 - share].map((part) => quantile(wall, part) / F);
    const peers = against
      .filter((peer) => figures.has(peer))
      .map((peer) => ({ name: peer, times: time(name) / time(peer) }));
    return {
      name,
      budget,
      ms: time(name),
      F: time(name) / F,
      from,
      to,
      memory: memory && memory / floor.memory,
      peers,
    };
  });
}

function print(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const cell = (value, digits) => (value === undefined ? '' : value.toFixed(digits)).padStart(7);
  console.log(`${'case'.padEnd(width)}      ms      F   from     to memory  budget (F)`);
  for (const { name, ms, F, from, to, memory, budget, peers } of rows) {
    console.log(
      `${name.padEnd(width)} ${cell(ms, 1)}${[F, from, to, memory].map((value) => cell(value, 2)).join('')}  ${budget}`,
    );
    for (const peer of peers) console.log(`  ${peer.times.toFixed(2)} × ${peer.name}`);
  }
}
