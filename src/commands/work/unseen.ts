import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import type { Client } from '../../client/client.js';
import { markSeen, type Seen, seenIn, seenOf } from '../../client/state/seen.js';
import { Declined, TrackerError } from '../../contract/errors.js';
import { authorOf, isInternalNote, messagesOf } from '../../contract/messages.js';
import { type Row, rowAt, rowsOf, textOf } from '../../contract/row.js';
import { cleanLine, cleanText } from '../../contract/unsafe-characters.js';
import { relativeTime } from '../../output/time.js';
import type { Entity } from '../../references/find-entity.js';
import { confirmSending } from '../../terminal/prompt/prompt.js';
import { personName, withPeopleOf } from '../../views/cells/people.js';
import { settingFor } from '../showing/setting.js';

/** A flag of what answers a conversation. */
export const unchangedFlag = {
  ifUnchanged: toggle('--if-unchanged', 'send nothing if somebody else has written since you last saw it'),
};

type Found = Entity<'task' | 'ticket'>;

/** What something is sent to; its detail is only needed where somebody is asked. */
type Target = Pick<Found, 'kind' | 'uuid' | 'ref'> & Partial<Pick<Found, 'detail'>>;

/** Sees to it that nothing is sent over what its author has not seen. */
export interface Unseen {
  /** What the author begins with, if this account has never seen it. */
  begin(found: Found): Promise<void>;
  /**
   * Reads the conversation, right before something is sent to it. If somebody else has written a public message since this account
   * last saw it, shows that and asks at a terminal whether to do `what`, such as `Send this note`. Throws Declined for a no; and
   * `conflict` for one of several, and where nobody is asked and the flag is given, or a person had queued it.
   */
  check(target: Target, what: string): Promise<void>;
}

interface Watching {
  readonly ifUnchanged: boolean;
  readonly isOneOfSeveral?: boolean;
}

export function watchUnseen(
  context: Context,
  client: Client,
  { ifUnchanged, isOneOfSeveral = false }: Watching,
): Unseen {
  const begun = new Map<string, Seen>();
  let last: Promise<unknown> = Promise.resolve();
  const me = async (): Promise<string | undefined> => client.userId ?? textOf((await client.call('GET /me')).user?.id);
  const isAsked = context.prompt.possible && !ifUnchanged;
  const look = async ({ kind, uuid, ref, detail: read }: Target, what: string): Promise<void> => {
    const basis = context.basisOf?.(uuid);
    let since =
      basis?.seen ?? seenOf(client, uuid) ?? begun.get(uuid) ?? (isAsked && read ? seenIn(await read()) : undefined);
    for (;;) {
      const detail: Row = await client.call(`GET /${kind}s/:id`, { id: uuid });
      const news = newsIn(detail, { kind, me: await me(), since });
      if (news.length === 0) return;
      const who = namesOf(context, client, { detail, news });
      if (!isAsked) throw unseen(ref, who, basis?.hint);
      if (context.settings.yes)
        return await context.show.say(`${who} wrote on ${ref} since you last saw it; sent all the same.`);
      await showNews(context, client, { detail, news });
      await confirmSending(context, `That is new since you last saw ${ref}. ${what} all the same?`).catch(
        (error: unknown) => {
          throw isOneOfSeveral && error instanceof Declined ? unseen(ref, who) : error;
        },
      );
      markSeen(client, detail);
      since = seenIn(detail);
    }
  };
  return {
    async begin(found) {
      if (!begun.has(found.uuid)) begun.set(found.uuid, seenIn(await found.detail()));
    },
    async check(target, what) {
      const isChecked = isAsked || ifUnchanged || context.basisOf?.(target.uuid)?.seen !== undefined;
      if (context.settings.dryRun || !isChecked) return;
      // Questions about several come one after another.
      const before = last;
      const looking = before.catch(() => undefined).then(async () => await look(target, what));
      last = looking;
      await looking;
    },
  };
}

function unseen(ref: string, who: string, hint?: string): TrackerError {
  return new TrackerError('conflict', `${who} wrote on ${ref} since you last saw it; nothing was sent`, {
    hint: [`tracker view ${ref}`, ...(hint === undefined ? [] : [hint])].join('; '),
  });
}

interface Looking {
  readonly kind: 'task' | 'ticket';
  readonly me: string | undefined;
  /** Undefined if all of it is news. */
  readonly since: Seen | undefined;
}

/** The public messages of others that came after what was seen, oldest first. */
function newsIn(detail: Row, { kind, me, since }: Looking): readonly Row[] {
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

function namesOf(context: Context, client: Client, { detail, news }: News): string {
  const [first = '', second, ...others] = [...new Set(news.map(nameIn(context, client, { detail })))];
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`;
}

/** The most that is shown of a message (UTF-16 units). */
const longestShown = 2000;

async function showNews(context: Context, client: Client, { detail, news }: News): Promise<void> {
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
