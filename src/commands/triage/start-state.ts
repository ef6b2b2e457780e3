import { selection } from '../../args/selection.js';
import { usualReplyDelay } from '../../config/stored-settings.js';
import { joined, phrase } from '../../contract/errors.js';
import { textsOf } from '../../contract/row.js';
import { loginCommand } from '../../contract/server-url.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { waitText } from '../../http/retry.js';
import { takeLeft } from '../../triage/model/answers/answer.js';
import { lookAt } from '../../triage/model/answers/reading.js';
import type { Tab } from '../../triage/model/keys/own-keys.js';
import { current } from '../../triage/model/rows/rows.js';
import type { ChoosableWords, State } from '../../triage/model/state.js';
import type { Effect } from '../../triage/model/step.js';
import { doubtAbout } from './ending.js';
import { readUnsent } from './kept/found-texts.js';
import { readPlace, readSplit } from './kept/place.js';
import { adopt, takeOver } from './kept/take-over.js';
import { proposedFirst } from './reading/list-reading.js';
import type { SourceList } from './reading/sources.js';
import { type SessionParts, titlesOf } from './shared.js';

/** The state a session begins with: the list as it was the last time, and what was left unsent. */
export async function startState(
  shared: SessionParts,
  kept: SourceList | undefined,
  { words, isSpoken }: { readonly words: ChoosableWords; readonly isSpoken: boolean },
): Promise<{ readonly state: State; readonly effects: readonly Effect[] }> {
  const { client, source } = shared;
  const { left, reminder, remindsOf, unsent } = await leftOver(shared);
  const listed = kept?.items ?? [];
  const items = shared.proposedFirst ? proposedFirst(listed, unsent) : listed;
  const at = items[0]?.uuid ?? '';
  const decided = left.taken.map(({ decision }) => decision.targets);
  const titled = [...remindsOf.map(({ receivers }) => receivers), ...decided].flat();
  const state: State = {
    title: source.title,
    kind: source.kind,
    sort: textsOf(source.given.sort)[0],
    me: client.userId,
    host: client.instanceName,
    signIn: loginCommand(client.base.href, client.instanceName),
    drafts: `tracker ${selection(shared.context)}drafts`,
    ...{ items, fresh: items, at, asleep: kept?.asleep, people: kept?.people ?? {} },
    isLoaded: kept !== undefined,
    isPart: kept?.isPart === true,
    isTouched: false,
    ...{ marks: new Map(), unseen: new Map(), selected: new Set(), details: new Map() },
    ...{ pending: [], filter: '', mode: { is: 'list' }, scroll: 0, notice: undefined, last: undefined },
    ...{ reminder, remindsOf, unsent, words, badge: { is: 'opening' }, unread: undefined },
    own: shared.own,
    ...{ split: readSplit(shared.context), tabs: tabsIn(shared.context) },
    titles: titlesOf(shared, titled),
    ...{ size: { columns: 80, rows: 24 }, next: 1, isSpoken, isOver: false },
    after: shared.context.settings.stored['triage-after'],
    replyDelayMs: 1000 * (shared.context.settings.stored['reply-delay'] ?? usualReplyDelay),
  };
  // What is proposed is to be decided on first, wherever one was.
  const first = shared.proposedFirst && { at: state.at, isPlaced: false };
  const placed: State = { ...state, ...readPlace(shared, state), ...first };
  const [released, ...effects] = takeLeft(placed, adopt({ ...shared, state: placed }, left));
  return { state: released, effects: [...effects, ...lookAt(current(placed)?.uuid ?? '')] };
}

function tabsIn({ settings }: SessionParts['context']): readonly Tab[] {
  const { 'triage-tabs': tabs = '' } = settings.stored;
  return tabs === '' ? [] : tabs.split(',').map((each) => ({ title: cleanLine(each.trim()) }));
}

/** What earlier sessions left: decisions are sent now, what may have arrived is said, and unsent texts that nobody is writing. */
async function leftOver(shared: SessionParts) {
  const { context, source } = shared;
  const found = await takeOver(shared);
  const { taken, doubtful, left, why } = found;
  const unsent = await readUnsent(shared);
  const kind = source.kind === 'task' ? 'task' : 'ticket';
  const remindsOf = unsent.texts.filter((each) => each.kind === kind && !each.isBeingWritten);
  const until = Math.max(0, ...taken.map(({ decision }) => decision.notBefore ?? 0));
  const askedMs = until - context.now().getTime();
  const said = [
    ...(left > 0
      ? [
          phrase`${left} ${left === 1 ? 'change' : 'changes'} not sent last time must wait: the state folder cannot be written to (${why})`,
        ]
      : []),
    ...(askedMs > 0 ? [`${taken.length} not sent yet: the server asks you to wait another ${waitText(askedMs)}`] : []),
    ...(doubtful.length > 0 ? [`${doubtAbout(doubtful)}; check first`] : []),
  ];
  return { left: found, reminder: said.length > 0 ? joined(said, '; ') : undefined, remindsOf, unsent };
}
