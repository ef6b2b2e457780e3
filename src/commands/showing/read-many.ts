import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { type DetailsQuestion, readDetails, takeRemembered } from '../../client/details.js';
import type { Row } from '../../contract/row.js';
import { startProgress } from '../../terminal/progress.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';

/** Reading more details than this is asked about. */
const mostUnasked = 1000;

interface ManyDetails extends DetailsQuestion<Row> {
  /** What the rows are called, and what of them is missing. */
  readonly noun: string;
  readonly name: string;
  /** Whether the first detail shows that no other has more than its row (default: never). */
  readonly isEnough?: (row: Row) => boolean;
}

/** Reads the details of rows, of very many after a question, with a progress line. Gives those that could not be read. */
export async function readMany(context: Context, client: Client, wanted: ManyDetails): Promise<readonly Row[]> {
  const { noun, name, take, isEnough } = wanted;
  const rows = await takeRemembered(client, wanted);
  const [first, ...others] = rows;
  if (first === undefined) return [];
  const isRest = rows.length < wanted.rows.length;
  const one = { ...wanted, rows: [first], tells: undefined, isRest: isRest || others.length > 0 };
  const unread = await readDetails(client, one);
  if (others.length === 0 || isEnough?.(first)) return unread;
  if (others.length >= mostUnasked) {
    const question = `The list does not include ${name}. Read the details of ${rows.length} ${noun}?`;
    await confirmOrThrow(context, question, 'no details were read');
  }
  const progress = startProgress(context, { total: rows.length, label: `reading ${noun}` });
  progress.advance(1);
  try {
    const left = await readDetails(client, {
      ...{ ...wanted, rows: others, tells: undefined, isRest: isRest || unread.length === 0 },
      async take(row, detail) {
        await take(row, detail, false);
        progress.advance(1);
      },
    });
    return [...unread, ...left];
  } finally {
    progress.finish();
  }
}
