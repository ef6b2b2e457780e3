import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import { markSeen, type SeenMark, seenIn, seenOf } from '../../client/state/seen.js';
import { Declined, joined, phrase, type Sentence, TrackerError } from '../../contract/errors.js';
import { oneAfterAnother } from '../../contract/in-turn.js';
import { type Row, textOf } from '../../contract/row.js';
import type { Entity } from '../../references/find-entity.js';
import { confirmSending } from '../../terminal/prompt/prompt.js';

/** The flag of commands that answer a conversation. */
export const unchangedFlag = {
  ifUnchanged: toggle(
    '--if-unchanged',
    'send nothing, or ask at a terminal, if somebody else has written or set its status since you last saw it',
  ),
};

type WorkEntity = Entity<'task' | 'ticket'>;

/** What something is sent to; its detail is only needed where somebody is asked. */
type Target = Pick<WorkEntity, 'kind' | 'uuid' | 'ref' | 'basis'> & Partial<Pick<WorkEntity, 'detail'>>;

/** Ensures that nothing is sent over a message its author has not seen. */
export type UnseenGuard = ReturnType<typeof watchUnseen>;

export function watchUnseen(
  given: Context,
  client: Client,
  { ifUnchanged, isOneOfSeveral = false }: { readonly ifUnchanged: boolean; readonly isOneOfSeveral?: boolean },
) {
  const { settings, sending } = given;
  // Whoever accepts a proposal has confirmed what it says, and not what is new.
  const context = sending?.accepted === undefined ? given : { ...given, settings: { ...settings, yes: false } };
  const begun = new Map<string, SeenMark>();
  // Questions about several come one after another.
  const inTurn = oneAfterAnother();
  const me = async (): Promise<string | undefined> => client.userId ?? textOf((await client.call('GET /me')).user?.id);
  // With --yes, the flag alone decides.
  const isAsked = context.prompt.possible && !(ifUnchanged && context.settings.yes);
  const look = async ({ kind, uuid, ref, basis, detail: read }: Target, what: string): Promise<void> => {
    const { newsIn, newsWords, showNews } = await import('./news.js');
    let since =
      basis?.seen ?? seenOf(client, uuid) ?? begun.get(uuid) ?? (isAsked && read ? seenIn(await read()) : undefined);
    const isBegun = begun.has(uuid);
    // Where the author has seen nothing of it, `since` is what there was when it was begun.
    let isSeen = basis?.isUnread !== true && (basis?.seen ?? seenOf(client, uuid)) !== undefined;
    for (;;) {
      const detail: Row = await client.call(`GET /${kind}s/:id`, { id: uuid });
      const news = newsIn(detail, { kind, me: await me(), since });
      if (news.length === 0) return;
      const words = `${newsWords(context, client, { ref, detail, news })}${isSeen ? ' since you last saw it' : isBegun ? ' since you began' : ', and you have not read it'}`;
      if (!isAsked) throw unseen(context, { kind, ref, words, hint: basis?.hint });
      if (context.settings.yes) return await context.show.say(`${words}; sent anyway.`);
      await showNews(context, client, { detail, news });
      await confirmSending(
        context,
        `${isSeen ? `This is new since you last saw ${ref}` : isBegun ? 'This is new since you began' : `You have not seen ${ref}`}. ${what} anyway?`,
      ).catch((error: unknown) => {
        throw isOneOfSeveral && error instanceof Declined ? unseen(context, { kind, ref, words }) : error;
      });
      markSeen(client, detail);
      isSeen = true;
      since = seenIn(detail);
    }
  };
  return {
    /** What the author begins with, if this account has never seen it. */
    async begin(found: WorkEntity): Promise<void> {
      if (!begun.has(found.uuid)) begun.set(found.uuid, seenIn(await found.detail()));
    },
    /**
     * Reads the conversation, right before something is sent to it. If somebody else has written, or set its status, since this account
     * last saw it, shows that and asks at a terminal whether to do `what`, such as `Send this note`. Throws Declined for a no; and
     * `conflict` for one of several, and where nobody is asked and the flag is given, or a person had queued it.
     */
    async check(target: Target, what: string): Promise<void> {
      const { basis } = target;
      const isReleased = basis !== undefined && basis.seen === undefined;
      const isChecked = isAsked || ifUnchanged || basis?.seen !== undefined;
      if ((context.settings.dryRun && !ifUnchanged) || isReleased || !isChecked) return;
      await inTurn(async () => await look(target, what));
    },
  };
}

interface News extends Pick<Target, 'kind' | 'ref'> {
  readonly words: Sentence;
  readonly hint?: Sentence | undefined;
}

function unseen(context: Context, { kind, ref, words, hint }: News): TrackerError {
  return new TrackerError('conflict', phrase`${words}; nothing was sent`, {
    hint: joined([`tracker ${selection(context)}${kind}s view ${ref}`, hint ?? []].flat(), '; '),
  });
}
