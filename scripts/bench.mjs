// `npm run bench`: the time of commands, as multiples of a bare Node process (F) measured in the same interleaved run. Only
// the ratios are meaningful. Compares with `gh` and `curl` if they are installed. Not a test, because timings on a busy
// machine are unreliable.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin', 'tracker.js');
const home = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const runs = Number(process.argv[2] ?? 25);

// A clean environment: a certificate file alone would triple F and make every ratio look good.
const env = { HOME: home, PATH: process.env.PATH };

/** The time of one process from start to exit, in milliseconds. */
function time([file, ...args]) {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(file, args, { env, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${[file, ...args].join(' ')} exited ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

function tracker(...words) {
  return execFileSync(process.execPath, [program, ...words], {
    env,
    cwd: home,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function isInstalled(name) {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  tracker('sandbox', 'start', '--memory', '--seed', 'large:1');
  const url = tracker('sandbox', 'status', '-q').trim();
  const token = tracker('token').trim();
  const self = (...words) => [process.execPath, program, ...words];
  const work = [
    ['node -e 0 (F)', '', [process.execPath, '-e', '0']],
    ['--version', '≤ 1.10', self('--version')],
    ['--help', '≤ 1.35', self('--help')],
    ['tasks --help', '≤ 1.35', self('tasks', '--help')],
    ['tasks list --json, 30 rows', '', self('tasks', 'list', '--json')],
    ['tickets list --json, 5,000 rows', '', self('tickets', 'list', '--segment', 'all', '--json')],
    ['tasks list --json, 20,000 rows', '', self('tasks', 'list', '--scope', 'all', '--json')],
    ['tasks list --tsv, 20,000 rows', '', self('tasks', 'list', '--scope', 'all', '--tsv')],
    ['tasks view, from the index', '', self('tasks', 'view', 'SCM-12')],
  ];
  if (isInstalled('curl')) {
    const address = `${url}/api/v1/tasks?scope=all`;
    work.push(['curl, 20,000 rows', 'peer', ['curl', '-sf', '-H', `Authorization: Bearer ${token}`, address]]);
  }
  if (isInstalled('gh')) work.push(['gh --version', 'peer', ['gh', '--version']]);
  const times = new Map(work.map(([name]) => [name, []]));
  for (let run = 0; run < runs; run++) for (const [name, , command] of work) times.get(name).push(time(command));
  const floor = median(times.get(work[0][0]));
  const rows = work.map(([name, budget]) => [name, median(times.get(name)), budget]);
  const width = Math.max(...rows.map(([name]) => name.length));
  console.log(`${'work'.padEnd(width)}      ms       F  budget`);
  for (const [name, ms, budget] of rows) {
    console.log(
      `${name.padEnd(width)}  ${ms.toFixed(1).padStart(6)}  ${(ms / floor).toFixed(2).padStart(6)}  ${budget}`,
    );
  }
} finally {
  tracker('sandbox', 'stop');
  rmSync(home, { recursive: true, force: true });
}
