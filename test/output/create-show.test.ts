import { describe, expect, test } from 'vitest';
import type { SpawnPager } from '../../src/output/pager.js';
import { type DetailData, listed } from '../../src/output/shown.js';
import type { ListView } from '../../src/output/view.js';
import { minutesAgo, setting, shown } from './fake-io.js';

const view: ListView = {
  noun: 'things',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => row.id },
    { key: 'title', head: 'Title', value: (row) => row.title, grow: true },
    { key: 'names', head: 'Names', value: () => ['a', 'b'] },
    { key: 'hidden', value: () => 'h' },
  ],
  fields: ['estimate'],
};
const rows = [
  { id: 'A-1', uuid: 'u-1', title: 'Tab\there', assignees: ['u1'], extra: { deep: [1] } },
  { id: 'A-2', uuid: 'u-2', title: 'He said "no"', owner: 'u2' },
];

describe('a list in a pipe', () => {
  const list = async (
    format: 'auto' | 'json' | 'jsonl' | 'csv' | 'tsv' | 'quiet',
    fields: readonly string[] = [],
    given: typeof rows = rows,
  ) => (await shown({ format, fields }, (show) => show.write(listed(view, { rows: given, setting, total: 9 })))).stdout;

  test('with fields has exactly those, in that order, in every format', async () => {
    const fields = ['extra.deep.0', 'names', 'ref', 'hidden', 'estimate', 'uuid'];
    expect(await list('auto', fields)).toBe('1\ta,b\tA-1\th\t\tu-1\n\ta,b\tA-2\th\t\tu-2\n');
    expect(await list('csv', ['ref', 'owner'])).toBe('ref,owner\r\nA-1,\r\nA-2,u2\r\n');
    expect(await list('json', ['extra.deep.0', 'names', 'estimate', 'owner'])).toBe(
      '[{"extra.deep.0":1,"names":["a","b"],"estimate":null,"owner":null},' +
        '{"extra.deep.0":null,"names":["a","b"],"estimate":null,"owner":"u2"}]\n',
    );
  });
});

describe('a list on a terminal', () => {
  test('as CSV shows controls instead of obeying them; in a pipe it is the data', async () => {
    const nasty = { rows: [{ id: 'A-1', title: '\x1b[2J' }], setting };
    const human = await shown({ isTerminal: true, format: 'csv' }, (show) => show.write(listed(view, nasty)));
    const data = await shown({ format: 'csv' }, (show) => show.write(listed(view, nasty)));
    expect(human.stdout).toContain('A-1,^[[2J,');
    expect(data.stdout).toContain('A-1,\x1b[2J,');
  });
});

describe('the pager', () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ id: `A-${index}`, title: 'x' }));
  const run = async (options: object, isFound: boolean) => {
    const calls: string[] = [];
    const spawnPager: SpawnPager = async (command, pieces) => {
      let text = '';
      for await (const piece of pieces) text += piece;
      calls.push(`${command}: ${text.split('\n').length - 1}`);
      return isFound;
    };
    const result = await shown({ isTerminal: true, pager: true, spawnPager, ...options }, (show) =>
      show.write(listed(view, { rows: many, setting })),
    );
    return { calls, lines: result.stdout.split('\n').length - 1 };
  };

  test('shows what is longer than the screen', async () => {
    expect(await run({}, true)).toEqual({ calls: ['less -FRX: 41'], lines: 0 });
    expect(await run({ pagerCommand: 'more' }, true)).toEqual({ calls: ['more: 41'], lines: 0 });
  });

  test('shows what would fit, but whose first line the next prompt would scroll away', async () => {
    expect((await run({ rows: 42 }, true)).calls).toEqual(['less -FRX: 41']);
  });

  test('that cannot be started is done without', async () => {
    expect(await run({}, false)).toEqual({ calls: ['less -FRX: 41'], lines: 41 });
  });

  test.each([
    ['the text fits', { rows: 43 }],
    ['--no-pager', { pager: false }],
    ['stdout is no terminal', { isTerminal: false, format: 'json' }],
    ['the pager is cat', { pagerCommand: 'cat' }],
  ])('is not used when %s', async (_, options) => {
    expect((await run(options, true)).calls).toEqual([]);
  });
});

const detail: DetailData = {
  envelope: { task: { id: 'A-1', uuid: 'u-1', title: 'Title', comments: [{ text: 'hello' }], raw: 5 }, canEdit: true },
  ref: 'A-1',
  uuid: 'u-1',
  setting,
  fields: ['estimate'],
  layout: () => ({
    ref: 'A-1',
    title: 'Title',
    fields: [
      { key: 'status', label: 'Status', value: 'open' },
      { key: 'due', label: 'Due', value: null },
      { key: 'uuid', label: '', value: 'u-1' },
    ],
    body: { key: 'description', markdown: 'Some\n**text**' },
    blocks: [{ title: 'List', lines: [['a', 'b']], rows: [['list', 1, 'a\tb']] }],
    timeline: [
      { kind: 'reply', time: minutesAgo(60), author: 'Ada', text: 'hi' },
      { kind: 'note', time: minutesAgo(30), author: 'Bob', text: 'psst', mark: 'internal note', files: ['a.png'] },
      { kind: 'system', time: minutesAgo(5), author: 'Bob', text: 'closed it' },
    ],
    omitted: 4,
  }),
};

describe('a detail', () => {
  test('with fields finds columns, paths, and what the entity holds', async () => {
    const fields = ['status', 'ref', 'task.comments.0.text', 'comments.0.text', 'raw', 'estimate', 'description'];
    const { stdout } = await shown({ format: 'json', fields }, (show) => show.write({ is: 'detail', data: detail }));
    expect(JSON.parse(stdout)).toEqual({
      status: 'open',
      ref: 'A-1',
      'task.comments.0.text': 'hello',
      'comments.0.text': 'hello',
      raw: 5,
      estimate: null,
      description: 'Some\n**text**',
    });
    const pipe = await shown({ fields: ['raw', 'description'] }, (show) => show.write({ is: 'detail', data: detail }));
    expect(pipe.stdout).toBe('raw\t5\ndescription\tSome\\n**text**\n');
    await expect(
      shown({ fields: ['nope'] }, (show) => show.write({ is: 'detail', data: detail })),
    ).rejects.toMatchObject({ kind: 'usage' });
  });
});

describe('an object', () => {
  const data = { object: { unread: 3, more: { a: 1 } }, fields: [{ key: 'unread', label: 'Unread', value: 3 }] };

  test('with its own lines prints them on a terminal, cut to the width', async () => {
    const human = () => [['a'.repeat(10), { text: 'b\x1b'.repeat(10), tone: 'bad' as const }], ''];
    const { stdout } = await shown({ isTerminal: true, columns: 14 }, (show) =>
      show.write({ is: 'object', data: { ...data, human } }),
    );
    expect(stdout).toBe('aaaaaaaaaab^[…\n\n');
  });
});

describe('sentences and warnings', () => {
  test('go to stderr, one harmless line each', async () => {
    const { stdout, stderr } = await shown({ isTerminal: true, color: true }, async (show) => {
      await show.say('Created A-1\x1b[2J\nnext');
      await show.warn('Careful', 'tracker doctor');
    });
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'Created A-1^[[2J next\n\x1b[33mwarning:\x1b[39m Careful\n\x1b[2mhint:\x1b[22m tracker doctor\n',
    );
  });

  test('are objects or nothing where JSON was asked for', async () => {
    const { stderr } = await shown({ format: 'jsonl' }, async (show) => {
      expect(show.isJson).toBe(true);
      await show.say('Done');
      await show.warn('Careful');
      await show.warn('Again', 'look');
    });
    expect(stderr).toBe('{"warning":{"message":"Careful"}}\n{"warning":{"message":"Again","hint":"look"}}\n');
  });

  test('quiet leaves out sentences, not warnings', async () => {
    const { stderr } = await shown({ format: 'quiet' }, async (show) => {
      await show.say('Done');
      await show.warn('Careful');
    });
    expect(stderr).toBe('warning: Careful\n');
  });
});
