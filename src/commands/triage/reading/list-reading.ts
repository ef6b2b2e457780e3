import { setTimeout as pause } from 'node:timers/promises';
import { type Draft, wordsOf } from '../../../compose/saved/drafts.js';
import { OfOtherVersion } from '../../../compose/saved/restore-flags.js';
import { joined, orElse, phrase, type Sentence, type TrackerError } from '../../../contract/errors.js';
import { textsOf } from '../../../contract/row.js';
import { NetworkFailure } from '../../../http/message.js';
import { HeldBack } from '../../../ledger/send.js';
import type { Name } from '../../../output/text/sentence.js';
import type { UnsentWork } from '../../../triage/model/mode.js';
import { withShortTexts } from '../../../triage/model/rows/rows.js';
import type { Fill, Item } from '../../../triage/model/state.js';
import { listOf } from '../../../triage/model/texts/writing.js';
import { inRounds } from '../../../triage/work.js';
import { sendQuietly } from '../../sending/send-entry.js';
import { doubtAbout } from '../ending.js';
import { readUnsent } from '../kept/found-texts.js';
import { adopt, takeOver } from '../kept/take-over.js';
import { isRecoverable, isSignedOut, itemIn, type SessionParts, say } from '../shared.js';
import { readDetail } from './details.js';
import {
  contextUntil,
  readSource,
  rememberedList,
  type Source,
  type SourceList,
  sourcesOf,
  withClient,
} from './sources.js';
import { dispatchWords } from './words.js';

/** Reads the list on the screen, one reading after another, and after each sends what other sessions have left. */
export class ListReading {
  #fill: Fill = 'first';
  /** What was said of the list, such as how many tickets were not read. */
  #warning: Sentence = '';
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
  readonly read: () => Promise<void> = inRounds(async () => await this.#readOnce());

  /** Who decides on several rows in a row has the screen to themselves. */
  readonly #recount = inRounds(async () => {
    await pause(restMs, undefined, { ref: false });
    await this.#countRemembered().catch(() => undefined);
  });

  constructor(readonly shared: SessionParts) {}

  /** Reads it; the screen says what goes wrong. */
  async readQuietly(): Promise<void> {
    await this.#quietly(this.read);
  }

  async reload(): Promise<void> {
    await this.#ask(() => ({ ...this.shared.source }), this.#isAnother);
  }

  async choose(name: string): Promise<void> {
    const { shared } = this;
    await this.#ask(() => sourcesOf(shared).find(({ title }) => title === name) ?? shared.source, true);
  }

  /** Reads it in the order of a column, a leading - for descending, or in the usual one if that is empty. */
  async sort(by: string): Promise<void> {
    const { source } = this.shared;
    const given = { ...source.given, sort: by === '' ? undefined : [by] };
    await this.#ask(() => ({ ...source, given }), this.#isAnother);
  }

  async openTab(at: number): Promise<void> {
    await this.#ask(async () => await this.#tab(at), true);
  }

  /** Reads a list or an order that the user has asked for, unless they ask for something else meanwhile, or for nothing. */
  async #ask(find: () => Source | Promise<Source>, isAnother: boolean): Promise<void> {
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
      await this.read();
    };
    await this.#quietly(work, isWanted);
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
  async #count(): Promise<void> {
    this.#countedAt = performance.now();
    await this.#countEach(async (at) => {
      const count = async (): Promise<number> =>
        (await readSource(this.shared.reads, await this.#tab(at))).items.length;
      this.shared.dispatch({ is: 'tab', at, count: await orElse(count(), () => undefined) });
    });
  }

  /** To be called when something was changed here: the tabs have other rows then. */
  async recount(): Promise<void> {
    if (this.shared.state().tabs?.length) await this.#recount();
  }

  /** The same as far as all rows are remembered, with what has been changed here since. */
  async #countRemembered(): Promise<void> {
    const { context } = this.shared;
    await this.#countEach(async (at) => {
      const listed = await orElse(rememberedList(context, await this.#tab(at)), () => undefined);
      if (listed?.isPart === false) this.shared.dispatch({ is: 'tab', at, count: listed.items.length });
    });
  }

  async #countEach(count: (at: number) => Promise<void>): Promise<void> {
    const { state, ending } = this.shared;
    const { tabs = [], tab: shown } = state();
    for (const at of tabs.keys()) if (at !== shown && !ending.isOver()) await count(at);
  }

  async tellUnsent(): Promise<void> {
    this.shared.dispatch({ is: 'unsent', unsent: await readUnsent(this.shared) });
  }

  /** Sends what waits by now, here or elsewhere. */
  async sendLeft(): Promise<void> {
    await this.#takeLeft();
    await this.tellUnsent();
  }

  async #readOnce(): Promise<void> {
    const { shared } = this;
    const { source, reads, state, client, dispatch } = shared;
    const { tab } = source;
    // What is asked for from now on needs another reading.
    const asked = this.#fill;
    this.#fill = 'again';
    const onPart = ({ items, people }: SourceList): void => {
      if (source === shared.source && !state().isLoaded) this.#show(source, { items, people, isPart: true }, asked);
    };
    if (asked === 'first') void this.#countRemembered().catch(() => undefined);
    const left = new AbortController();
    this.#left = left;
    const reading = await contextUntil(reads, left.signal);
    const listed = await readSource(reading, source, onPart).catch(async (error: unknown) => {
      if (left.signal.aborted) return undefined;
      if (asked !== 'reload' && this.#fill === 'again') this.#fill = asked;
      if (error instanceof NetworkFailure) await this.#recallRest();
      throw error;
    });
    // Another list may have been chosen meanwhile.
    if (!listed || source !== shared.source) return void this.read();
    const { warned = [] } = listed;
    const items = shared.proposedFirst ? await withProposed(shared, listed.items) : listed.items;
    this.#settle();
    this.#show(source, { ...listed, items }, asked);
    if (tab !== undefined) dispatch({ is: 'tab', at: tab, count: items.length });
    const isAsked = asked !== 'again';
    if (isAsked) dispatchWords(shared);
    this.#say(joined(warned, '; '), isAsked);
    client.index.flush();
    await this.tellUnsent();
    await this.#takeLeft();
    // Nobody waits for it.
    const isDue = isAsked || performance.now() - this.#countedAt > countMs;
    void (isDue ? this.#count() : this.#countRemembered()).catch(() => undefined);
  }

  /** Shows what would have taken too long before the first screen. */
  async #recallRest(): Promise<void> {
    const { source, context, client, state } = this.shared;
    if (!state().isPart || this.#isRecalled) return;
    this.#isRecalled = true;
    const { allRows: _all, ...listed } = await readSource(withClient(context, client.remembered()), source);
    this.#show(source, { ...listed, isPart: true }, 'first');
    this.#say(joined(listed.warned ?? [], '; '), true);
  }

  #show({ title, kind, given, tab }: Source, { warned: _warned, ...listed }: SourceList, fill: Fill): void {
    this.shared.dispatch({ is: 'list', ...listed, title, kind, sort: textsOf(given.sort)[0], tab, fill });
  }

  /** Shows a warning about the list once, and removes it when it no longer applies. */
  #say(said: Sentence, isAsked: boolean): void {
    const before = this.#warning;
    this.#warning = said;
    const isShown = before !== '' && this.shared.state().notice?.text === before;
    if (said !== '' && (isAsked || said !== before)) say(this.shared, said);
    else if (said === '' && isShown) this.shared.dispatch({ is: 'said', notice: undefined });
  }

  async #takeLeft(): Promise<void> {
    const { shared } = this;
    const { kept, context, state, ending } = shared;
    const left = await takeOver(shared);
    const { taken, doubtful, queued } = left;
    if (queued.length > 0)
      void shared
        .inTurn(async () => {
          // What it has changed shows in the list.
          if ((await sendQueued(shared, queued)) && !ending.isOver()) void this.readQuietly();
        })
        .finally(() => this.tellUnsent());
    if (ending.isOver() || taken.length + doubtful.length === 0) return;
    const said = [
      ...(taken.length > 0 ? [`taken over from another triage: ${listOf(taken.map(({ decision }) => decision))}`] : []),
      ...(doubtful.length > 0 ? [`${doubtAbout(doubtful)}; check first`] : []),
    ];
    this.shared.dispatch({ is: 'taken', ...adopt({ kept, context, state: state() }, left), words: said.join('; ') });
  }

  /** Says what goes wrong, and stays in the list on the screen if that was wanted. */
  async #quietly(work: () => Promise<void>, isWanted?: () => boolean): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isLoaded = this.shared.state().isLoaded;
      // Without a list, there is nothing to stay for.
      if (!isRecoverable(error) || (isSignedOut(error) && !isLoaded) || this.#isWithoutView(error)) throw error;
      if (isWanted?.() === false) return;
      if (isWanted) this.stay();
      this.shared.dispatch({ is: isWanted ? 'unlisted' : 'said', notice: { text: error.message, tone: 'bad' } });
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
async function unlistedItem({ context, client }: SessionParts, { uuid, ref }: Name): Promise<Item | undefined> {
  const known = (['ticket', 'task'] as const).flatMap((kind): readonly Item[] => {
    const found = client.index.find(`${kind}s`, ref);
    return found?.uuid === uuid ? [{ uuid, ref, kind, row: withShortTexts({ title: found.title }) }] : [];
  });
  const [item] = known;
  const read = item && (await orElse(readDetail(context, item, false), () => undefined));
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

/** Sends commands that were queued, until the server cannot be reached. Whether any of them was. */
async function sendQueued(shared: SessionParts, queued: readonly Draft[]): Promise<boolean> {
  const { context, ending, kept } = shared;
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
    say(shared, text, error ? 'bad' : 'good');
  }
  return isSent;
}
