// What is measured on one Node: the commands, their budgets in F, and the cases that each is compared with (`against`).
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sizes = [50, 1_000, 10_000, 20_000, 50_000, 100_000];
const request = `import { get } from 'node:http';\nget(process.argv[2], (response) => response.pipe(process.stdout));\n`;

export const isInstalled = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** The cases, F first. `http` and `https` are ports, the second only if there is a certificate (`trust`). */
export function casesOn(node, { program, folder, env: bare, http, https, trust }) {
  const env = { ...bare, HOME: mkdtempSync(join(folder, 'home-')) };
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: trust };
  const self = (...words) => [node, program, ...words];
  const list = (size, ...words) => self('tasks', 'list', '--no-pager', '-I', `rows-${size}`, ...words);
  const search = (...words) => self('search', '--offline', ...words, '-L', '30', '-I', 'rows-20000');
  const tab = (line) => self('__complete', 'bash', '--', `tracker tasks ${line}`);
  const origin = `http://127.0.0.1:${http}`;
  for (const size of sizes) {
    logIn({ node, program, env, url: `${origin}/${size}`, name: `rows-${size}` });
    // Fills the index, so that what is measured is the second list.
    execFileSync(node, list(size, '--json').slice(1), { env, stdio: 'ignore' });
  }
  // So that there are texts to search.
  execFileSync(node, self('sync', '-q', '--tasks', 'all', '-I', 'rows-20000').slice(1), { env, stdio: 'ignore' });
  if (https) logIn({ node, program, env: trusting, url: `https://127.0.0.1:${https}/50`, name: 'secure' });
  const rows = [
    // Often, because every figure is divided by it.
    ['node -e 0 (F)', '', [node, '-e', '0'], { times: 5 }],
    ['--version', '≤ 1.10', self('--version'), { against: ['gh --version'] }],
    ['--help', '≤ 1.35', self('--help')],
    ['tasks --help', '≤ 1.35', self('tasks', '--help')],
    ['tasks list --json, 50 rows', '', list(50, '--json')],
    [
      'tasks list --json, 1,000 rows',
      '≤ 2.1, ≤ 1 × gh',
      list(1_000, '--json'),
      { against: ['gh api, 1,000 rows', 'curl | jq, 1,000 rows', 'node, 3-line request, 1,000 rows'] },
    ],
    ['tasks list --jq, 1,000 rows', '≤ 5', list(1_000, '--jq', '.[].ref')],
    [
      'tasks list --json, 20,000 rows',
      '≤ 0.9 × curl | jq, ≤ 0.6 × gh',
      list(20_000, '--json'),
      { against: ['gh api --jq, 20,000 rows', 'curl | jq, 20,000 rows'] },
    ],
    ['tasks list --tsv, 20,000 rows', '', list(20_000, '--tsv')],
    ['tasks list --yaml, 20,000 rows', '', list(20_000, '--yaml')],
    [
      'tasks list --json, 100,000 rows',
      '≤ 0.5 × curl | jq, memory ≤ 4',
      list(100_000, '--json'),
      { against: ['curl | jq, 100,000 rows', 'node, 3-line request, 100,000 rows'] },
    ],
    ['tasks list --tsv, 100,000 rows', '', list(100_000, '--tsv')],
    ['tasks view, from the index', '', self('tasks', 'view', 'BEN-7', '-I', 'rows-50')],
    ['search --offline, a word that none of 20,000 tasks has', '≤ 8', search('zebra')],
    ['search --offline, two words that all of 20,000 tasks have', '≤ 9', search('ignored', 'façade')],
    ['TAB, a reference among 50,000', '≤ 1.6', tab('view -I rows-50000 BEN-19')],
    ['TAB, a word', '≤ 1.3', tab('list --st')],
    ...(isInstalled('script') ? atTerminal(node, list) : []),
    ...(https
      ? [
          ['node -e 0, with a certificate file', '', [node, '-e', '0'], { env: trusting }],
          [
            'tasks list --json over https, 50 rows',
            '≤ 2.2 more than that',
            self('tasks', 'list', '-I', 'secure', '--json'),
            { env: trusting },
          ],
        ]
      : []),
    ...peers(node, env, (size) => `${origin}/${size}/api/v1/tasks`),
  ];
  return rows.map(([name, budget, command, more]) => ({ name, budget, command, env, times: 1, against: [], ...more }));
}

/** The same in the pseudo-terminal of `script`, which costs time of its own. */
function atTerminal(node, list) {
  const script = (command) => ['script', '-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'];
  const table = (rows) => `tasks list at a terminal, ${rows} rows`;
  return [
    ['node -e 0 at a terminal', '', script([node, '-e', '0'])],
    [table('50'), '≤ 2.2 more than that', script(list(50))],
    [table('1,000'), '', script(list(1_000, '-L', '1000'))],
    [table('10,000'), '≤ 11 × 1,000', script(list(10_000, '-L', '10000')), { against: [table('1,000')] }],
  ];
}

/** Other programs that ask for the same, as far as they are installed. */
function peers(node, env, url) {
  const script = join(env.HOME, 'request.mjs');
  writeFileSync(script, request);
  const jq = (size) => ['sh', '-c', `curl -sf ${url(size)} | jq -c .tasks`];
  const token = { env: { ...env, GH_TOKEN: 'x' } };
  return [
    [['node'], 'node, 3-line request, 1,000 rows', [node, script, url(1_000)]],
    [['node'], 'node, 3-line request, 100,000 rows', [node, script, url(100_000)]],
    [['curl'], 'curl, 100,000 rows', ['curl', '-sf', url(100_000)]],
    [['curl', 'jq'], 'curl | jq, 1,000 rows', jq(1_000)],
    [['curl', 'jq'], 'curl | jq, 20,000 rows', jq(20_000)],
    [['curl', 'jq'], 'curl | jq, 100,000 rows', jq(100_000)],
    [['gh'], 'gh --version', ['gh', '--version']],
    [['gh'], 'gh api, 1,000 rows', ['gh', 'api', url(1_000)], token],
    [['gh'], 'gh api --jq, 20,000 rows', ['gh', 'api', url(20_000), '--jq', '.tasks'], token],
  ]
    .filter(([needed]) => needed.every(isInstalled))
    .map(([, name, command, more]) => [name, 'peer', command, more]);
}

export function logIn({ node, program, env, url, name }) {
  const words = [program, 'login', url, '--token', '--name', name];
  execFileSync(node, words, { env, input: 'bench', stdio: ['pipe', 'ignore', 'pipe'] });
}
