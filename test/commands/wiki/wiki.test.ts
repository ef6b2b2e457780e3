import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { narrow, openWorld, refused, wide } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

const scandia = 'b786a89f-bdb9-47c7-919c-1a1d3f4dfa87';

describe('wiki', () => {
  const world = allTests(openWorld);
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const pages = world.sandbox.world.db.all<{ id: string; title: string }>('SELECT id, title FROM wiki_pages');
    ids = Object.fromEntries(pages.map(({ id, title }) => [title, id]));
  });
  beforeEach(() => void world.takeRequests());
  test.each(['Customers', 'customers', 'd4ffa7c5'])('--under %s', async (name) => {
    const { stdout } = await world.run(`wiki list --under ${name}`, narrow);
    expect(stdout.split('\n').map((line) => line.slice(10))).toEqual([
      'TITLE',
      'Customers/',
      '  Who is who at our customers',
      '  Scandia Maritime',
      '    Rest hours explained',
      '    Night ferry to Tórshavn',
      '  Bergmann Orthopädie',
      '  Casa Azul',
      '',
    ]);
    expect(await world.json(`wiki list --under ${name}`)).toHaveLength(7);
  });

  test('--markdown', async () => {
    const { stdout } = await world.run('wiki view "From ticket" --markdown');
    expect(stdout).toContain('# From ticket to release\n\nA **ticket** is what somebody told us.');
    expect(stdout).toContain('| Backlog | we know about it |\n');
  });

  test('an empty folder says where to go on', async () => {
    const { stdout, stderr } = await world.run('wiki view Machines', wide);
    expect(stdout).toContain('Machines\n');
    expect(stderr).toBe(`This page is empty. For the pages below it: tracker wiki list --under ${ids.Machines}\n`);
    expect((await world.run('wiki view Machines')).stderr).toBe('');
  });

  test('what names a page, and how often the server is asked', async () => {
    const id = ids.Mail ?? '';
    for (const [name, requests] of [
      [id, 1],
      [id.toUpperCase(), 1],
      [`https://work.example/wiki/${id}`, 1],
      ['mail', 2],
      [id.slice(0, 8), 2],
    ] as const) {
      world.takeRequests();
      expect((await world.run(['wiki', 'view', name, '-q'])).stdout).toBe(`${id}\n`);
      expect(world.takeRequests()).toHaveLength(requests);
    }
    expect((await world.run('wiki view -', { stdin: `${id}\n` })).stdout).toContain('title\tMail\n');
  });

  test.each([
    [['wiki', 'view', 'nope'], 4, 'there is no page called "nope" that you can see', 'tracker wiki list'],
    [['wiki', 'view', ''], 2, 'the name of the page cannot be empty', undefined],
    [['wiki', 'view', '00000000-0000-4000-8000-000000000000'], 4, 'There is no such page.', undefined],
    [
      ['wiki', 'view', 'https://other.example/wiki/x'],
      2,
      'https://other.example/wiki/x is not an address on https://work.example/',
      undefined,
    ],
    [['wiki', 'view', 'Mail', '--html', '--markdown'], 2, '--html and --markdown cannot be used together', undefined],
    [['wiki', 'view', 'Mail', '--html', '--csv'], 2, '--html and a format cannot be used together', undefined],
    [
      ['wiki', 'view', 'Mail', '--markdown', '--fields', 'title'],
      2,
      '--markdown and a format cannot be used together',
      undefined,
    ],
    [['wiki', 'list', '--under', 'nope'], 4, 'there is no page called "nope" that you can see', 'tracker wiki list'],
    [['wiki', 'list', '-L', '0'], 2, '--limit takes a whole number of at least 1, not "0"', undefined],
  ])('%j is refused', async (words, code, error, hint) => {
    expect(await world.run(words)).toEqual(refused(code, error, hint));
  });

  test('several pages that fit are named', async () => {
    const { code, stderr } = await world.run('wiki view release');
    expect(code).toBe(4);
    expect(stderr).toContain(
      `"release" matches several: From ticket to release (${ids['From ticket to release']?.slice(0, 8)})`,
    );
  });

  test('customers have no wiki', async () => {
    for (const line of ['wiki', `wiki view ${scandia}`]) {
      expect((await world.run(line, { as: 'p.mueller-luedenscheidt@bergmann-ortho.example' })).code).toBe(5);
    }
  });
});

describe('pages that mean it ill', () => {
  const html = '<p>&#27;[31m &#x9b;2J \u202e<a href="javascript:alert(1)">js</a></p><script>alert(1)</script>\u001b[2J';
  const world = allTests(openWorld);
  beforeAll(async () => {
    world.sandbox.world.db.run("UPDATE wiki_pages SET body_html = ?, title = 'x\u001b[2J' WHERE title = 'Mail'", html);
  });

  test.each(['', '--html', '--markdown'])('on a terminal nothing drives it %s', async (flag) => {
    const { stdout, code } = await world.run(['wiki', 'view', 'x\u001b[2J', ...(flag ? [flag] : [])], wide);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    if (flag !== '--html') expect(stdout).not.toMatch(/alert|javascript/);
  });

  test('--html in a pipe is byte for byte what the server sent', async () => {
    expect((await world.run(['wiki', 'view', 'x\u001b[2J', '--html'])).stdout).toBe(html);
  });

  test('the tree has one line a page', async () => {
    const { stdout } = await world.run('wiki', narrow);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(stdout).toContain('x^[[2J');
  });
});
