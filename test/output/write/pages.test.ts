import { describe, expect, test } from 'vitest';
import { ReaderGone } from '../../../src/contract/errors.js';
import { createShow } from '../../../src/output/create-show.js';
import type { OutputChoice } from '../../../src/output/show.js';
import type { ListData } from '../../../src/output/shown.js';
import type { JsonObject, ListView } from '../../../src/output/view.js';
import { recordIo, setting } from '../fake-io.js';

const view: ListView = {
  noun: 'things',
  columns: [
    { key: 'ref', head: 'Ref', value: (row) => row.id },
    { key: 'title', head: 'Title', value: (row) => row.title },
  ],
  fields: ['estimate'],
};

/** Writes the pages, and gives stdout as it was at each request for a page, and at the end. */
async function written(choice: Partial<OutputChoice>, ...pages: readonly (readonly JsonObject[])[]) {
  return await writtenWith({}, choice, ...pages);
}

async function writtenWith(
  more: Partial<ListData>,
  choice: Partial<OutputChoice>,
  ...pages: readonly (readonly JsonObject[])[]
) {
  const recorded = recordIo();
  const seen: string[] = [];
  const asPages = async function* (): AsyncGenerator<ListData> {
    for (const rows of pages) {
      seen.push(recorded.stdout());
      yield { rows, setting, ...more };
    }
  };
  const show = createShow({
    io: recorded.io,
    choice: { format: 'auto', fields: [], pager: false, ...choice },
    color: false,
    env: { pager: undefined, accessible: false },
  });
  await show.write({ is: 'pages', view, pages: asPages() });
  return { seen, stdout: recorded.stdout() };
}

const one = { id: 'A-1', title: 'x' };
const two = { id: 'A-2', title: 'y', extra: 5 };

describe('a list that comes in pages', () => {
  test.each([
    [
      'jsonl',
      '{"ref":"A-1","uuid":"A-1","id":"A-1","title":"x"}\n',
      '{"ref":"A-2","uuid":"A-2","id":"A-2","title":"y","extra":5}\n',
    ],
    ['auto', 'A-1\tx\n', 'A-2\ty\n'],
    ['csv', 'ref,title\r\nA-1,x\r\n', 'A-2,y\r\n'],
    ['quiet', 'A-1\n', 'A-2\n'],
  ] as const)('is written page by page as %s', async (format, first, second) => {
    expect(await written({ format }, [one], [], [two])).toEqual({
      seen: ['', first, first],
      stdout: first + second,
    });
  });

  test('is one array as JSON', async () => {
    const { seen, stdout } = await written({ format: 'json', fields: ['ref'] }, [one], [two]);
    expect({ seen, stdout }).toEqual({ seen: ['', ''], stdout: '[{"ref":"A-1"},{"ref":"A-2"}]\n' });
  });

  test('that is empty is what an empty list is', async () => {
    expect((await written({ format: 'jsonl' }, [])).stdout).toBe('');
    expect((await written({ format: 'json' }, [], [])).stdout).toBe('[]\n');
    expect((await written({ format: 'csv' }, [])).stdout).toBe('ref,title\r\n');
    expect((await written({ format: 'jsonl', fields: ['nonsense'] }, [])).stdout).toBe('');
  });

  test('waits for the page that knows a field, and refuses one that none knows', async () => {
    const fields = ['ref', 'extra'];
    expect(await written({ format: 'jsonl', fields }, [one], [two], [one])).toEqual({
      seen: ['', '', '{"ref":"A-1","extra":null}\n{"ref":"A-2","extra":5}\n'],
      stdout: '{"ref":"A-1","extra":null}\n{"ref":"A-2","extra":5}\n{"ref":"A-1","extra":null}\n',
    });
    await expect(written({ format: 'jsonl', fields: ['nope'] }, [one], [two])).rejects.toMatchObject({
      kind: 'usage',
      hint: 'known: estimate, extra, id, people, ref, title, uuid',
    });
  });

  test('that is live waits for no field: the first row decides, with those that were there before', async () => {
    const nope = { format: 'jsonl', fields: ['nope'] } as const;
    const never = async function* (): AsyncGenerator<ListData> {
      yield { rows: [], setting, isLive: true };
      yield { rows: [one], setting, isLive: true };
      throw new Error('it went on');
    };
    const show = createShow({
      io: recordIo().io,
      choice: { ...nope, pager: false },
      color: false,
      env: { pager: undefined, accessible: false },
    });
    await expect(show.write({ is: 'pages', view, pages: never() })).rejects.toMatchObject({ kind: 'usage' });
    const fields = ['ref', 'extra'];
    expect(await writtenWith({ isLive: true, allRows: [one, two] }, { format: 'tsv', fields }, [one], [two])).toEqual({
      seen: ['', 'A-1\t\n'],
      stdout: 'A-1\t\nA-2\t5\n',
    });
  });

  test('may have more rows in a page than a call may have arguments', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => ({ id: `A-${at}` }));
    const { stdout } = await written({ format: 'quiet' }, rows);
    expect(stdout.split('\n')).toHaveLength(rows.length + 1);
  });

  test('asks for no page more once its reader has gone', async () => {
    const recorded = recordIo();
    let asked = 0;
    const gone = { ...recorded.io.stdout, write: async () => Promise.reject(new ReaderGone()) };
    const show = createShow({
      io: { ...recorded.io, stdout: gone },
      choice: { format: 'jsonl', fields: [], pager: false },
      color: false,
      env: { pager: undefined, accessible: false },
    });
    const pages = async function* (): AsyncGenerator<ListData> {
      for (;;) {
        asked += 1;
        yield { rows: [one], setting };
      }
    };
    await expect(show.write({ is: 'pages', view, pages: pages() })).rejects.toBeInstanceOf(ReaderGone);
    expect(asked).toBe(1);
  });
});
