import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { type Row, textOf } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';
import type { ListData } from '../../output/shown.js';
import { localMinute } from '../../output/time.js';
import type { Cell, HumanLine } from '../../output/view.js';
import { describeChanges } from '../work/report-changes.js';

/** Prints changes for people, a line each. */
export async function printLines(context: Context, client: Client, pages: AsyncIterable<ListData>): Promise<void> {
  for await (const { rows } of pages)
    for (const row of rows)
      await context.show.object({
        object: {},
        fields: [],
        human: () => [lineOf(context, client, row)],
        tooWide: 'wrap',
      });
}

function lineOf(context: Context, client: Client, row: Row): HumanLine {
  const { ref, uuid: _uuid, time, change, author, text, ...values } = row;
  const at: Cell = { text: `${localMinute(new Date(dataText(time))).slice(-5)}  `, tone: 'dim' };
  const name: Cell = { text: `${textOf(ref) ?? ''}  `, tone: 'accent' };
  const kind = textOf(change) ?? '';
  if (textOf(author) === undefined) return [at, name, describeChanges(context, client, { [kind]: values })];
  const tone = kind === 'note' ? 'internal' : 'plain';
  return [
    at,
    name,
    { text: `${kind} by `, tone },
    { text: textOf(author) ?? '', tone: 'strong' },
    `: ${textOf(text) ?? ''}`,
  ];
}
