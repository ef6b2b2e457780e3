import { beforeAll, describe, expect, test } from 'vitest';
import { makeHome } from '../../support/computer/home.js';
import { runHere as tracker } from '../../support/run-here.js';
import { startMeddledService } from '../../support/servers/meddled-service.js';
import { allTests } from '../../support/set-up.js';
import { controls, disorder, harmIn, withHarm } from '../../support/terminal/hostile.js';

const home = allTests(makeHome);
const service = allTests(startMeddledService);

const atTerminal = async (words: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const terminal = { columns: 100, rows: 30_000 };
  const more = { TERM: 'xterm-256color', ...service.env, ...env };
  const { code, stdout, stderr } = await tracker(home, words, { terminal, env: more });
  expect([words, code]).toEqual([words, 0]);
  return stdout + stderr;
};

const inPipe = async (words: string): Promise<string> => {
  const { code, stdout, stderr } = await tracker(home, words, { env: service.env });
  expect([words, code, stderr]).toEqual([words, 0, '']);
  return stdout;
};

const page = 'wiki view c79343be-194b-4867-8253-cbb82fda765d';

describe('a page of the wiki', () => {
  const hostile = [
    '<p>a&#27;[31mb&#x1b;]0;t&#7;c&#x9b;2Jd&#155;e</p>',
    '<p>&#x202e;txt&#8294;&rlm;&lrm;&#x2028;&#xE0041;&#127;&#8;</p>',
    '<script>alert("never shown")</script><style>p{never-shown:1}</style><template>never shown</template>',
    '<p><a href="javascript:alert(1)">one</a> <a href="&#106;avascript:alert(2)">two</a> <a href="file:///etc/passwd">three</a></p>',
    '<p><a href="data:text/html,x">four</a> <a href="https://ok.example/&#27;]8;;x">five</a> <a href="https://ok.example/a">six</a></p>',
    '<p><a href="java\nscript:alert(1)">seven</a> <a href=" &#1;javascript:alert(1)">eight</a> <img src="javascript:x" alt="nine&#27;[2J"></p>',
    '<pre><code>code&#27;[31m &amp;#27;[31m</code></pre><p>&amp;#27;[31m and &amp;lt;script&amp;gt;</p>',
    `<h2>${controls}${disorder}</h2><table><tr><td>${controls}</td><td>&#x9b;31m</td></tr></table>`,
  ].join('\n');

  beforeAll(() => {
    const change = (value: unknown, key = ''): unknown => {
      if (typeof value === 'string') return /^body/.test(key) ? hostile : value;
      if (Array.isArray(value)) return value.map((item) => change(item));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
    };
    service.meddle((body) => change(body));
  });

  test.each(['', ' --markdown', ' --html'])(
    'R38: what its character references stand for drives no terminal (wiki view%s)',
    async (flag) => {
      const raw = await atTerminal(`${page}${flag}`);
      expect(harmIn(raw)).toBeUndefined();
      expect(raw).toContain('six');
    },
  );

  test.each(['', ' --markdown'])('R38: scripts are not shown (wiki view%s)', async (flag) => {
    const raw = await atTerminal(`${page}${flag}`);
    expect(raw).not.toMatch(/never.shown|alert\("/);
  });

  test('R38: a link of the terminal goes to http or https, or nowhere', async () => {
    const raw = await atTerminal(page, { FORCE_HYPERLINK: '1' });
    const targets = [...raw.matchAll(/\u001b\]8;;([^\u001b\u0007]*)(?:\u001b\\|\u0007)/g)].map(
      (match) => match[1] ?? '',
    );
    expect(targets).toContain('https://ok.example/a');
    for (const target of targets) expect(target).toMatch(/^(?:https?:\/\/[\u0021-\u007e]+)?$/);
    expect(harmIn(raw.replaceAll(/\u001b\]8;;[\u0020-\u007e]*\u001b\\/g, ''))).toBeUndefined();
  });

  test('R38: in a pipe nothing but the markup of --html is left of what it holds', async () => {
    const tsv = await inPipe(page);
    expect(harmIn(tsv.replaceAll('\t', ' '))).toBeUndefined();
    const markdown = await inPipe(`${page} --markdown`);
    expect(harmIn(markdown)).toBeUndefined();
    expect(markdown).not.toMatch(/never.shown|\]\((?:javascript|data|file):/);
    expect(await inPipe(`${page} --html`)).toContain('&#27;[31m');
  });
});

describe('JSON', () => {
  beforeAll(() => service.meddle((body) => withHarm(body, controls + disorder)));

  /** What each command has from the server, below what it adds itself. */
  const answers: readonly (readonly [words: string, path: string, rows: string | undefined])[] = [
    ['tasks list --scope all', '/tasks?scope=all', 'tasks'],
    ['tickets list --segment all', '/tickets?segment=all', 'tickets'],
    ['projects list', '/projects', 'projects'],
    ['inbox list', '/inbox?limit=30', 'items'],
    ['search roster', '/search?q=roster', 'results'],
    ['tasks view SCM-12', '/tasks/c6661e83-b7b8-487a-ac7d-31555564f8ed', undefined],
    [page, `/wiki/${page.split(' ')[2]}`, undefined],
    ['notes view e1fa0068-8a29-4446-9848-743ce37a6fbe', '/notes/e1fa0068-8a29-4446-9848-743ce37a6fbe', undefined],
    ['whoami', '/me', undefined],
    ['prefs list', '/me/preferences', 'preferences'],
  ];

  test.each(answers)('R39: is equal in value to what the server sent (%s)', async (words, path, rows) => {
    const whole = (await service.body(path)) as Readonly<Record<string, unknown>>;
    const sent = rows === undefined ? whole : whole[rows];
    for (const text of [await inPipe(`${words} --json`), await atTerminal(`${words} --json`)]) {
      expect(harmIn(text)).toBeUndefined();
      expect(JSON.parse(text)).toMatchObject(sent as object);
      expect(text).toMatch(/\\u009b|\\u007f/);
      expect(text).toMatch(/\\u202e/);
    }
  });

  test('R39: so is each line of --jsonl', async () => {
    const { tasks } = (await service.body('/tasks?scope=all')) as { readonly tasks: readonly object[] };
    const lines = (await inPipe('tasks list --scope all --jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(tasks);
    expect(lines.map(harmIn).filter((harm) => harm !== undefined)).toEqual([]);
  });
});
