import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import { refOf, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { rejectProposal } from '../../ledger/proposals.js';
import type { Lead } from '../../output/prose/node.js';
import { namingReference } from '../../output/text/sentence.js';
import type { LateRuler } from '../../output/text/width.js';
import { isZoomed, textWidthOf } from '../../triage/model/layout.js';
import { writingIn } from '../../triage/model/mode.js';
import { withShortTexts } from '../../triage/model/rows/rows.js';
import type { Item, State } from '../../triage/model/state.js';
import { type EffectOf, listedNames } from '../../triage/model/step.js';
import type { Event } from '../../triage/model/update.js';
import type { Doers, TriageWork } from '../../triage/work.js';
import { settingFor } from '../showing/setting.js';
import { FollowTargets, findExactly } from './beside/following.js';
import { messageEffects } from './decisions/messages.js';
import { sendInTurn } from './decisions/sending.js';
import { undoLast } from './decisions/undo.js';
import { reportCutOff, reportNotKept, sayWhatIsAwaited } from './ending.js';
import { acceptProposal, deciding, watchLedger } from './proposals.js';
import { putOff } from './putting-off.js';
import { bodyOf, proposedIn } from './reading/details.js';
import { ListReading } from './reading/list-reading.js';
import { Looks } from './reading/looking.js';
import { watchEverything } from './reading/watching.js';
import { createRetryTimer } from './retry-timer.js';
import { listIn, runVerb } from './run-verb.js';
import { isRecoverable, isSignedOut, itemIn, type SessionParts, say } from './shared.js';
import { checkFile, completePath } from './typed-path.js';

interface DetailLook {
  readonly ruler: LateRuler;
  readonly color: boolean;
}

/** The work behind the screen: every list, detail and decision is a command of the program. */
export function createTriageWork(shared: SessionParts, look: DetailLook): TriageWork {
  const { context, client, state, kept, ending, dispatch } = shared;
  const retryTimer = createRetryTimer(shared);
  const [delays, accepting] = [new Set<NodeJS.Timeout>(), new Set<Promise<void>>()];
  const begunAt = context.now().toISOString();
  const lists = new ListReading(shared);
  const looks = new Looks(shared);
  const { following, body } = layingOut(shared, look, looks);
  const undo = async (): Promise<Event> =>
    await undoLast(shared, begunAt).catch((error: unknown) => {
      ending.hasCutOffUndo = ending.isOver();
      throw error;
    });
  const run: Doers = {
    ...listEffects(shared, lists),
    ...proposalEffects(shared, lists, accepting),
    ...messageEffects(shared),
    ...textEffects(shared, look),
    ...following.effects,
    shown: ({ uuid }) => looks.markNamed(uuid),
    look: async ({ uuid }) => await looks.look(uuid),
    delay: ({ ms, due }) => void delays.add(setTimeout(() => dispatch({ is: 'due', due }), ms)),
    retry: (effect) => retryTimer.start(effect),
    'stop-retry': () => retryTimer.stop(),
    undo: async () => dispatch(await shared.inTurn(undo)),
    find: async (effect) => dispatch({ is: 'found', text: effect.text, ...(await find(shared, effect)) }),
    shell: async (effect) => await (await import('./own/run-command.js')).runCommand(shared, effect),
    open: async ({ uuid }) => await openPage(shared, uuid),
  };
  return {
    run: async (effect) => await run[effect.do]?.(effect as never),
    watch: async (signal) => {
      const readers = {
        list: async () => await lists.read(),
        look: async (uuid: string) => await looks.look(uuid),
        unread: async () => dispatch({ is: 'unread', unread: await countUnread(client) }),
      };
      watchLedger(shared, () => void lists.tellUnsent(), signal);
      await watchEverything(shared, readers, signal);
    },
    keepUnsent: (now) => {
      if (kept.sync(now)) void lists.tellUnsent();
      looks.markShown();
    },
    stop: () => {
      ending.stop();
      // Only what is being written may go on for a moment.
      void shared.inTurn(async () => ending.abort());
      sayWhatIsAwaited(context, ending, state);
    },
    async end(state) {
      ending.stop();
      retryTimer.stop();
      for (const each of delays) clearTimeout(each);
      await shared.inTurn(async () => undefined);
      await Promise.all(accepting);
      await kept.end();
      await reportCutOff(context, ending);
      const isLost = await reportNotKept(context, kept);
      if (!isLost) await reportWriting(shared, state);
      return isLost;
    },
    setting: ({ people }) => settingFor(context, client, people),
    body,
  };
}

function listEffects(shared: SessionParts, lists: ListReading): Doers {
  return {
    send: async ({ decision }) => {
      await sendInTurn(shared, decision);
      void lists.recount();
    },
    snooze: async ({ rows, when }) => {
      shared.dispatch(await putOff(shared, rows, when));
      void lists.recount();
    },
    list: async () => await lists.readQuietly(),
    reload: async () => await lists.reload(),
    tab: async ({ at }) => await lists.openTab(at),
    sort: async ({ by }) => await lists.sort(by),
    stay: () => lists.stay(),
    source: async ({ name }) => await lists.choose(name),
  };
}

function proposalEffects(shared: SessionParts, lists: ListReading, accepting: Set<Promise<void>>): Doers {
  const { inTurn, ending, kept, dispatch } = shared;
  const accept = async (draft: string, row: string): Promise<void> => {
    let isQueued = false;
    const onQueued = (): void => {
      isQueued = true;
      dispatch({ is: 'accepted', draft, command: 'going' });
    };
    await deciding(shared, acceptProposal(shared, { draft, row, onQueued }));
    if (!ending.isOver()) await lists.sendLeft();
    // Until it is sent, as far as that is possible now.
    await inTurn(async () => undefined);
    const { state, writes = [] } = kept.parts.ledger.find(Number(draft)) ?? {};
    const status = state === 'done' ? writes.map(({ to }) => textOf(to.status) ?? '').join('') : undefined;
    dispatch({ is: 'accepted', draft, command: isQueued ? 'gone' : undefined, status });
  };
  const reject = async ({ drafts, reason }: EffectOf<'reject'>): Promise<void> => {
    for (const draft of drafts) await rejectProposal(kept.parts, Number(draft), reason);
    say(shared, 'rejected', 'good');
  };
  return {
    async accept({ draft, row }) {
      const work = accept(draft, row);
      accepting.add(work);
      await work.finally(() => accepting.delete(work));
    },
    async reject(effect) {
      await deciding(shared, reject(effect));
      await lists.tellUnsent();
    },
  };
}

function textEffects(shared: SessionParts, { color }: DetailLook): Doers {
  const composing = async () => await import('./composing.js');
  const { context, dispatch } = shared;
  const { settings, io } = context;
  const { env } = settings;
  return {
    copy: async ({ text }) =>
      await io.stdout.write(`\u001b]52;c;${Buffer.from(cleanLine(text)).toString('base64')}\u0007`),
    'check-file': ({ typed }) => dispatch(checkFile(env, typed)),
    'complete-path': ({ typed }) => dispatch(completePath(env, typed)),
    refs: async ({ word }) => (await composing()).findReferences(shared, word),
    preview: async (effect) => await (await composing()).renderPreview(shared, effect, color),
  };
}

/** What lays out details, and what follows what they show, once the row at the cursor is laid out. */
function layingOut(shared: SessionParts, look: DetailLook, looks: Looks) {
  const { state } = shared;
  const following = new FollowTargets(shared, async (uuid) => {
    await looks.hasLooked();
    await body(state(), uuid, textWidthOf(state()));
  });
  const body: TriageWork['body'] = async (of, uuid, width) =>
    await drawBody(shared, { ...look, following }, { state: of, uuid, width });
  return { following, body };
}

/** The detail of a row in lines of this width; undefined if it has not been read. */
async function drawBody(
  { context, client, seen, ending }: SessionParts,
  { ruler, color, following }: DetailLook & { readonly following: FollowTargets },
  { state, uuid, width }: { readonly state: State; readonly uuid: string; readonly width: number },
) {
  const found = seen.get(uuid);
  const me = client.index.find('people', client.userId ?? '')?.title ?? '';
  await ruler.load();
  if (!found) return undefined;
  const { now, settings } = context;
  const leads = new Map<string, Lead>();
  const body = await bodyOf(
    found,
    { me, since: state.marks.get(uuid)?.since },
    {
      ...{ width, color, ruler, now: now(), words: state.isSpoken ?? false, base: client.base.href },
      folds: !isZoomed(state),
      proposed: proposedIn(state, uuid),
      ...{ signal: ending.signal, processorTime: settings.processes.processorTime },
      onLead: (lead) => leads.set(lead.to, lead),
    },
  );
  following.laidOut(uuid, found, [...leads.values()]);
  return body;
}

/** The number of unread notifications; undefined if the server gives none. */
async function countUnread(client: Client): Promise<number | undefined> {
  const { unread } = await client.call('GET /inbox/badge').catch((error: unknown) => {
    // The list matters more.
    if (!isRecoverable(error) || error.kind === 'network' || isSignedOut(error)) throw error;
    return { unread: undefined };
  });
  return typeof unread === 'number' ? unread : undefined;
}

/** Says where the text is that was being written when something else ended the session. */
async function reportWriting({ context }: SessionParts, { isOver, mode }: State): Promise<void> {
  const writing = isOver ? undefined : writingIn(mode);
  if (!writing || writing.field.text.trim() === '') return;
  const names = listedNames(writing.targets.map(({ ref }) => ref));
  await context.show.warn(
    `your ${writing.what} about ${names} is kept as a draft`,
    `to see it: tracker ${selection(context)}drafts`,
  );
}

async function find(shared: SessionParts, { text, exactly }: EffectOf<'find'>) {
  if (exactly !== undefined) return await findExactly(shared, exactly);
  const { context } = shared;
  try {
    const list = listIn(await runVerb(context, 'search', [text], { given: { type: ['ticket', 'task'] } }));
    const items = (list?.rows ?? []).flatMap((row): readonly Item[] => {
      const kind = textOf(row.type);
      if (kind !== 'ticket' && kind !== 'task') return [];
      return [{ uuid: uuidOf(row), ref: refOf(row), kind, row: withShortTexts({ title: titleOf(row) }) }];
    });
    return { items, options: items.map(({ uuid, ref, row }) => ({ text: `${ref}  ${titleOf(row)}`, value: uuid })) };
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return { items: [], options: [], why: error.message };
  }
}

async function openPage(shared: SessionParts, uuid: string): Promise<void> {
  const item = itemIn(shared, uuid);
  if (!item) return;
  const kind = item.kind === 'notification' ? textOf(item.row.entityType) : item.kind;
  const id = item.kind === 'notification' ? textOf(item.row.entityId) : uuid;
  try {
    const { said, printed } = await runVerb(shared.context, 'open', [`${kind}:${id}`]);
    const text = said[0] ?? `no browser could be started; open it yourself: ${printed.join('').trim()}`;
    say(shared, text, said[0] ? 'good' : 'bad');
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    const name = item.kind === 'notification' ? titleOf(item.row) : item.ref;
    say(shared, namingReference(error.message, { uuid: id ?? '', ref: name }));
  }
}
