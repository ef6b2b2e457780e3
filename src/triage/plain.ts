import type { Context } from '../context.js';
import { cleanLine } from '../output/text/clean.js';
import type { Paint } from '../output/text/colour.js';
import type { LateRuler } from '../output/text/width.js';
import { wrapText } from '../output/text/wrap.js';
import { dropTyped, inputAnew } from '../terminal/prompt/prompt-input.js';
import { isOffered, type KeyEntry, keys } from './model/keys.js';
import { leaveKeys, leftWords } from './model/leaving.js';
import type { Mode, Picking } from './model/mode.js';
import { optionsShown } from './model/picking.js';
import { current } from './model/rows.js';
import type { State } from './model/state.js';
import type { Effect } from './model/step.js';
import { fieldWith } from './model/text-field.js';
import { type Event, type Key, update } from './model/update.js';
import { followUps } from './model/writing.js';
import { aboutLines } from './view/detail-pane.js';
import type { Look } from './view/look.js';
import type { Work } from './work.js';

export interface PlainParts {
  readonly context: Pick<Context, 'io' | 'prompt' | 'signal'>;
  readonly paint: Paint;
  readonly ruler: LateRuler;
  readonly work: Work;
  readonly start: State;
  readonly effects: readonly Effect[];
  readonly onState: (state: State) => void;
}

/** How long to wait before saying what for (milliseconds). */
const silentMs = 1_000;

/** Keys that make no sense where nothing is drawn. */
const omitted: readonly string[] = ['space', '/', '?', 'R'];

/** The same as numbered questions, a line at a time: for screen readers and terminals that cannot redraw. */
export async function runPlain(parts: PlainParts): Promise<State> {
  const { context, work, start, onState } = parts;
  const say = async (text: string): Promise<void> => await sayWrapped(parts, text);
  let state = start;
  let isEditing = false;
  let working: Promise<void>[] = [];
  let wake = (): void => undefined;
  const dispatch = (event: Event): void => {
    const [next, ...effects] = update(state, event);
    state = next;
    onState(state);
    work.keepUnsent(state);
    for (const effect of effects) perform(effect);
    wake();
  };
  const perform = (effect: Effect): void => {
    if (effect.do === 'suspend' || effect.do === 'repaint') return;
    isEditing ||= effect.do === 'edit';
    const doing = effect.do === 'edit' ? work.edit(effect, dispatch) : work.run(effect, dispatch);
    // What is sent again while a question is open fails where it is waited for.
    doing.catch(() => undefined);
    working.push(doing);
  };
  const finish = async (): Promise<void> => {
    while (working.length > 0) {
      const now = working;
      working = [];
      await Promise.all(now);
    }
    isEditing = false;
  };
  /** Waits for everything that was begun, and for what that began. What is typed during a long wait is no answer to anything. */
  const settle = async (): Promise<void> => {
    let saying: Promise<void> | undefined;
    const timer = setTimeout(() => {
      // A failure shows at the next write.
      if (!isEditing) saying = say(waitingWords(state)).catch(() => undefined);
    }, silentMs);
    await finish().finally(() => clearTimeout(timer));
    await saying;
    if (saying && (await dropTyped(inputAnew(context.io.stdin.stream()))))
      await say('what you typed meanwhile was ignored');
    await sayNotice();
  };
  const sayNotice = async (): Promise<void> => {
    const { notice } = state;
    state = { ...state, notice: undefined };
    if (notice) await say(cleanLine(notice.text));
  };
  const nextEvent = async (): Promise<void> =>
    await new Promise((resolve, reject) => {
      const { signal } = context;
      signal.throwIfAborted();
      const abort = (): void => reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      wake = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
    });
  /** What is held is tried again now and then; waits until everything is sent, if the user wants that before the end. */
  const waitUntilSent = async (): Promise<void> => {
    await say('waiting for the server; Ctrl-C keeps the rest for next time');
    while (!state.isOver && state.mode.is === 'leave' && state.mode.isWaiting) {
      if (working.length === 0) await nextEvent();
      await settle();
    }
  };
  const press = async (...pressed: readonly Key[]): Promise<void> => {
    // What was sent while the question was open.
    await sayNotice();
    for (const key of pressed) dispatch({ is: 'key', key });
    await settle();
  };

  await parts.ruler.load();
  work.keepUnsent(state);
  if (state.reminder !== undefined) await say(cleanLine(state.reminder));
  for (const effect of parts.effects) perform(effect);
  dispatch({ is: 'size', size: { columns: context.io.stdout.columns(), rows: 1_000 } });
  perform({ do: 'list' });
  await settle();
  let shown = '';
  while (!state.isOver) {
    const { mode } = state;
    if (mode.is === 'list') {
      const uuid = current(state)?.uuid ?? '';
      if (uuid !== shown) await context.io.stdout.write(`${await describeItem(parts, state)}\n`);
      shown = uuid;
      await press(await askForAction(parts, state));
    } else if (mode.is === 'leave' && mode.isWaiting) await waitUntilSent();
    else await answerMode(parts, state, mode, press);
  }
  return state;
}

function waitingWords({ pending }: State): string {
  return pending.some(({ isHeld }) => !isHeld) ? 'sending…' : 'waiting for the server…';
}

/** The choices of a question with their numbers, which stay beside them. */
function numbered(labels: readonly string[]): string {
  return labels.map((label, at) => `${at + 1}\u00a0${cleanLine(label)}`).join(', ');
}

/** A text as lines that are broken between words. */
async function sayWrapped({ context: { io }, ruler }: Pick<PlainParts, 'context' | 'ruler'>, text: string) {
  const lines = wrapText(ruler, text, io.stdout.columns());
  await io.stdout.write(
    lines.map((line) => `${line.map((piece) => piece.text.replaceAll('\u00a0', ' ')).join('')}\n`).join(''),
  );
}

/** The item at the cursor, with everything that was written, newest first. */
async function describeItem({ work, ruler, paint, context }: PlainParts, state: State): Promise<string> {
  const item = current(state);
  if (!item) return 'Nothing left here.';
  const width = context.io.stdout.columns();
  const body = await work.body(state, item.uuid, width);
  const setting = work.setting(state);
  const look: Look = { ruler, setting, body: body?.lines, news: body?.news?.(setting.now) };
  return ['', ...[...aboutLines(state, look, { item, width }), ...(body?.lines ?? [])].map(paint), ''].join('\n');
}

/** What may be done, as a numbered list; a key itself is taken too. */
async function askForAction(parts: PlainParts, state: State): Promise<Key> {
  const { prompt, signal } = parts.context;
  const offered = [
    ...keys.filter(({ keys: [key = ''], label }) => key === 'q' || (label !== undefined && !omitted.includes(key))),
    ...keys.filter(({ keys: [key] }) => key === 'j' || key === 'k'),
  ].filter((entry, at, all) => isOffered(state, entry) && all.indexOf(entry) === at);
  await sayWrapped(parts, numbered(offered.map(({ label, help }) => label ?? help)));
  const chosen = await prompt.line({
    ...{ message: 'Number', instead, signal, refusesPaste: true },
    check: (text) => (entryFor(offered, text) ? undefined : `a number from 1 to ${offered.length}`),
  });
  return keyOf(entryFor(offered, chosen)?.keys[0] ?? 'q');
}

function entryFor(offered: readonly KeyEntry[], text: string): KeyEntry | undefined {
  return offered[Number(text.trim()) - 1] ?? offered.find(({ keys: own }) => own.includes(text.trim()));
}

function keyOf(name: string): Key {
  return { name, ...([...name].length === 1 && { text: name }) };
}

/** What to do where no questions can be asked. */
const instead = 'tracker triage needs a terminal';

/** With a check, the answer is one of several, which nothing that is pasted may choose. */
type Ask = (message: string, check?: (text: string) => string | undefined) => Promise<string>;

function isNumberTo(most: number, text: string): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= 1 && Number(text) <= most;
}

/** Says what is wrong with an answer to a picker; an empty one leaves it. */
function checkPick(mode: Picking, count: number): (text: string) => string | undefined {
  return (text) => {
    const given = text.trim();
    const isNumber = isNumberTo(count, given);
    const isName = mode.field && !/^\d+$/.test(given) && optionsShown({ ...mode, field: fieldWith(given) }).length > 0;
    if (given === '' || isNumber || isName) return undefined;
    return `a number from 1 to ${count}${mode.field ? ', or a part of the name' : ''}`;
  };
}

/** The most options with numbers where a part of a name can be typed. */
const mostNumbered = 40;

type Press = (...keys: readonly Key[]) => Promise<void>;

/** Asks for what a picker, a question or a message needs. */
async function answerMode(parts: PlainParts, state: State, mode: Mode, press: Press): Promise<void> {
  const { prompt, signal } = parts.context;
  const ask: Ask = async (message, check) =>
    (await prompt.line({ message, instead, signal, ...(check && { check, refusesPaste: true }) })).trim();
  const dismiss: Key = { name: 'esc' };
  if (mode.is === 'pick') {
    const all = optionsShown(mode);
    // A name can be typed instead.
    const options = mode.field ? all.slice(0, mostNumbered) : all;
    const words = options.map(({ text, isSet }, at) => `${at + 1} ${cleanLine(text)}${isSet ? ' (now)' : ''}`);
    const more = all.length > options.length ? [`and ${all.length - options.length} more`] : [];
    await sayWrapped(parts, [...words, ...more].join('\n'));
    const chosen = await ask(mode.field ? 'Number, or a part of the name' : 'Number', checkPick(mode, options.length));
    if (chosen === '') return await press(dismiss);
    const at = Number(chosen) - 1;
    if (options[at]) return await press(...Array.from({ length: at }, () => ({ name: 'down' })), { name: 'enter' });
    return await press(...(mode.field ? [{ name: 'paste', text: chosen }, { name: 'enter' }] : [dismiss]));
  }
  if (mode.is === 'ask') {
    const text = await ask(mode.title);
    return await press(...(text === '' ? [dismiss] : [{ name: 'ctrl+u' }, { name: 'paste', text }, { name: 'enter' }]));
  }
  if (mode.is === 'write') return await askForMessage(parts, state, { ask, press });
  if (mode.is === 'leave') return await askHowToLeave(parts, state, { ask, press });
  await press(dismiss);
}

type Asked = { readonly ask: Ask; readonly press: Press };

/** What becomes of what has not been sent. */
async function askHowToLeave(parts: PlainParts, state: State, { ask, press }: Asked): Promise<void> {
  const offered = leaveKeys(state);
  const find = (text: string) => offered[Number(text.trim()) - 1] ?? offered.find(({ key }) => key === text.trim());
  await sayWrapped(parts, `${leftWords(state)}: ${numbered(offered.map(({ label }) => label))}`);
  const chosen = find(await ask('Number', (text) => (find(text) ? undefined : `a number from 1 to ${offered.length}`)));
  await press({ name: chosen?.key ?? 'esc' });
}

/** What ends a message, or leaves it for the editor. */
const ends = { text: '.', editor: '.e' } as const;

/** A message line by line, or written in the editor, and the status that follows it. */
async function askForMessage(parts: PlainParts, state: State, { ask, press }: Asked): Promise<void> {
  const { context } = parts;
  const { prompt, signal } = context;
  const { mode } = state;
  if (mode.is !== 'write') return;
  const ref = mode.targets[0]?.ref ?? '';
  const audience =
    mode.audience === undefined ? '' : `A reply to ${ref} is public: it will be read by ${mode.audience}.`;
  for (const line of [audience, mode.remark, mode.field.text]) {
    if (line !== undefined && line !== '') await sayWrapped(parts, cleanLine(line));
  }
  const isNew = mode.field.text === '';
  let lead = isNew ? '' : '\n';
  let keeping = Promise.resolve();
  const onLine = (line: string): void => {
    const text = `${lead}${line}`;
    lead = '\n';
    // Each line is in the draft once it is entered.
    keeping = keeping.then(async () => await press({ name: 'paste', text }));
  };
  const none = isNew ? 'to write nothing' : 'to leave this draft as it is';
  await sayWrapped(parts, `End it with a line that is only . (at once ${none}), or with .e for the editor.`);
  const end = await prompt
    .lines({ message: `Your ${mode.what}`, instead, signal, ends: Object.values(ends), onLine })
    .catch(async (error: unknown) => {
      await context.io.stderr.write('a line is kept once you press Enter; this one was not\n');
      throw error;
    })
    .finally(async () => await keeping);
  if (end === ends.editor) return await press({ name: 'ctrl+o' });
  if (isNew && lead === '') return await press({ name: 'esc' });
  const statuses = followUps(state, mode);
  const answers = ['yes', 'keep as a draft', ...statuses.map((each) => `send, then ${each}`)];
  await sayWrapped(parts, `Send it? ${numbered(answers)}`);
  const check = (text: string): string | undefined =>
    isNumberTo(answers.length, text) ? undefined : `a number from 1 to ${answers.length}`;
  const number = Number(await ask('Number', check));
  if (number === 2) return await press({ name: 'esc' });
  await press(...Array.from({ length: Math.max(0, number - 2) }, () => ({ name: 'tab' })), { name: 'ctrl+s' });
}
