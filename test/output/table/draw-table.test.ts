import { describe, expect, test } from 'vitest';
import { pickColumns } from '../../../src/output/columns/fields.js';
import { drawTable } from '../../../src/output/table/draw-table.js';
import { createPaint } from '../../../src/output/text/span.js';
import { wideRuler } from '../../../src/output/text/width.js';
import type { Cell, JsonObject, ListView } from '../../../src/output/view.js';
import { setting } from '../fake-io.js';

const view: ListView = {
  noun: 'things',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => row.ref },
    { key: 'title', head: 'Title', value: (row) => row.title, grow: true },
    {
      key: 'state',
      head: 'State',
      value: (row) => row.state,
      human: (row): Cell => ({ text: String(row.state ?? ''), tone: 'good' }),
    },
    { key: 'count', head: 'Count', value: (row) => row.count, right: true },
  ],
  fields: [],
};

const draw = async (rows: readonly JsonObject[], width: number, color = false): Promise<readonly string[]> => {
  const columns = pickColumns(view, rows, [], setting);
  const drawn = await drawTable({ columns, rows, width, paint: await createPaint(color) });
  const text = [...drawn.text].join('');
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
};

describe('a cell in which something is looked for', () => {
  const marks = (text: string) => [...text.matchAll(/here/g)].map(({ index }) => [index, index + 4] as const);
  const drawn = async (title: string, width: number, color = false): Promise<string> => {
    const columns = [
      { key: 'ref', head: 'Ref', value: (row: JsonObject) => row.ref, human: () => ({ text: title, marks }) },
    ];
    const picked = pickColumns({ noun: 'things', columns, fields: [] }, [{ ref: 1 }], [], setting);
    const { text } = await drawTable({
      columns: picked,
      rows: [{ ref: 1 }],
      width,
      paint: await createPaint(color),
    });
    return [...text].join('').split('\n')[1] ?? '';
  };

  test('is cut around it, and it is marked', async () => {
    const long = `${'before '.repeat(20)}it is here 👩‍🚀 and there${' after'.repeat(20)}`;
    expect(await drawn(long, 40)).toBe('…ore before it is here 👩‍🚀 and there aft…');
    expect(await drawn(`it is here${' after'.repeat(20)}`, 20)).toBe('it is here after af…');
    expect(await drawn(`${'before '.repeat(20)}here`, 20)).toBe('… before before here');
    expect(await drawn('it is here', 20, true)).toBe('it is \u001b[1mhere\u001b[22m');
    expect(await drawn('nothing of it', 8, true)).toBe('nothing…');
  });
});

describe('a table', () => {
  test('is aligned, without trailing spaces', async () => {
    const rows = [
      { ref: 'A-1', title: 'First', state: 'open', count: 5 },
      { ref: 'A-10', title: null, state: 'x', count: 12 },
    ];
    expect(await draw(rows, 80)).toEqual([
      'REF   TITLE  STATE  COUNT',
      'A-1   First  open       5',
      'A-10         x         12',
    ]);
  });

  test('never exceeds the width, whatever its content', async () => {
    const titles = [
      '報告書を書く'.repeat(9),
      '👩‍👩‍👧'.repeat(40),
      'e\u0301'.repeat(90),
      'x'.repeat(300),
      '\x1b[31m'.repeat(20),
    ];
    const rows = titles.map((title, index) => ({ ref: `A-${index}`, title, state: 'öffen', count: index }));
    const ruler = await wideRuler();
    for (const width of [20, 40, 79, 200]) {
      for (const line of await draw(rows, width)) expect(ruler.width(line)).toBeLessThanOrEqual(width);
    }
  });

  test('wide characters do not move the next column', async () => {
    const rows = [
      { ref: 'A-1', title: '報告', state: 'open', count: 1 },
      { ref: 'A-2', title: '👩‍👩‍👧 fam', state: 'open', count: 2 },
    ];
    expect(await draw(rows, 80)).toEqual([
      'REF  TITLE   STATE  COUNT',
      'A-1  報告    open       1',
      'A-2  👩‍👩‍👧 fam  open       2',
    ]);
  });

  test('colour changes nothing but the colour', async () => {
    const rows = [{ ref: 'A-1', title: 'First', state: 'open', count: 5 }];
    const coloured = await draw(rows, 80, true);
    expect(coloured[1]).toBe('A-1  First  \x1b[32mopen\x1b[39m       5');
    expect(coloured.map((line) => line.replace(/\x1b\[\d+m/g, ''))).toEqual(await draw(rows, 80));
  });

  test('foreign text stays on its line and shows its controls', async () => {
    const [, line] = await draw([{ ref: 'A-1', title: 'a\nb\x1b[2J\u202ec', state: '\x9b', count: 0 }], 80);
    expect(line).toBe('A-1  a b^[[2J<U+202E>c  <U+009B>      0');
  });

  test('has no column without a single value, unless it was asked for', async () => {
    const rows = [{ ref: 'A-1', title: 'First', state: '', count: null }];
    expect(await draw(rows, 80)).toEqual(['REF  TITLE', 'A-1  First']);
    const columns = pickColumns(view, rows, [], setting);
    const paint = await createPaint(false);
    const { text, dropped } = await drawTable({ columns, rows, width: 80, paint, isAsked: true });
    expect([...text].join('')).toBe('REF  TITLE  STATE  COUNT\nA-1  First\n');
    expect(dropped).toEqual([]);
  });

  test('ten thousand rows are drawn whole and in order', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      ref: `A-${index}`,
      title: 'é',
      state: '',
      count: index,
    }));
    const lines = await draw(rows, 80);
    expect(lines).toHaveLength(10_001);
    expect(lines[10_000]).toBe('A-9999  é       9999');
    expect(lines[201]).toBe('A-200   é        200');
  });
});

test('a text of a megabyte costs no more than one that fits', async () => {
  const rows = ['👩‍👩‍👧'.repeat(100_000), 'x'.repeat(1_000_000)].map((title) => ({
    ref: 'A-1',
    title,
    state: title,
    count: 1,
  }));
  const lines = await draw(rows, 80);
  expect(lines).toHaveLength(3);
}, 10_000);
