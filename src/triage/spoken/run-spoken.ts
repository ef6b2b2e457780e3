import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../args/context.js';
import { type Line, plainPaint } from '../../output/text/span.js';
import { textWidth } from '../../output/text/width.js';
import { wrapSpans } from '../../output/text/wrap.js';
import { openingKeys, type QuietKeys, quietKeys } from '../../terminal/prompt/quiet-keys.js';
import { unseenHere } from '../model/decisions/unseen.js';
import { isZoomed } from '../model/layout.js';
import { untilWords } from '../model/leaving.js';
import { current } from '../model/rows/rows.js';
import { isAway, type State } from '../model/state.js';
import type { Effect, EffectOf } from '../model/step.js';
import { type Event, update } from '../model/update.js';
import { seekText } from '../view/find-text.js';
import { type DetailBody, inRounds, type WorkingParts } from '../work.js';
import { Composer, instead, type Talk } from './composer.js';
import { changesSince, isReadOut, lineOf, mostScrolled, placeLine, waitingWords } from './describe.js';
import { press, type Question, questionOf } from './questions.js';

export interface SpokenParts extends WorkingParts {
  readonly context: Pick<Context, 'io' | 'prompt' | 'signal' | 'settings'>;
}

/**
 * Reads the screen out: whatever changes is a new line, and each key is a line that is entered. Nothing is drawn over, for screen
 * readers and terminals that cannot redraw.
 */
export async function runSpoken(given: SpokenParts): Promise<State> {
  await given.ruler.load();
  const { io } = given.context;
  const keys = quietKeys(io, async () => await io.stdout.write('what you typed in the meantime was ignored\n'));
  const session = new SpokenSession(readingIn(given, keys));
  try {
    return await Promise.race([session.run(), session.failed, keys.interrupted]);
  } finally {
    session.end();
    keys.end();
  }
}

/** Nothing is typed but what is asked for, and in the editor. */
function readingIn(parts: SpokenParts, keys: QuietKeys): SpokenParts {
  const { context, work } = parts;
  return {
    ...parts,
    context: { ...context, prompt: openingKeys(context.prompt, keys) },
    work: {
      ...work,
      run: async (effect) =>
        await (effect.do === 'edit' ? keys.open(async () => await work.run(effect)) : work.run(effect)),
    },
  };
}

/** How long to wait before saying what for, and from when on it is also said that it is over (milliseconds). */
const [silentMs, longMs] = [1_000, 2_000];

const pageRows = 24;

class SpokenSession implements Talk {
  #state: State;
  /** The state as it was last read out. */
  #said: State | undefined;
  /** What was begun and has not been waited for. */
  readonly #working = new Set<Promise<void>>();
  #isEditing = false;
  #isRead = false;
  /** What answers the next question, entered with the key before it. */
  #rest: string | undefined;
  /** What was said before the last question, which need not be said twice. */
  #asked = '';
  readonly #composer: Composer;
  #printed = 0;
  /** The question that is open, after which changes are said at once, and what ends it. */
  #open: { readonly question: Question; readonly end: () => void } | undefined;
  #wake = (): void => undefined;
  #fail: (error: unknown) => void = () => undefined;
  /** Rejects if the list can no longer be followed. */
  readonly failed = new Promise<never>((_resolve, reject) => {
    this.#fail = reject;
  });
  readonly #over = new AbortController();
  readonly #sayChanges = inRounds(async () => await this.#sayChangesOnce());

  constructor(readonly parts: SpokenParts) {
    this.#state = parts.start;
    this.#composer = new Composer(this, parts.context);
    parts.onOpen(this.#dispatch);
    this.failed.catch(() => undefined);
  }

  get state(): State {
    return this.#state;
  }

  async run(): Promise<State> {
    const { context, work, effects } = this.parts;
    const columns = Math.max(40, context.io.stdout.columns());
    work.keepUnsent(this.#state);
    for (const effect of effects) this.#perform(effect);
    this.#dispatch({ is: 'size', size: { columns, rows: pageRows } });
    this.#dispatch({ is: 'shown', pageLines: mostScrolled });
    work.watch(AbortSignal.any([this.#over.signal, context.signal])).catch(this.#fail);
    while (!this.#hasBegun()) await this.#nextEvent();
    await this.#settle();
    await this.#converse();
    return this.#state;
  }

  end(): void {
    this.#over.abort();
  }

  /** Whether the list was read, or cannot be: what is remembered of it may change under the first key. */
  #hasBegun(): boolean {
    const { badge } = this.#state;
    return this.#isRead || isAway(badge) || badge.is === 'failing';
  }

  async #converse(): Promise<void> {
    while (!this.#state.isOver) {
      const { mode } = this.#state;
      if (mode.is === 'list') this.#composer.forget();
      if (mode.is === 'write') await this.#composer.write(mode);
      else if (mode.is === 'leave' && mode.isWaiting) await this.#waitUntilSent();
      else {
        const question = questionOf(this.#state, this.#now());
        // What is looked for, and does not come, is left.
        if (question) await this.ask(question);
        else await this.tell(press('esc'));
      }
    }
  }

  async ask(question: Question): Promise<boolean> {
    const { is } = this.#state.mode;
    const text = (await this.#answerTo(question)).trim();
    const answer = question.answer(text, this.#state);
    // What is typed is for what was read out.
    const isSame = this.#state.mode.is === is;
    const isLeft = !isSame || !this.#means(question);
    if (isLeft) await this.#sayAnew(isSame && is !== 'list');
    else if ('events' in answer) await this.#tellWith(answer.rest, answer.events, is !== 'list' && text === '');
    else await this.print('says' in answer ? answer.says : [lineOf(answer.wrong)]);
    return isLeft || 'events' in answer;
  }

  /** Whether answers still stand for the same. */
  #means({ meaning }: Question): boolean {
    return questionOf(this.#state, this.#now())?.meaning === meaning;
  }

  /** Says what has changed while something was answered; what that stood for is asked again. */
  async #sayAnew(isChoice: boolean): Promise<void> {
    this.#asked = '';
    if (isChoice) await this.print([lineOf('meanwhile, the choices have changed')]);
    await this.#sayChanges();
  }

  /** Presses keys, and answers with the rest what they ask. */
  async #tellWith(rest: string | undefined, events: readonly Event[], isLeaving: boolean): Promise<void> {
    const before = this.#printed;
    this.#rest = rest;
    await this.tell(...events);
    if (this.#state.mode.is !== 'list' || this.#state.isOver) return;
    this.#rest = undefined;
    // A key that has done nothing is not answered by silence.
    if (this.#printed === before) await this.print([isLeaving ? lineOf('nothing changed') : await this.#whereLine()]);
    if (rest === undefined) return;
    await this.print([lineOf(`nothing was asked, so this was ignored: ${rest}`)]);
  }

  /** Where the listener is: in the text that is read, or in the list. */
  async #whereLine(): Promise<Line> {
    const body = isZoomed(this.#state) ? await this.#body(this.#state) : undefined;
    return body ? lineOf(`line ${this.#state.scroll + 1} of ${body.lines.length}`) : placeLine(this.#state);
  }

  takeRest(): string | undefined {
    const rest = this.#rest;
    this.#rest = undefined;
    return rest;
  }

  async #answerTo(question: Question): Promise<string> {
    const { lines, prompt: message, isChoice, answer } = question;
    const rest = this.takeRest();
    if (rest !== undefined) return rest;
    const said = lines.map(plainPaint).join('\n');
    if (said !== this.#asked) await this.print(lines);
    this.#asked = said;
    const { prompt, signal: outer } = this.parts.context;
    const check = (text: string) => {
      const given = answer(text.trim(), this.#state);
      return 'wrong' in given ? given.wrong : undefined;
    };
    const ended = new AbortController();
    const signal = AbortSignal.any([outer, this.#over.signal, ended.signal]);
    this.#open = { question, end: () => ended.abort() };
    try {
      return await prompt.line({ message, instead, signal, ...(isChoice && { check, refusesPaste: true }) });
    } catch (error) {
      if (!ended.signal.aborted) throw error;
      return '';
    } finally {
      this.#open = undefined;
    }
  }

  /** Waits until everything is sent; what is held is tried again now and then. */
  async #waitUntilSent(): Promise<void> {
    const until = untilWords(this.#state, this.#now());
    await this.print([lineOf(`waiting${until || ' for the server'}; Ctrl-C keeps the rest for next time`)]);
    while (!this.#state.isOver && this.#state.mode.is === 'leave' && this.#state.mode.isWaiting === true) {
      if (this.#working.size === 0) await this.#nextEvent();
      await this.#settle();
    }
  }

  async tell(...events: readonly Event[]): Promise<void> {
    for (const event of events) this.#dispatch(event);
    await this.#settle();
  }

  readonly #dispatch = (event: Event): void => {
    const { onState, work } = this.parts;
    const [next, ...effects] = update(this.#state, event);
    this.#state = next;
    onState(next);
    this.#isRead ||= event.is === 'list' && event.isPart !== true;
    work.keepUnsent(next);
    if (this.#over.signal.aborted) return;
    for (const effect of effects) this.#perform(effect);
    this.#wake();
    if (this.#open !== undefined) this.#sayChanges().catch(this.#fail);
    if (next.isOver) this.#over.abort();
  };

  #perform(effect: Effect): void {
    const { work } = this.parts;
    if (effect.do === 'suspend' || effect.do === 'repaint') return;
    if (effect.do === 'seek') return void this.#begin(this.#seek(effect));
    this.#isEditing ||= effect.do === 'edit';
    const doing = work.run(effect);
    // Until it is sent, it can be taken back.
    if (effect.do === 'accept') doing.catch(this.#fail);
    else this.#begin(doing);
  }

  #begin(doing: Promise<void>): void {
    this.#working.add(doing);
    // What is sent again while a question is open fails where it is waited for.
    doing.then(() => this.#working.delete(doing)).catch(() => undefined);
  }

  /** Goes to a place of a text that is looked for, and reads out its line. */
  async #seek(effect: EffectOf<'seek'>): Promise<void> {
    const { lines = [] } = (await this.#body(this.#state)) ?? {};
    this.#dispatch(seekText(lines, effect));
  }

  /** Waits for everything that was begun, and for what that began, and says what has changed. */
  async #settle(): Promise<void> {
    const begun = performance.now();
    const { io, settings } = this.parts.context;
    const work = this.#finish().then(async () => {
      if (settings.stored.bell === 'on' && performance.now() - begun > longMs) await io.stderr.write('\u0007');
    });
    const isSlow = await Promise.race([work, pause(silentMs, true, { ref: false })]);
    if (isSlow && !this.#isEditing) await this.print([lineOf(waitingWords(this.#state))]);
    if (isSlow && this.#state.awaited) {
      // Keys go on meanwhile; it is read out once it is there.
      this.#working.clear();
      work.catch(this.#fail);
    } else await work;
    await this.#sayChanges();
  }

  async #finish(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working);
    this.#isEditing = false;
  }

  async #sayChangesOnce(): Promise<void> {
    const body = await this.#body(this.#state);
    const { mode, scroll } = this.#state;
    const last = Math.max(0, (body?.lines.length ?? 0) - 1);
    // The list of actions would be scrolled instead.
    if (body && scroll > last && mode.is !== 'actions') this.#dispatch({ is: 'furthest', scroll: last });
    const state = this.#state;
    const reading = { setting: this.parts.work.setting(state), body };
    // Another row is read out once it has been read.
    if (this.#open !== undefined && !reading.body && !isReadOut(this.#said, state)) return;
    const lines = changesSince(this.#said, state, reading);
    this.#said = state;
    // What was said of a state has been read, as far as there is something new.
    const seen = unseenHere(state);
    if (seen) this.#dispatch(seen);
    const { key, end: to } = body?.proposed ?? {};
    if (key !== undefined && to !== undefined && key !== this.#state.readProposals?.key)
      this.#dispatch({ is: 'shown', pageLines: mostScrolled, proposed: { key, lines: to, from: 0, to } });
    if (lines.length === 0) return;
    const open = this.#open;
    if (open !== undefined) await this.parts.context.io.stdout.write('\n');
    await this.print(lines);
    if (!open || this.#open !== open) return;
    // What it was asked about is not there any more.
    if (this.#means(open.question)) await this.parts.context.io.stderr.write(`${open.question.prompt}: `);
    else open.end();
  }

  async #body(state: State): Promise<DetailBody | undefined> {
    const width = textWidth(this.parts.context.io.stdout.columns());
    return await this.parts.work.body(state, current(state)?.uuid ?? '', width);
  }

  /** Lines, broken between words. */
  async print(lines: readonly Line[]): Promise<void> {
    const { ruler, paint, context } = this.parts;
    const width = context.io.stdout.columns();
    const wrapped = lines.flatMap((line) => wrapSpans(ruler, line, width));
    this.#printed += wrapped.length;
    await context.io.stdout.write(wrapped.map((line) => `${paint(line)}\n`).join(''));
  }

  async #nextEvent(): Promise<void> {
    const { signal } = this.parts.context;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      this.#wake = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
    });
  }

  #now(): Date {
    return this.parts.work.setting(this.#state).now;
  }
}
