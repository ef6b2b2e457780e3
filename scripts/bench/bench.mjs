// `npm run bench [-- --runs 25] [--json FILE] [--node FILE]… [--only TEXT]…`: what commands cost, as multiples of a bare Node
// process (F) measured in the same rounds. Only ratios within one run mean anything. `--node` names other Node binaries to run
// it on, `--only` a part of the names of the cases to run. Not a test, because timings on a busy computer are unreliable.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measure, quartiles } from './measure.mjs';
import { measureScreen } from './screen.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '25' },
    json: { type: 'string' },
    node: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, '..', '..', 'bin', 'tracker.js');
const folder = mkdtempSync(join(tmpdir(), 'tracker-bench-'));

// A clean environment: a certificate file alone would triple F and make every ratio look good.
const bare = { PATH: process.env.PATH, HOME: folder };
const sizes = [50, 1_000, 10_000, 20_000, 100_000];
const isInstalled = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Starts the server with the prepared bytes; `files` are a key and a certificate. */
async function startServer(...files) {
  const child = spawn(process.execPath, [join(here, 'server.mjs'), ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { port: Number(port), stop: () => child.kill() };
}

/** A self-signed certificate for 127.0.0.1 and its key; undefined without openssl. */
function makeCertificate() {
  if (!isInstalled('openssl')) return undefined;
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  return [key, cert];
}

/** The commands to measure on one Node, with their budgets. */
function casesOn(node, { http, https, trust }) {
  const home = mkdtempSync(join(folder, 'home-'));
  const env = { ...bare, HOME: home };
  const self = (...words) => [node, program, ...words];
  const run = (words, settings) =>
    execFileSync(node, [program, ...words], { env, stdio: ['pipe', 'ignore', 'pipe'], ...settings });
  for (const size of sizes)
    run(['login', `http://127.0.0.1:${http}/${size}`, '--token', '--name', `rows-${size}`], { input: 'bench' });
  const list = (size, ...words) => self('tasks', 'list', '--no-pager', '-I', `rows-${size}`, ...words);
  const atTerminal = (command) => ['script', '-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'];
  const url = (size) => `http://127.0.0.1:${http}/${size}/api/v1/tasks`;
  const script = join(home, 'request.mjs');
  writeFileSync(
    script,
    `import { get } from 'node:http';\nget(process.argv[2], (response) => response.pipe(process.stdout));\n`,
  );
  // Fills the index, so that what is measured is the second list.
  for (const size of sizes) run(['tasks', 'list', '-I', `rows-${size}`, '--json']);
  const cases = [
    ['node -e 0 (F)', '', [node, '-e', '0']],
    ['--version', '≤ 1.10', self('--version')],
    ['--help', '≤ 1.35', self('--help')],
    ['tasks --help', '≤ 1.35', self('tasks', '--help')],
    ['tasks list --json, 50 rows', '', list(50, '--json')],
    ['tasks list --json, 1,000 rows', '≤ 2.1', list(1_000, '--json')],
    ['tasks list --jq, 1,000 rows', '≤ 5', list(1_000, '--jq', '.[].ref')],
    ['tasks list --json, 20,000 rows', '', list(20_000, '--json')],
    ['tasks list --tsv, 20,000 rows', '', list(20_000, '--tsv')],
    ['tasks list --json, 100,000 rows', '≤ 12', list(100_000, '--json')],
    ['tasks list --tsv, 100,000 rows', '≤ 20', list(100_000, '--tsv')],
    ['tasks view, from the index', '', self('tasks', 'view', 'BEN-7', '-I', 'rows-50')],
    [
      'TAB, a reference among 20,000',
      '≤ 1.6',
      self('__complete', 'bash', '--', 'tracker tasks view -I rows-20000 BEN-19'),
    ],
    ['TAB, a word', '≤ 1.3', self('__complete', 'bash', '--', 'tracker tasks list --st')],
    ['node, 3-line request, 1,000 rows', 'peer', [node, script, url(1_000)]],
    ['node, 3-line request, 100,000 rows', 'peer', [node, script, url(100_000)]],
  ];
  if (isInstalled('script'))
    cases.push(
      ['node -e 0 at a terminal', '', atTerminal([node, '-e', '0'])],
      ['tasks list at a terminal, 50 rows', '≤ 3.2 + terminal', atTerminal(list(50))],
      ['tasks list at a terminal, 1,000 rows', '', atTerminal(list(1_000, '-L', '1000'))],
      ['tasks list at a terminal, 10,000 rows', '≤ 11 × 1,000', atTerminal(list(10_000, '-L', '10000'))],
    );
  if (https) {
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: trust };
    run(['login', `https://127.0.0.1:${https}/50`, '--token', '--name', 'secure'], { input: 'bench', env: trusting });
    cases.push(
      ['node -e 0, with a certificate file', '', [node, '-e', '0'], trusting],
      [
        'tasks list --json over https, 50 rows',
        '≤ 2.2 more than that',
        self('tasks', 'list', '-I', 'secure', '--json'),
        trusting,
      ],
    );
  }
  if (isInstalled('curl')) {
    cases.push(['curl, 100,000 rows', 'peer', ['curl', '-sf', url(100_000)]]);
    if (isInstalled('jq'))
      for (const size of [1_000, 20_000, 100_000])
        cases.push([
          `curl | jq, ${size.toLocaleString('en')} rows`,
          'peer',
          ['sh', '-c', `curl -sf ${url(size)} | jq -c .tasks`],
        ]);
  }
  if (isInstalled('gh')) cases.push(['gh --version', 'peer', ['gh', '--version']]);
  const isWanted = (name) => options.only?.some((text) => name.includes(text)) ?? true;
  return cases
    .filter(([name], index) => index === 0 || isWanted(name))
    .map(([name, budget, command, own]) => ({ name, budget, command, env: own ?? env }));
}

/** Prints the table, and gives its rows for `--json`. */
function report(node, cases, figures) {
  const floor = quartiles(figures.get(cases[0].name).wall);
  const floorMemory = figures.get(cases[0].name).memory;
  const spread = (floor.high - floor.low) / floor.median;
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`Node ${version}, ${options.runs} runs, ${cpus().length} cores; F = ${floor.median.toFixed(1)} ms`);
  if (spread > 0.15)
    console.log(`This computer is noisy: the middle half of the runs of F spans ${Math.round(spread * 100)} %.`);
  const rows = cases.map(({ name, budget }) => {
    const { wall, cpu, memory } = figures.get(name);
    const time = quartiles(wall);
    return {
      name,
      budget,
      ms: time.median,
      F: time.median / floor.median,
      from: time.low / floor.median,
      to: time.high / floor.median,
      cpuF: cpu.length > 0 ? quartiles(cpu).median / quartiles(figures.get(cases[0].name).cpu).median : undefined,
      memory: memory.length > 0 ? quartiles(memory).median / quartiles(floorMemory).median : undefined,
    };
  });
  const width = Math.max(...rows.map(({ name }) => name.length));
  const cell = (value, digits) => (value === undefined ? '' : value.toFixed(digits)).padStart(7);
  console.log(`${'case'.padEnd(width)}      ms      F   from     to  cpu F memory  budget (F)`);
  for (const { name, ms, F, from, to, cpuF, memory, budget } of rows)
    console.log(
      `${name.padEnd(width)} ${cell(ms, 1)}${cell(F, 2)}${cell(from, 2)}${cell(to, 2)}${cell(cpuF, 2)}${cell(memory, 2)}  ${budget}`,
    );
  return { node: version, runs: Number(options.runs), floorMs: floor.median, spread, rows };
}

const plain = await startServer();
const files = makeCertificate();
const secure = files && (await startServer(...files));
try {
  const reports = (options.node ?? [process.execPath]).map((node) => {
    const cases = casesOn(node, { http: plain.port, https: secure?.port, trust: files?.[1] });
    return report(node, cases, measure(cases, Number(options.runs), folder));
  });
  const env = { ...bare, HOME: mkdtempSync(join(folder, 'screen-')) };
  const login = (size) =>
    execFileSync(
      process.execPath,
      [program, 'login', `http://127.0.0.1:${plain.port}/${size}`, '--token', '--name', `rows-${size}`],
      { env, input: 'bench', stdio: ['pipe', 'ignore', 'pipe'] },
    );
  const screen = options.only
    ? undefined
    : await measureScreen({ node: process.execPath, program, env, login, runs: 5 });
  if (screen) {
    const { rows, openMs, floorMs, keyMs, keyP95Ms, memoryMb } = screen;
    console.log(
      `triage with ${rows.toLocaleString('en')} rows: first screen ${(openMs / floorMs).toFixed(1)} F (${openMs.toFixed(0)} ms; F there ${floorMs.toFixed(0)} ms), a key ${keyMs.toFixed(1)} ms (p95 ${keyP95Ms.toFixed(1)}), peak memory ${memoryMb.toFixed(0)} MB`,
    );
    reports.push({ screen });
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(reports, undefined, 2)}\n`);
} finally {
  plain.stop();
  secure?.stop();
  rmSync(folder, { recursive: true, force: true });
}
