import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { type DetailsWanted, readDetails, takeRemembered } from '../../client/details.js';
import type { Row } from '../../contract/row.js';
import { motionIn, startProgress } from '../../terminal/progress.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';

/** Reading more details than this is asked about. */
const mostUnasked = 1000;

interface ManyDetails extends DetailsWanted<Row> {
  /** What the rows are called, and what of them is missing. */
  readonly noun: string;
  readonly name: string;
  /** Whether the first detail shows that no other has more than its row. */
  readonly isEnough: (row: Row) => boolean;
}

/** Reads the details of rows, with a progress line. Asks if they are very many: throws what `confirmOrThrow` throws. */
export async function readMany(context: Context, client: Client, wanted: ManyDetails): Promise<void> {
  const { noun, name, take, isEnough } = wanted;
  const rows = await takeRemembered(client, wanted);
  const [first, ...others] = rows;
  if (first === undefined) return;
  await readDetails(client, { ...wanted, rows: [first], tells: undefined });
  if (others.length === 0 || isEnough(first)) return;
  if (others.length >= mostUnasked) {
    const question = `The list does not include ${name}. Read the details of ${rows.length} ${noun}?`;
    await confirmOrThrow(context, question, 'no details were read');
  }
  const motion = motionIn(context.settings.env, context.show.isJson);
  const progress = startProgress({ io: context.io, total: rows.length, label: `reading ${noun}`, motion });
  progress.advance(1);
  try {
    await readDetails(client, {
      ...{ ...wanted, rows: others, tells: undefined },
      async take(row, detail) {
        await take(row, detail, false);
        progress.advance(1);
      },
    });
  } finally {
    progress.finish();
  }
}
