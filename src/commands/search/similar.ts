import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import { defineVerb, oneRef } from '../../args/verb.js';
import type { Client, SimilarText } from '../../client/client.js';
import { orElse } from '../../contract/errors.js';
import { type Row, rowAt } from '../../contract/row.js';
import { listed } from '../../output/shown.js';
import type { JsonObject } from '../../output/view.js';
import { findEither } from '../../references/any-kind.js';
import { oneReference } from '../../references/read.js';
import { similarList } from '../../views/search.js';
import { settingFor } from '../showing/setting.js';

/** How many are shown, unless `--limit` says more. */
const usualCount = 3;

export const verb = defineVerb({
  details: [
    'Shows the tickets and tasks that share the rarest words with this one, finished ones too. Only what has been read on this computer,',
    'for example by tracker sync, is compared; the server is asked only for the ticket or task itself. The column words has the shared',
    `words, rarest first. Without --limit, at most ${usualCount} are shown.`,
  ].join('\n'),
  prints: { ordered: similarList },
  arguments: [oneRef('tasks', 'tickets')],
  examples: [
    { line: 'tracker similar BERG-9', does: 'see whether it was asked before' },
    { line: 'tracker similar @ -q', does: 'print the references alone' },
  ],
  run: async (context, [given = ''], { limit = usualCount }) => {
    const reference = await oneReference(context, given);
    const client = await context.client();
    const entity = await findEither(context, client, reference);
    const detail = await entity.detail();
    await context.onNamed?.(entity);
    const texts = await (await client.memory?.store())?.compare(context.signal);
    const found = texts?.like(`${entity.kind}s`, entity.uuid, detail, limit) ?? [];
    const rows = await Promise.all(found.map(async (each) => await similarRow(client, each)));
    const setting = settingFor(context, client, {});
    const after = async (): Promise<void> => {
      if (!context.io.stdout.isTerminal || context.show.isAsked) return;
      await context.show.say(`Compared with ${comparedWords(context, texts?.count ?? 0)}`);
    };
    return { ...listed(similarList, { rows, total: rows.length, setting, emptyHint: `like ${entity.ref}` }), after };
  },
});

/** A row with the status that it had when it was last read. */
async function similarRow(client: Client, { kind, id, ref, title, words }: SimilarText): Promise<JsonObject> {
  const type = kind === 'tasks' ? 'task' : 'ticket';
  const detail = await orElse(client.remembered().call(`GET /${type}s/:id`, { id }), (): Row => ({}));
  const { status = null } = rowAt(detail, type);
  return { id, displayId: ref, type, status, title, words } as JsonObject;
}

/** With how many texts something was compared, and how to have more. */
export function comparedWords(context: Pick<Context, 'settings'>, count: number): string {
  const many = count === 1 ? 'one text that was' : `${count} texts that were`;
  return `${many} read here; to read more: tracker ${selection(context)}sync --tickets all`;
}
