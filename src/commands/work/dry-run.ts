import type { Context } from '../../args/context.js';
import type { Client, ShownRequest } from '../../client/client.js';
import { refOfWritten } from '../../client/recorder.js';
import type { WriteRoute } from '../../contract/routes.js';
import { isRow, type Row, rowsOf, textOf, textsOf } from '../../contract/row.js';
import { itemChanges } from '../../lists/checklist/pair-items.js';
import { changesBetween, changesData } from '../../lists/values.js';
import { dataText } from '../../output/data/json.js';
import { nearest } from '../../output/text/nearest.js';
import { minutesText } from '../../views/cells/columns.js';
import { describeChanges } from './report-changes.js';
import { isSameWord, knownWords } from './words.js';

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
    const between = changesBetween(undo.from, body);
    const { from, to } = between.checklist ?? {};
    const changes = {
      ...changesData(between),
      ...(between.checklist && { checklist: itemChanges(rowsOf(from), rowsOf(to)) }),
    };
    const text = describeChanges(context, client, changes);
    return text === '' ? `${undo.ref} is already up to date.` : `${undo.ref}: ${text}`;
  }
  const [, noun = ''] = /\/(task|ticket|project)s\//.exec(route) ?? [];
  const about = refOfWritten(client.index, route, id) ?? `the ${noun}`;
  const names = files.map(({ name }) => name).join(', ');
  const what = sentences[route]?.(about, body);
  return what && `Would ${what}${names && `, with ${names}`}.`;
}

const quoted = (value: unknown): string => JSON.stringify(textOf(value) ?? '');
const keysOf = (body: Row): string => Object.keys(body).join(', ');

const sentences: { readonly [R in WriteRoute]?: (ref: string, body: Row) => string } = {
  'POST /tasks': (_ref, { title, projectKey }) => `create the task ${quoted(title)} in ${textOf(projectKey)}`,
  'POST /tickets': (_ref, { subject }) => `create the ticket ${quoted(subject)}`,
  'POST /tickets/:id/tasks': (ref, { projectKey }) => `create a task from ${ref} in ${textOf(projectKey)}`,
  'POST /tasks/:id/comments': (ref) => `comment on ${ref}`,
  'POST /tasks/:id/time': (ref, { minutes, date }) =>
    `log ${minutesText(Number(minutes))} on ${ref} for ${dataText(date)}`,
  'POST /tickets/:id/messages': (ref, { internal }) =>
    internal === true ? `add an internal note to ${ref}` : `reply to ${ref}`,
  'PATCH /tasks/:id': (ref, body) => `change ${ref}: ${keysOf(body)}`,
  'PATCH /tickets/:id': (ref, body) => `change ${ref}: ${keysOf(body)}`,
  'DELETE /tasks/:id': (ref) => `delete ${ref}`,
  'DELETE /tickets/:id': (ref) => `delete ${ref}`,
  'POST /projects/:id/activity': (ref) => `comment on ${ref}`,
  'POST /chat/threads': (_ref, { title }) => `start the thread ${quoted(title)}`,
  'POST /chat/threads/:id/messages': () => 'write in the thread',
  'POST /notes': (_ref, { title }) => `create the note ${quoted(title)}`,
  'POST /inbox/read': (_ref, body) => `mark ${notificationsIn(body)} as read`,
  'POST /me/views': (_ref, { key }) => `change the view ${quoted(key)}`,
  'PATCH /me/preferences': (_ref, body) => `change your preferences: ${keysOf(body)}`,
  'PATCH /me/profile': (_ref, body) => `change your profile: ${keysOf(body)}`,
  'POST /push/tokens': () => 'register this device',
  'DELETE /push/tokens': () => 'remove this device',
};

function notificationsIn({ all, id }: Row): string {
  if (all === true) return 'every notification';
  return id === undefined ? 'everything about it' : 'a notification';
}

/** Warns about the words of a task or ticket that this server has never shown and that few servers have. */
async function warnOfWords(
  { show }: Context,
  client: Client,
  { request: { write }, warned }: { readonly request: ShownRequest; readonly warned: Set<string> },
): Promise<void> {
  const [, noun] = /\/(task|ticket)s(?:\/:id)?$/.exec(write?.route ?? '') ?? [];
  const body = write?.body;
  if (!write || noun === undefined || !isRow(body)) return;
  const kindOf = write.route === 'POST /tickets/:id/tasks' ? 'task' : (noun as 'task' | 'ticket');
  const stored = textsOf(write.undo?.from.tags);
  const tags = textsOf(body.tags).filter((tag) => !stored.includes(tag));
  const words = [
    ...(['status', 'priority', 'type', 'category'] as const).map((field) => [field, textOf(body[field])] as const),
    ...tags.map((tag) => ['tag', tag] as const),
  ];
  for (const [field, word] of words) {
    if (word === undefined || warned.has(`${field} ${word}`)) continue;
    warned.add(`${field} ${word}`);
    const kind = `${kindOf}-${field}` as Parameters<typeof knownWords>[1];
    const known = knownWords(client, kind);
    if (known.length === 0 || known.some((each) => isSameWord(kind, each, word))) continue;
    const near = nearest(word, known);
    const others = field === 'tag' ? 'it would be a new tag' : `known: ${known.join(', ')}`;
    const hint = near === undefined ? others : `did you mean ${near}?`;
    await show.warn(`--${field} ${word} has not been seen on this server`, hint);
  }
}
