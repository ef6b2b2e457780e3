import { usualReplyDelay } from '../../config/stored-settings.js';
import { loginCommand } from '../../contract/server-url.js';
import { waitText } from '../../http/retry.js';
import { release } from '../../triage/model/deciding.js';
import { type Decision, isRepeatable } from '../../triage/model/decision.js';
import { goOnWaiting } from '../../triage/model/holding.js';
import type { UnsentText } from '../../triage/model/mode.js';
import type { ChoosableWords, State } from '../../triage/model/state.js';
import type { Effect } from '../../triage/model/step.js';
import { doubtAbout } from './ending.js';
import { type Shared, titlesOf } from './shared.js';
import type { Listed } from './sources.js';
import { keepDoubtful } from './unsent/doubtful.js';
import { unsentMessages } from './unsent/drafts.js';
import { isMessage } from './unsent/kept-texts.js';
import { idleTexts, unsentTexts } from './unsent-texts.js';

/** The state a session begins with: the list as it was the last time, and what was left unsent. */
export async function startState(
  shared: Shared,
  kept: Listed | undefined,
  { words, isSpoken }: { readonly words: ChoosableWords; readonly isSpoken: boolean },
): Promise<{ readonly state: State; readonly effects: readonly Effect[] }> {
  const { client, source } = shared;
  const items = kept?.items ?? [];
  const at = items[0]?.uuid ?? '';
  const { pending, reminder, remindsOf, texts, askedMs } = await leftOver(shared);
  const titled = [...remindsOf.map(({ receivers }) => receivers), ...pending.map(({ targets }) => targets)].flat();
  const state: State = {
    ...{
      title: source.title,
      kind: source.kind,
      me: client.userId,
      host: client.instanceName,
      signIn: loginCommand(client.base.href, client.instanceName),
      items,
      fresh: items,
      at,
    },
    people: kept?.people ?? {},
    ...{
      isLoaded: kept !== undefined,
      isTouched: false,
      marks: new Map(),
      unseen: new Map(),
      selected: new Set(),
      pending,
      filter: '',
    },
    ...{
      mode: { is: 'list' },
      details: new Map(),
      scroll: 0,
      notice: undefined,
      ...{
        reminder,
        remindsOf,
        unsentTexts: texts,
        titles: titlesOf(
          shared,
          titled.map(({ ref }) => ref),
        ),
      },
      last: undefined,
      words,
      badge: { is: 'opening' },
    },
    ...{ unread: undefined, size: { columns: 80, rows: 24 }, next: pending.length + 1, isSpoken, isOver: false },
    replyDelayMs: 1000 * (shared.context.settings.stored['reply-delay'] ?? usualReplyDelay),
  };
  const [released, ...effects] = askedMs > 0 ? goOnWaiting(state, askedMs) : release(state);
  return { state: released, effects: [...effects, ...(at === '' ? [] : [{ do: 'look', uuid: at } as const])] };
}

interface LeftOver extends Pick<State, 'pending' | 'reminder'> {
  /** Unsent texts that nobody is writing or sending, and all of them. */
  readonly remindsOf: readonly UnsentText[];
  readonly texts: readonly UnsentText[];
  /** How long the server has asked to wait before any of it is sent (milliseconds). */
  readonly askedMs: number;
}

/**
 * What earlier sessions left. Decisions that had not begun are sent now, and those that can do no harm twice; of the others, texts
 * are kept as drafts, and all are said.
 */
async function leftOver(shared: Shared): Promise<LeftOver> {
  const { decisions: taken, left, why } = shared.pendingFile.take();
  const doubtful = taken.filter((each) => mayHaveArrived(each) && !isRepeatable(each));
  for (const each of doubtful) if (isMessage(each)) await keepDoubtful(shared, each);
  const drafts = await unsentMessages(shared.context);
  const hasText = ({ message }: Decision): boolean =>
    message?.draft === undefined || drafts.some(({ number }) => String(number) === message.draft);
  const pending = taken
    // A text whose draft is gone was sent or deleted.
    .filter((each) => !doubtful.includes(each) && hasText(each))
    .map((decision, at, all): Decision => {
      const batch = batchIn(all, decision);
      return { ...decision, id: at + 1, isHeld: true, isBegun: false, dueWith: undefined, batch };
    });
  const texts = await unsentTexts(shared, pending);
  const kind = shared.source.kind === 'task' ? 'task' : 'ticket';
  const remindsOf = (await idleTexts(shared, texts)).filter((each) => each.kind === kind);
  const askedMs = Math.max(0, ...pending.map(({ notBefore = 0 }) => notBefore - shared.context.now().getTime()));
  const said = [
    ...(left > 0
      ? [
          `${left} ${left === 1 ? 'change' : 'changes'} not sent last time must wait: the state folder cannot be written to (${why})`,
        ]
      : []),
    ...(askedMs > 0 ? [`${pending.length} not sent yet: the server has asked to wait ${waitText(askedMs)} more`] : []),
    ...(doubtful.length > 0 ? [`${doubtAbout(doubtful)}; check first`] : []),
  ];
  return { pending, reminder: said.length > 0 ? said.join('; ') : undefined, remindsOf, texts, askedMs };
}

/** A number for what was decided together, which two sessions may have given the same one. */
function batchIn(all: readonly Decision[], { batch, what, value, message }: Decision): number | undefined {
  const isSame = (each: Decision): boolean =>
    each.batch === batch && each.what === what && each.value === value && each.message?.body === message?.body;
  return batch === undefined ? undefined : all.findIndex(isSame) + 1;
}

/** Files of older versions say only which decisions certainly had not. */
function mayHaveArrived({ isBegun, isHeld = false }: Decision): boolean {
  return isBegun ?? !isHeld;
}
