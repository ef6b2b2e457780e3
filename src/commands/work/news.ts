import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import type { Seen } from '../../client/state/seen.js';
import { authorOf, isInternalNote, messagesOf } from '../../contract/messages.js';
import { type Row, rowAt, rowsOf, textOf } from '../../contract/row.js';
import { cleanLine, cleanText } from '../../contract/unsafe-characters.js';
import { relativeTime } from '../../output/time.js';
import { personName, withPeopleOf } from '../../views/cells/people.js';
import { settingFor } from '../showing/setting.js';

interface Looking {
  readonly kind: 'task' | 'ticket';
  readonly me: string | undefined;
  /** Undefined if all of it is news. */
  readonly since: Seen | undefined;
}

/** The public messages of others that came after what was seen, oldest first. */
export function newsIn(detail: Row, { kind, me, since }: Looking): readonly Row[] {
  const all = kind === 'ticket' ? messagesOf(detail, kind) : rowsOf(rowAt(detail, kind).comments);
  const at = since ? all.findIndex(({ id }) => textOf(id) === since.entry) : -1;
  const seenAt = Date.parse(since?.at ?? '');
  const isNews = (message: Row, place: number): boolean => {
    const written = Date.parse(textOf(message.createdAt) ?? textOf(message.date) ?? '');
    return Number.isNaN(seenAt) || Number.isNaN(written)
      ? place > at
      : written > seenAt || (written === seenAt && place > at);
  };
  return all
    .filter(isNews)
    .filter((message) => message.kind !== 'system' && isInternalNote(message) !== true && authorOf(message) !== me);
}

interface News {
  readonly detail: Row;
  readonly news: readonly Row[];
}

function nameIn(context: Context, client: Client, { detail }: Pick<News, 'detail'>): (message: Row) => string {
  const { people, recall } = withPeopleOf(detail, settingFor(context, client, detail.authors));
  return (message) => {
    const id = authorOf(message);
    const name = personName(people, id);
    return cleanLine(name === id ? (recall?.(id) ?? (id || 'Somebody')) : name);
  };
}

export function namesOf(context: Context, client: Client, { detail, news }: News): string {
  const [first = '', second, ...others] = [...new Set(news.map(nameIn(context, client, { detail })))];
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`;
}

/** The most that is shown of a message (UTF-16 units). */
const longestShown = 2000;

export async function showNews(context: Context, client: Client, { detail, news }: News): Promise<void> {
  const { indentText } = await import('../../output/text/wrap.js');
  const { io, now } = context;
  const nameOf = nameIn(context, client, { detail });
  for (const message of news) {
    const text = cleanText((textOf(message.body) ?? textOf(message.text) ?? '').trim());
    const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
    const when = relativeTime(textOf(message.createdAt) ?? textOf(message.date) ?? '', now());
    const lines = await indentText(shown, 2, io.stderr.columns());
    await io.stderr.write(`\n${nameOf(message)}, ${when}:\n${lines}\n`);
  }
  await io.stderr.write('\n');
}
