import { selection } from '../../args/selection.js';
import type { Draft } from '../../compose/saved/drafts.js';
import type { TrackerError } from '../../contract/errors.js';
import { refOf, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { commandOf } from '../../ledger/entry.js';
import { HeldBack } from '../../ledger/send.js';
import { namingReference } from '../../output/text/sentence.js';
import type { LateRuler } from '../../output/text/width.js';
import type { EffectAnswer } from '../../triage/model/answers/answer.js';
import { writingIn } from '../../triage/model/mode.js';
import { withShortTexts } from '../../triage/model/rows.js';
import type { Fill, Item, State } from '../../triage/model/state.js';
import { type Effect, listedNames } from '../../triage/model/step.js';
import { type Dispatch, inRounds, type TriageWork } from '../../triage/work.js';
import { collecting } from '../sending/collecting.js';
import { sendEntry } from '../sending/send-entry.js';
import { settingFor } from '../showing/setting.js';
import { createMessages } from './decisions/messages.js';
import { sendInTurn } from './decisions/sending.js';
import { undoLast } from './decisions/undo.js';
import { bodyOf } from './details.js';
import { doubtAbout, listOf, reportCutOff, sayWhatIsAwaited } from './ending.js';
import { readUnsent } from './kept/found-texts.js';
import { reportNotKept } from './kept/not-kept.js';
import { adopt, takeOver } from './kept/take-over.js';
import { createLooks } from './looking.js';
import { createRetryTimer } from './retry-timer.js';
import { runVerb } from './run-verb.js';
import { isRecoverable, isSignedOut, itemIn, type Shared } from './shared.js';
import { type Listed, readSource, sourcesOf } from './sources.js';
import { checkFile, completePath } from './typed-path.js';
import { watchEverything } from './watching.js';
import { dispatchWords } from './words.js';

type Run = {
  readonly [K in Effect['do']]?: (effect: Extract<Effect, { do: K }>, dispatch: Dispatch) => Promise<void> | void;
};

/** The work behind the screen: every list, detail and decision is a command of the program. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one effect of the screen after another, each a few lines
export function createTriageWork(
  shared: Shared,
  { ruler, color }: { readonly ruler: LateRuler; readonly color: boolean },
): TriageWork {
  const { context, client, state, seen, kept, ending } = shared;
  const messages = createMessages(shared);
  const retryTimer = createRetryTimer();
  const delays = new Set<NodeJS.Timeout>();
  const begunAt = context.now().toISOString();
  let fill: Fill = 'first';
  /** What was said of the list, such as how many tickets were not read. */
  let warning = '';
  const readOnce = async (dispatch: Dispatch): Promise<void> => {
    const { source } = shared;
    // What is asked for from now on needs another reading.
    const asked = fill;
    fill = 'again';
    const { title, kind } = source;
    const onPart = ({ items, people }: Listed): void => {
      if (source === shared.source && !state().isLoaded)
        dispatch({ is: 'list', items, people, title, kind, fill: asked, isPart: true });
    };
    const listed = await readSource(context, source, onPart).catch((error: unknown) => {
      if (asked !== 'reload' && fill === 'again') fill = asked;
      throw error;
    });
    // Another list may have been chosen meanwhile.
    if (source !== shared.source) return void readAgain();
    const { items, people, allRows, warned = [] } = listed;
    dispatch({ is: 'list', items, allRows, people, title, kind, fill: asked });
    const isAsked = asked !== 'again';
    if (isAsked) dispatchWords(shared, dispatch);
    const said = warned.join('; ');
    const isShown = warning !== '' && state().notice?.text === warning;
    if (said !== '' && (isAsked || said !== warning)) dispatch({ is: 'said', notice: { text: said, tone: 'bad' } });
    else if (said === '' && isShown) dispatch({ is: 'said', notice: undefined });
    warning = said;
    client.index.flush();
    await tellUnsent(dispatch);
    await takeLeft(dispatch);
  };
  /** Sends what other sessions have left. */
  const takeLeft = async (dispatch: Dispatch): Promise<void> => {
    const left = await takeOver(shared);
    const { taken, doubtful, queued } = left;
    if (queued.length > 0)
      void shared.inTurn(async () => await sendQueued(shared, queued, dispatch)).finally(() => tellUnsent(dispatch));
    if (ending.isOver() || taken.length + doubtful.length === 0) return;
    const said = [
      ...(taken.length > 0
        ? [`taken over from another triage: ${listOf(taken.map(({ decision }) => ({ ...decision, id: 0 })))}`]
        : []),
      ...(doubtful.length > 0 ? [`${doubtAbout(doubtful)}; check first`] : []),
    ];
    dispatch({ is: 'taken', ...adopt({ kept, context, state: state() }, left), words: said.join('; ') });
  };
  const tellUnsent = async (dispatch: Dispatch): Promise<void> =>
    dispatch({ is: 'unsent', unsent: await readUnsent(shared) });
  let dispatchList: Dispatch | undefined;
  const readAgain = inRounds(async () => {
    if (dispatchList) await readOnce(dispatchList);
  });
  const readList = async (dispatch: Dispatch): Promise<void> => {
    dispatchList = dispatch;
    await readAgain();
  };
  const { look, markShown, markNamed } = createLooks(shared);
  const quietly = async (dispatch: Dispatch, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      // Without a list, there is nothing to stay for.
      if (!isRecoverable(error) || (isSignedOut(error) && !state().isLoaded) || isWithoutView(error)) throw error;
      dispatch({ is: 'said', notice: { text: error.message, tone: 'bad' } });
    }
  };
  /** Whether the saved view to begin with is not there, or not understood. */
  const isWithoutView = ({ kind, status }: TrackerError): boolean =>
    fill === 'first' && 'view' in shared.source.given && kind !== 'network' && status === undefined;

  const undo = async (): Promise<EffectAnswer> =>
    await undoLast(shared, begunAt).catch((error: unknown) => {
      ending.hasCutOffUndo = ending.isOver();
      throw error;
    });
  const run: Run = {
    list: async (_effect, dispatch) => await quietly(dispatch, async () => await readList(dispatch)),
    reload: async (_effect, dispatch) => {
      if (fill !== 'another') fill = 'reload';
      await quietly(dispatch, async () => await readList(dispatch));
    },
    shown: ({ uuid }) => markNamed(uuid),
    look: async ({ uuid }, dispatch) => await look(uuid, dispatch),
    send: async ({ decision }, dispatch) => await sendInTurn(shared, decision, dispatch),
    delay: ({ ms, due }, dispatch) => void delays.add(setTimeout(() => dispatch({ is: 'due', due }), ms)),
    retry: (effect, dispatch) => retryTimer.start(effect, dispatch),
    'stop-retry': () => retryTimer.stop(),
    undo: async (_effect, dispatch) => dispatch(await shared.inTurn(undo)),
    'take-back': ({ decisions, already }, dispatch) => dispatch(messages.takeBack(decisions, already)),
    begin: async ({ writing, inEditor }, dispatch) => await messages.begin(writing, inEditor, dispatch),
    template: async ({ name, writing }, dispatch) => await messages.template(name, writing, dispatch),
    source: async ({ name }, dispatch) => {
      const former = shared.source;
      shared.source = sourcesOf(shared).find(({ title }) => title === name) ?? former;
      fill = 'another';
      await quietly(dispatch, async () => {
        await readList(dispatch).catch((error: unknown) => {
          // What is on the screen is still the former list.
          if (isRecoverable(error) && error.kind !== 'network') [shared.source, fill] = [former, 'again'];
          throw error;
        });
      });
    },
    'check-file': ({ typed }, dispatch) => dispatch(checkFile(context.settings.env, typed)),
    'complete-path': ({ typed }, dispatch) => dispatch(completePath(context.settings.env, typed)),
    find: async ({ text }, dispatch) => dispatch({ is: 'found', text, ...(await find(shared, text)) }),
    open: async ({ uuid }, dispatch) => await openPage(shared, uuid, dispatch),
    copy: async ({ text }) =>
      await context.io.stdout.write(`\u001b]52;c;${Buffer.from(cleanLine(text)).toString('base64')}\u0007`),
  };
  return {
    run: async (effect, dispatch) => await run[effect.do]?.(effect as never, dispatch),
    edit: async ({ writing, isFirst }, dispatch) => {
      await messages.edit(writing, dispatch);
      if (isFirst) dispatch({ is: 'edited', writing });
    },
    watch: async (dispatch, signal) => {
      const unread = async (): Promise<void> => {
        const reply = await client.call('GET /inbox/badge').catch((error: unknown) => {
          // The list matters more than the number of notifications.
          if (!isRecoverable(error) || error.kind === 'network' || isSignedOut(error)) throw error;
          return { unread: undefined };
        });
        dispatch({ is: 'unread', unread: typeof reply.unread === 'number' ? reply.unread : undefined });
      };
      const readers = {
        list: async () => await readList(dispatch),
        look: async (uuid: string) => await look(uuid, dispatch),
        unread,
      };
      await watchEverything(shared, readers, dispatch, signal);
    },
    keepUnsent: (now, dispatch) => {
      if (kept.sync(now, dispatch)) void tellUnsent(dispatch);
      markShown();
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
      await kept.end();
      await reportCutOff(context, ending);
      const isLost = await reportNotKept(context, kept);
      if (!isLost) await reportWriting(shared, state);
      return isLost;
    },
    setting: ({ people }) => settingFor(context, client, people),
    async body({ marks, isSpoken: words = false }, uuid, width) {
      const found = seen.get(uuid);
      const me = client.index.find('people', client.userId ?? '')?.title ?? '';
      const base = client.base.href;
      const { processorTime } = context.settings.processes;
      await ruler.load();
      return (
        found &&
        (await bodyOf(
          found,
          { me, since: marks.get(uuid)?.since },
          { width, now: context.now(), color, words, ruler, base, signal: ending.signal, processorTime },
        ))
      );
    },
  };
}

/** Sends commands that were queued, until the server cannot be reached. */
async function sendQueued(
  { context, ending, kept }: Shared,
  queued: readonly Draft[],
  dispatch: Dispatch,
): Promise<void> {
  for (const draft of queued) {
    if (ending.isOver()) return;
    try {
      await sendEntry(collecting(context, commandOf(draft)).context, draft);
      dispatch({ is: 'said', notice: { text: `sent what was waiting: ${draft.words.join(' ')}`, tone: 'good' } });
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      if (error instanceof HeldBack) continue;
      const state = kept.parts.ledger.find(draft.number)?.state;
      // It still waits, or another program was faster.
      if (state !== 'unsent' && state !== 'doubtful') return;
      const text = `draft ${draft.number}, which was waiting, was not sent: ${error.message}`;
      dispatch({ is: 'said', notice: { text, tone: 'bad' } });
    }
  }
}

/** Says where the text is that was being written when something else ended the session. */
async function reportWriting({ context }: Shared, { isOver, mode }: State): Promise<void> {
  const writing = isOver ? undefined : writingIn(mode);
  if (!writing || writing.field.text.trim() === '') return;
  const names = listedNames(writing.targets.map(({ ref }) => ref));
  await context.show.warn(
    `your ${writing.what} about ${names} is kept as a draft`,
    `to see it: tracker ${selection(context)}drafts`,
  );
}

async function find({ context }: Shared, text: string) {
  try {
    const { list } = await runVerb(context, 'search', [text], { given: { type: ['ticket', 'task'] } });
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

async function openPage(shared: Shared, uuid: string, dispatch: Dispatch): Promise<void> {
  const item = itemIn(shared, uuid);
  if (!item) return;
  const kind = item.kind === 'notification' ? textOf(item.row.entityType) : item.kind;
  const id = item.kind === 'notification' ? textOf(item.row.entityId) : uuid;
  try {
    const { said, printed } = await runVerb(shared.context, 'open', [`${kind}:${id}`]);
    const text = said[0] ?? `no browser could be started; open it yourself: ${printed.join('').trim()}`;
    dispatch({ is: 'said', notice: { text, tone: said[0] ? 'good' : 'bad' } });
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    const name = item.kind === 'notification' ? titleOf(item.row) : item.ref;
    const text = namingReference(error.message, { uuid: id ?? '', ref: name });
    dispatch({ is: 'said', notice: { text, tone: 'bad' } });
  }
}
