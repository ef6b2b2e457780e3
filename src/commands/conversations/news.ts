import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { type SeenMark, unseenIn } from '../../client/state/seen.js';
import {
  authorOf,
  bodyOf,
  isInternalNote,
  isNewsFor,
  isStatusEntry,
  messagesOf,
  timeOf,
} from '../../contract/messages.js';
import { isRow, type Row, rowAt, rowsOf, textOf } from '../../contract/row.js';
import { shownWord, wordKey } from '../../contract/server-word.js';
import { cleanLine, cleanText } from '../../contract/text/unsafe-characters.js';
import { relativeTime } from '../../output/time.js';
import { rememberedName, withPeopleOf } from '../../views/cells/people.js';
import { settingFor } from '../showing/setting.js';

interface NewsQuestion {
  readonly kind: 'task' | 'ticket';
  readonly me: string | undefined;
  /** Undefined if all of it is news. */
  readonly since: SeenMark | undefined;
}

/** What others have done since: messages and notes, oldest first, and new statuses. */
export function newsIn(detail: Row, { kind, me, since }: NewsQuestion): readonly Row[] {
  const all = kind === 'ticket' ? messagesOf(detail, kind) : rowsOf(rowAt(detail, kind).comments);
  const news = unseenIn(all, since);
  const found = news.filter((message) => isNewsFor(message, me));
  // Where no entry says who has set a status, one that this account has not set counts.
  const status = textOf(rowAt(detail, kind).status) ?? '';
  const isTold = all.some(isStatusEntry) || news.some((message) => authorOf(message) === me);
  const isSet = Boolean(since?.status) && wordKey(status) !== wordKey(since?.status ?? '');
  return isSet && !isTold ? [...found, { kind: 'system', meta: { event: 'status_changed', to: status } }] : found;
}

/** What has happened: `Zoë Baptiste wrote on CASA-8`, `Zoë Baptiste set CASA-8 to closed`. */
export function newsWords(context: Context, client: Client, { ref, ...given }: News & { readonly ref: string }) {
  const who = namesOf(context, client, given);
  const last = given.news.at(-1);
  return given.news.every(isStatusEntry) && last ? `${who} ${statusWords(last, ref)}` : `${who} wrote on ${ref}`;
}

function statusWords({ meta }: Row, what = 'the status'): string {
  return `set ${what} to ${shownWord(textOf(isRow(meta) ? meta.to : '') ?? '')}`;
}

interface News {
  readonly detail: Row;
  readonly news: readonly Row[];
}

function nameIn(context: Context, client: Client, { detail }: Pick<News, 'detail'>): (message: Row) => string {
  const setting = withPeopleOf(detail, settingFor(context, client, detail.authors));
  return (message) => cleanLine(rememberedName(setting, authorOf(message)) || 'Somebody');
}

function namesOf(context: Context, client: Client, { detail, news }: News): string {
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
    const said = isStatusEntry(message) ? statusWords(message) : bodyOf(message);
    const text = cleanText(said.trim());
    const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
    const when = relativeTime(timeOf(message), now());
    const lines = await indentText(shown, 2, io.stderr.columns());
    const note = isInternalNote(message) === true ? ' (internal note)' : '';
    await io.stderr.write(`\n${nameOf(message)}${note}, ${when}:\n${lines}\n`);
  }
  await io.stderr.write('\n');
}
