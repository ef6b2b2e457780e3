import { beforeEach, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { missing } from '../../support/computer/missing.js';
import { narrow, openWorld, printed, refused } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';

describe('notes', () => {
  const world = allTests(openWorld);
  beforeEach(() => void world.takeRequests());

  test('--kind, --sort and JSON', async () => {
    const rows = (await world.json('notes list --kind shared --kind meetings --sort title')) as Record<
      string,
      unknown
    >[];
    expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(['meetings', 'shared']));
    expect(rows).toHaveLength(10);
    expect(rows[0]).toMatchObject({
      title: 'Bergmann: the cent, with the tax adviser',
      kind: 'meeting',
      ref: rows[0]?.id,
    });
    expect(await world.run('notes list --kind diary')).toEqual(
      refused(2, '--kind takes quick, meetings or shared, not "diary"'),
    );
    expect((await world.run('notes -L 1 --fields title,pinned,kind --json')).stdout).toBe(
      '[{"title":"Before the demo","pinned":true,"kind":"quick"}]\n',
    );
  });

  test('as HTML byte for byte, and as markdown', async () => {
    const html = world.sandbox.world.db.get<{ html: string }>(
      "SELECT body_html AS html FROM notes WHERE title = 'Books lent'",
    )?.html;
    expect(html).toContain('<');
    expect(await world.run('notes view "Books lent" --html')).toEqual(printed(html ?? ''));
    const { code, stdout } = await world.run('notes view "Books lent" --markdown');
    expect({ code, isHtml: /<\/?(?:p|li|ul|h\d)>/.test(stdout), isEmpty: stdout.trim() === '' }).toEqual({
      code: 0,
      isHtml: false,
      isEmpty: false,
    });
  });

  test.each([
    ['--html --markdown', '--html and --markdown cannot be used together'],
    ['--markdown --web', '--markdown and --web cannot be used together'],
    ['--html --json', '--html and a format cannot be used together'],
  ])('%s is a usage error before any request', async (flags, message) => {
    const { code, stderr } = await world.run(`notes view "Books lent" ${flags}`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(world.takeRequests()).toEqual([]);
  });

  test('what names a note', async () => {
    const [row] = (await world.json('notes list -L 1')) as [{ ref: string }];
    for (const name of [row.ref, `https://work.example/notes/${row.ref}`, row.ref.slice(0, 8), 'before the d']) {
      expect((await world.run(['notes', 'view', name, '-q'])).stdout).toBe(`${row.ref}\n`);
    }
    expect(await world.run('notes view nope')).toEqual(
      refused(4, 'there is no note called "nope" that you can see', 'tracker notes list'),
    );
    const twice = await world.run('notes view weekly');
    expect([twice.code, twice.stderr]).toEqual([
      4,
      expect.stringMatching(
        /"weekly" matches several: Weekly with Scandia Maritime \([\da-f]{8}, 20\d\d-\d\d-\d\d \d\d:\d\d\), /,
      ),
    ]);
    expect((await world.run('notes view 00000000-0000-4000-8000-000000000000')).code).toBe(4);
  });

  test('a note that is written can be read', async () => {
    const made = await world.run(['notes', 'create', '-t', ' Week 17 ', '-b', 'line one\n\n<b>two</b>']);
    const id = made.stdout.trim();
    expect(made).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^[\da-f-]{36}\n$/),
      stderr: 'Created the note "Week 17".\n',
    });
    expect(world.takeRequests()).toEqual(['POST /api/v1/notes']);
    const stored = world.sandbox.world.db.get<{ title: string; html: string }>(
      'SELECT title, body_html AS html FROM notes WHERE id = ?',
      id,
    );
    expect(stored).toEqual({ title: 'Week 17', html: '<p>line one</p><p>&lt;b&gt;two&lt;/b&gt;</p>' });
    expect((await world.run(`notes view ${id}`, narrow)).stdout).toContain('\nline one\n\n<b>two</b>\n');
  });

  test('a title is enough, and a text may come from elsewhere', async () => {
    expect(JSON.parse((await world.run('notes create -t Alone --json')).stdout)).toMatchObject({
      ref: expect.any(String),
    });
    const piped = await world.run('notes create -t Piped -F - -q', { stdin: 'from stdin\n' });
    expect((await world.run(`notes view ${piped.stdout.trim()}`)).stdout).toContain('bodyHtml\t<p>from stdin</p>\n');
  });

  test.each([
    ['notes create', 'add --title TEXT'],
    ['notes create -b text', 'add --title TEXT'],
  ])('%s names the flag that is missing', async (line, hint) => {
    const { code, stdout, stderr } = await world.run(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(hint);
    expect(world.takeRequests()).toEqual([]);
  });

  test.each([
    ['notes create -t ""', '--title cannot be empty', undefined],
    ['notes create -t x -b ""', 'the note is empty; nothing was sent', undefined],
    ['notes create -t x -b y -F -', '--body and --body-file cannot be used together', undefined],
    [`notes create -t x -F ${missing}/at/all`, `cannot read ${missing}/at/all: there is no such file`, undefined],
  ])('%s is refused', async (line, error, hint) => {
    expect(await world.run(line)).toEqual(refused(2, error, hint));
    expect(world.takeRequests()).toEqual([]);
  });

  test('on a terminal the title is asked for', async () => {
    const { code, stdout } = await world.run('notes create', { ...narrow, stdin: 'Asked for\r' });
    expect(code).toBe(0);
    expect((await world.run(`notes view ${stdout.trim().split('\n').at(-1)}`)).stdout).toContain('title\tAsked for\n');
  });

  test('customers have no notes', async () => {
    for (const line of ['notes', 'notes create -t x', 'notes view x']) {
      const { code, stdout } = await world.run(line, { as: 'p.mueller-luedenscheidt@bergmann-ortho.example' });
      expect([code, stdout]).toEqual([5, '']);
    }
  });
});

describe('notes of other servers', () => {
  test.each([
    [{ note: { id: 'n1', title: 'Plain', body: '*one*\n  two' } }, 'n1  Plain\n\n*one*\n  two\n'],
    [{ note: { id: 'n1', title: 'Text', bodyHtml: null, text: 'x' } }, 'n1  Text\n\nx\n'],
    [{ note: { id: 'n1', title: 'No markup', bodyHtml: 'a &amp; b\nc' } }, 'n1  No markup\n\na & b\nc\n'],
    [{ id: 'n1', title: 'Bare', bodyHtml: '<p>x</p>' }, 'n1  Bare\n\nx\n'],
    [{ note: { id: 'n1', kind: 5, title: null, pinned: 'x', meetingDate: {} } }, 'n1\n\nKind  5\n'],
  ])('%j', async (answer, expected) => {
    const world = await openWorld();
    const send: Send = async (request) => {
      const reply = await world.send(request);
      const isNote = request.url.pathname.endsWith('/00000000-0000-4000-8000-000000000001');
      if (!isNote) return reply;
      reply.discard();
      const other = await world.send({ ...request, url: new URL('/api/v1/inbox/badge', request.url) });
      return { ...other, body: once(Buffer.from(JSON.stringify(answer))) };
    };
    const { code, stdout } = await world.run('notes view 00000000-0000-4000-8000-000000000001', { ...narrow, send });
    expect([code, stdout]).toEqual([0, expected]);
  });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
