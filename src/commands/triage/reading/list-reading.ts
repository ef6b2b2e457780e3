import { setTimeout as pause } from 'node:timers/promises';
import { type Draft, wordsOf } from '../../../compose/saved/drafts.js';
import { OfOtherVersion } from '../../../compose/saved/restore-flags.js';
import { joined, phrase, type Sentence, type TrackerError } from '../../../contract/errors.js';
import { textsOf } from '../../../contract/row.js';
import { NetworkFailure } from '../../../http/message.js';
import { HeldBack } from '../../../ledger/send.js';
import type { UnsentWork } from '../../../triage/model/mode.js';
import { withShortTexts } from '../../../triage/model/rows/rows.js';
import type { Fill, Item } from '../../../triage/model/state.js';
import { type Dispatch, inRounds } from '../../../triage/work.js';
import { sendQuietly } from '../../sending/send-entry.js';
import { doubtAbout, listOf } from '../ending.js';
import { readUnsent } from '../kept/found-texts.js';
import { adopt, takeOver } from '../kept/take-over.js';
import { isRecoverable, isSignedOut, itemIn, type SessionParts } from '../shared.js';
import { readDetail } from './details.js';
import { contextUntil, rememberedList, withClient } from './remembered-list.js';
import { readSource, type Source, type SourceList, sourcesOf } from './sources.js';
import { dispatchWords } from './words.js';

/** Reads the list on the screen, one reading after another, and after each sends what other sessions have left. */
export class ListReading {
  /** What the next reading is for. */
  #fill: Fill = 'first';
  /** What was said of the list, such as how many tickets were not read. */
  #warning: Sentence = '';
  #dispatch: Dispatch | undefined;
  #isRecalled = false;
  /** The list on the screen, if another one or another order is being read. */
  #shown: Source | undefined;
  /** Whether what is being read is another list, not only another order. */
  #isAnother = false;
  /** How many times a list or an order was asked for, or given up. */
  #asks = 0;
  /** Aborted once what is being read is not wanted any more. */
  #left = new AbortController();
  /** When the rows of the tabs were counted last (milliseconds). */
  #countedAt = Number.NEGATIVE_INFINITY;
  readonly #again = inRounds(async () => {
    if (this.#dispatch) await this.#readOnce(this.#dispatch);
  });

  /** Who decides on several rows in a row has the screen to themselves. */
  readonly #recount = inRounds(async () => {
    await pause(restMs, undefined, { ref: false });
    if (this.#dispatch) await this.#countRemembered(this.#dispatch).catch(() => undefined);
  });

  constructor(readonly shared: SessionParts) {}

  async read(dispatch: Dispatch): Promise<void> {
    this.#dispatch = dispatch;
    await this.#again();
  }

  /** The same; the screen says what goes wrong. */
  async readQuietly(dispatch: Dispatch): Promise<void> {
    await this.#quietly(dispatch, async () => await this.read(dispatch));
  }

  /** Reads it in its order. */
  async reload(dispatch: Dispatch): Promise<void> {
    await this.#ask(() => ({ ...this.shared.source }), this.#isAnother, dispatch);
  }

  /** Reads another list. */
  async choose(name: string, dispatch: Dispatch): Promise<void> {
    const { shared } = this;
    await this.#ask(() => sourcesOf(shared).find(({ title }) => title === name) ?? shared.source, true, dispatch);
  }

  /** Reads it in the order of a column, a leading - for descending, or in the usual one if that is empty. */
  async sort(by: string, dispatch: Dispatch): Promise<void> {
    const { source } = this.shared;
    const given = { ...source.given, sort: by === '' ? undefined : [by] };
    await this.#ask(() => ({ ...source, given }), this.#isAnother, dispatch);
  }

  /** Reads the list of a tab. */
  async openTab(at: number, dispatch: Dispatch): Promise<void> {
    await this.#ask(async () => await this.#tab(at), true, dispatch);
  }

  /** Reads a list or an order that the user has asked for, unless they ask for something else meanwhile, or for nothing. */
  async #ask(find: () => Source | Promise<Source>, isAnother: boolean, dispatch: Dispatch): Promise<void> {
    const { shared } = this;
    this.#asks += 1;
    const mine = this.#asks;
    const isWanted = (): boolean => mine === this.#asks;
    const work = async (): Promise<void> => {
      const source = await find();
      if (!isWanted()) return;
      this.#shown ??= shared.source;
      this.#isAnother = isAnother;
      this.#turnTo(source);
      this.#fill = isAnother ? 'another' : 'reload';
      await this.read(dispatch);
    };
    await this.#quietly(dispatch, work, isWanted);
  }

  /** Gives up what was asked for last: the list on the screen stays. */
  stay(): void {
    const { shared } = this;
    this.#asks += 1;
    this.#turnTo(this.#shown ?? shared.source);
    this.#fill = shared.state().isLoaded ? 'again' : 'first';
    this.#settle();
  }

  /** The next reading is of this, and does not wait for one of something else. */
  #turnTo(source: Source): void {
    if (source === this.shared.source) return;
    this.shared.source = source;
    this.#left.abort();
  }

  #settle(): void {
    this.#shown = undefined;
    this.#isAnother = false;
  }

  async #tab(at: number): Promise<Source> {
    const { sourceOfTab } = await import('../tabs.js');
    const { title = '' } = this.shared.state().tabs?.[at] ?? {};
    return { ...(await sourceOfTab(this.shared, title)), tab: at };
  }

  /** Counts the rows of the tabs, one after another; a list that cannot be read has no count; opening it says why. */
  async #count(dispatch: Dispatch): Promise<void> {
    this.#countedAt = performance.now();
    await this.#countEach(async (at) => {
      const count = async (): Promise<number> =>
        (await readSource(this.shared.reads, await this.#tab(at))).items.length;
      dispatch({ is: 'tab', at, count: await count().catch(recovered) });
    });
  }

  /** To be called when something was changed here: the tabs have other rows then. */
  async recount(dispatch: Dispatch): Promise<void> {
    this.#dispatch = dispatch;
    if (this.shared.state().tabs?.length) await this.#recount();
  }

  /** The same as far as all rows are remembered, with what has been changed here since. */
  async #countRemembered(dispatch: Dispatch): Promise<void> {
    const { context, client } = this.shared;
    await this.#countEach(async (at) => {
      const listed = await rememberedList(context, client, await this.#tab(at)).catch(recovered);
      if (listed?.isPart === false) dispatch({ is: 'tab', at, count: listed.items.length });
    });
  }

  async #countEach(count: (at: number) => Promise<void>): Promise<void> {
    const { state, ending } = this.shared;
    const { tabs = [], tab: shown } = state();
    for (const at of tabs.keys()) if (at !== shown && !ending.isOver()) await count(at);
  }

  async tellUnsent(dispatch: Dispatch): Promise<void> {
    dispatch({ is: 'unsent', unsent: await readUnsent(this.shared) });
  }

  /** Sends what waits by now, here or elsewhere. */
  async sendLeft(dispatch: Dispatch): Promise<void> {
    await this.#takeLeft(dispatch);
    await this.tellUnsent(dispatch);
  }

  async #readOnce(dispatch: Dispatch): Promise<void> {
    const { shared } = this;
    const { source, reads, state, client } = shared;
    // What is asked for from now on needs another reading.
    const asked = this.#fill;
    this.#fill = 'again';
    const { title, kind, given, tab } = source;
    const sort = textsOf(given.sort)[0];
    const onPart = ({ items, people }: SourceList): void => {
      if (source === shared.source && !state().isLoaded)
        dispatch({ is: 'list', items, people, title, kind, sort, tab, fill: asked, isPart: true });
    };
    if (asked === 'first') void this.#countRemembered(dispatch).catch(() => undefined);
    const left = new AbortController();
    this.#left = left;
    const reading = await contextUntil(reads, left.signal);
    const listed = await readSource(reading, source, onPart).catch(async (error: unknown) => {
      if (left.signal.aborted) return undefined;
      if (asked !== 'reload' && this.#fill === 'again') this.#fill = asked;
      if (error instanceof NetworkFailure) await this.#recallRest(dispatch);
      throw error;
    });
    // Another list may have been chosen meanwhile.
    if (!listed || source !== shared.source) return void this.#again();
    const { asleep, people, allRows, warned = [] } = listed;
    const items = shared.proposedFirst ? await withProposed(shared, listed.items) : listed.items;
    this.#settle();
    dispatch({ is: 'list', items, asleep, allRows, people, title, kind, sort, tab, fill: asked });
    if (tab !== undefined) dispatch({ is: 'tab', at: tab, count: items.length });
    const isAsked = asked !== 'again';
    if (isAsked) dispatchWords(shared, dispatch);
    this.#say(joined(warned, '; '), { isAsked, dispatch });
    client.index.flush();
    await this.tellUnsent(dispatch);
    await this.#takeLeft(dispatch);
    // Nobody waits for it.
    const isDue = isAsked || performance.now() - this.#countedAt > countMs;
    void (isDue ? this.#count(dispatch) : this.#countRemembered(dispatch)).catch(() => undefined);
  }

  /** Shows what would have taken too long before the first screen. */
  async #recallRest(dispatch: Dispatch): Promise<void> {
    const { source, context, client, state } = this.shared;
    if (!state().isPart || this.#isRecalled) return;
    this.#isRecalled = true;
    const { title, kind, given, tab } = source;
    const sort = textsOf(given.sort)[0];
    const { items, asleep, people, warned = [] } = await readSource(withClient(context, client.remembered()), source);
    dispatch({ is: 'list', items, asleep, people, title, kind, sort, tab, fill: 'first', isPart: true });
    this.#say(joined(warned, '; '), { isAsked: true, dispatch });
  }

  /** Shows a warning about the list once, and removes it when it no longer applies. */
  #say(said: Sentence, { isAsked, dispatch }: { readonly isAsked: boolean; readonly dispatch: Dispatch }): void {
    const before = this.#warning;
    this.#warning = said;
    const isShown = before !== '' && this.shared.state().notice?.text === before;
    if (said !== '' && (isAsked || said !== before)) dispatch({ is: 'said', notice: { text: said, tone: 'bad' } });
    else if (said === '' && isShown) dispatch({ is: 'said', notice: undefined });
  }

  /** Sends what other sessions have left. */
  async #takeLeft(dispatch: Dispatch): Promise<void> {
    const { shared } = this;
    const { kept, context, state, ending } = shared;
    const left = await takeOver(shared);
    const { taken, doubtful, queued } = left;
    if (queued.length > 0)
      void shared
        .inTurn(async () => {
          // What it has changed shows in the list.
          if ((await sendQueued(shared, queued, dispatch)) && !ending.isOver()) void this.readQuietly(dispatch);
        })
        .finally(() => this.tellUnsent(dispatch));
    if (ending.isOver() || taken.length + doubtful.length === 0) return;
    const said = [
      ...(taken.length > 0
        ? [`taken over from another triage: ${listOf(taken.map(({ decision }) => ({ ...decision, id: 0 })))}`]
        : []),
      ...(doubtful.length > 0 ? [`${doubtAbout(doubtful)}; check first`] : []),
    ];
    dispatch({ is: 'taken', ...adopt({ kept, context, state: state() }, left), words: said.join('; ') });
  }

  /** Says what goes wrong, and stays in the list on the screen if that was wanted. */
  async #quietly(dispatch: Dispatch, work: () => Promise<void>, isWanted?: () => boolean): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isLoaded = this.shared.state().isLoaded;
      // Without a list, there is nothing to stay for.
      if (!isRecoverable(error) || (isSignedOut(error) && !isLoaded) || this.#isWithoutView(error)) throw error;
      if (isWanted?.() === false) return;
      if (isWanted) this.stay();
      dispatch({ is: isWanted ? 'unlisted' : 'said', notice: { text: error.message, tone: 'bad' } });
    }
  }

  /** Whether the saved view to begin with is not there, or not understood. */
  #isWithoutView({ kind, status }: TrackerError): boolean {
    const isFirst = this.#fill === 'first' && 'view' in this.shared.source.given;
    return isFirst && kind !== 'network' && status === undefined;
  }
}

/** The rows for which something is proposed come first, also those that the list leaves out. */
async function withProposed(shared: SessionParts, items: readonly Item[]): Promise<readonly Item[]> {
  const unsent = await readUnsent(shared);
  const others: Item[] = [];
  for (const { uuid, ref } of unsent.proposals?.flatMap(({ receivers }) => receivers) ?? []) {
    if (uuid === undefined || [...items, ...others].some((each) => each.uuid === uuid)) continue;
    const item = itemIn(shared, uuid) ?? (await unlistedItem(shared, { uuid, ref }));
    if (item) others.push(item);
  }
  return proposedFirst([...items, ...others], unsent);
}

/** A ticket or task that is in no list; undefined if it is not known which that is. */
async function unlistedItem(
  { context, client }: SessionParts,
  { uuid, ref }: { readonly uuid: string; readonly ref: string },
): Promise<Item | undefined> {
  const known = (['ticket', 'task'] as const).flatMap((kind): readonly Item[] => {
    const found = client.index.find(`${kind}s`, ref);
    return found?.uuid === uuid ? [{ uuid, ref, kind, row: withShortTexts({ title: found.title }) }] : [];
  });
  const [item] = known;
  const read = item && (await readDetail(context, item, false).catch((error: unknown) => recovered(error)));
  return read?.item ?? item;
}

/** The rows for which something is proposed come first. */
export function proposedFirst(items: readonly Item[], { proposals = [] }: UnsentWork): readonly Item[] {
  const about = new Set(proposals.flatMap(({ receivers }) => receivers.map(({ uuid }) => uuid)));
  return items.toSorted((one, other) => Number(about.has(other.uuid)) - Number(about.has(one.uuid)));
}

/** How long after a change the rows of tabs are counted (milliseconds). */
const restMs = 1_000;

/** How often the rows of tabs are counted again, unless the list is reloaded (milliseconds). */
const countMs = 60_000;

function recovered(error: unknown): undefined {
  if (!isRecoverable(error)) throw error;
  return undefined;
}

/** Sends commands that were queued, until the server cannot be reached. Whether any of them was. */
async function sendQueued(
  { context, ending, kept }: SessionParts,
  queued: readonly Draft[],
  dispatch: Dispatch,
): Promise<boolean> {
  let isSent = false;
  for (const draft of queued) {
    if (ending.isOver()) break;
    const { failure: error } = await sendQuietly(context, draft);
    if (error && !isRecoverable(error)) throw error;
    if (error instanceof HeldBack || error instanceof OfOtherVersion) continue;
    const state = kept.parts.ledger.find(draft.number)?.state;
    // It still waits, or another program was faster.
    if (error && state !== 'unsent' && state !== 'doubtful') break;
    isSent ||= !error;
    const text = error
      ? phrase`draft ${draft.number}, which was waiting, was not sent: ${error.message}`
      : `sent what was waiting: ${await wordsOf(context, draft)}`;
    dispatch({ is: 'said', notice: { text, tone: error ? 'bad' : 'good' } });
  }
  return isSent;
}
