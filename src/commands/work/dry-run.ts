import type { Context } from '../../args/context.js';
import type { Client, ShownRequest } from '../../client/client.js';
import { refOfWritten } from '../../client/recorder.js';
import { isRow, textOf, textsOf } from '../../contract/row.js';
import { subjectOf, writes } from '../../contract/writes.js';
import { changesBetween, changesData } from '../../lists/values.js';
import { describeChanges } from './editing/report-changes.js';
import { knownWords, warnUnlessKnown } from './words.js';

/** Says what the writes of a dry run would do, and warns about words that this server has never shown. */
export async function sayWrites(context: Context, shown: readonly ShownRequest[]): Promise<void> {
  const client = await context.client();
  const warned = new Set<string>();
  for (const request of shown) {
    const sentence = sentenceFor(context, client, request);
    if (sentence !== undefined) await context.show.say(sentence);
    await warnOfWords(context, client, { request, warned });
  }
}

function sentenceFor(context: Context, client: Client, request: ShownRequest): string | undefined {
  const { write, files } = request;
  if (!write) return undefined;
  const { route, id = '', undo } = write;
  const body = isRow(write.body) ? write.body : {};
  if (undo) {
    const text = describeChanges(context, client, changesData(changesBetween(undo.from, body)));
    return text === '' ? `${undo.ref} is already up to date.` : `${undo.ref}: ${text}`;
  }
  const about = refOfWritten(client.index, route, id) ?? `the ${subjectOf(route)}`;
  const names = files.map(({ name }) => name).join(', ');
  return `Would ${writes[route].would(about, body)}${names && `, with ${names}`}.`;
}

/** Warns about the words of a task or ticket that this server has never shown and that few servers have. */
async function warnOfWords(
  context: Context,
  client: Client,
  { request: { write }, warned }: { readonly request: ShownRequest; readonly warned: Set<string> },
): Promise<void> {
  const { words: of } = write ? writes[write.route] : {};
  const body = write?.body;
  if (!write || of === undefined || !isRow(body)) return;
  const stored = textsOf(write.undo?.from.tags);
  const tags = textsOf(body.tags).filter((tag) => !stored.includes(tag));
  const words = [
    ...(['status', 'priority', 'type', 'category'] as const).map((field) => [field, textOf(body[field])] as const),
    ...tags.map((tag) => ['tag', tag] as const),
  ];
  for (const [field, word] of words) {
    if (word === undefined || warned.has(`${field} ${word}`)) continue;
    warned.add(`${field} ${word}`);
    const kind = `${of}-${field}` as Parameters<typeof knownWords>[1];
    const instead = field === 'tag' ? 'it would be a new tag' : undefined;
    await warnUnlessKnown(context, word, { flag: `--${field}`, kind, known: knownWords(client, kind), instead });
  }
}
