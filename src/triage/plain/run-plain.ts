import { asText } from '../../contract/errors.js';
import { toPlainLetters } from '../../contract/plain-letters.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import { span } from '../../output/text/span.js';
import { type QuietKeys, quietKeys } from '../../terminal/prompt/quiet-keys.js';
import { isOffered, type KeyEntry, keysOf, labelOf } from '../model/keys.js';
import { current, itemsWith, markOf, shownItems, targetsOf } from '../model/rows.js';
import type { Item, State } from '../model/state.js';
import { listedNames } from '../model/step.js';
import { reminderWords } from '../model/unsent-texts.js';
import type { Event } from '../model/update.js';
import { aboutLines } from '../view/detail-pane.js';
import { emptyLines } from '../view/list-pane.js';
import type { Look } from '../view/look.js';
import { answerMode } from './answer-mode.js';
import { Conversation } from './conversation.js';
import { instead, numberedChoices, type PlainParts, sayWrapped } from './questions.js';

/** The same as numbered questions, a line at a time: for screen readers and terminals that cannot redraw. */
export async function runPlain(given: PlainParts): Promise<State> {
  await given.ruler.load();
  const keys = quietKeys(
    given.context.io,
    async () => await sayWrapped(given, 'what you typed in the meantime was ignored'),
  );
  try {
    return await Promise.race([converse(readingIn(given, keys)), keys.interrupted]);
  } finally {
    keys.end();
  }
}

/** Nothing is typed but what is asked for, and in the editor. */
function readingIn(parts: PlainParts, { open }: QuietKeys): PlainParts {
  const { context, work } = parts;
  const { prompt } = context;
  return {
    ...parts,
    context: {
      ...context,
      prompt: {
        ...prompt,
        line: async (question) => await open(async () => await prompt.line(question)),
        lines: async (question) => await open(async () => await prompt.lines(question)),
      },
    },
    work: { ...work, edit: async (effect, dispatch) => await open(async () => await work.edit(effect, dispatch)) },
  };
}

async function converse(parts: PlainParts): Promise<State> {
  const { context } = parts;
  const conversation = new Conversation(parts);
  await conversation.begin();
  const reminder = reminderWords(conversation.state);
  if (reminder !== undefined) await sayWrapped(parts, cleanLine(asText(reminder)));
  let shown: string | undefined;
  let said = '';
  for (;;) {
    const { state } = conversation;
    if (state.isOver) {
      await conversation.sayNotice();
      return conversation.state;
    }
    if (state.mode.is === 'list') {
      const item = current(state);
      const now = item?.uuid ?? state.title;
      // Why a list cannot be read has been said.
      if ((now !== shown || state.unseen.has(now)) && (item || state.isLoaded))
        await context.io.stdout.write(`${await describeItem(parts, state)}\n`);
      conversation.wasRead(state);
      shown = now;
      const chosen = await askForAction(parts, state, said);
      said = chosen.said;
      await conversation.tell(chosen.event);
    } else if (conversation.isWaiting) await conversation.waitUntilSent();
    else await answerUnlessOver(parts, conversation);
  }
}

/** The question of how to leave goes once there is nothing left to ask about. */
async function answerUnlessOver(parts: PlainParts, conversation: Conversation): Promise<void> {
  const { state, press, over } = conversation;
  const context = { ...parts.context, signal: AbortSignal.any([parts.context.signal, over]) };
  try {
    await answerMode({ parts: { ...parts, context }, state, press });
  } catch (error) {
    if (!over.aborted || parts.context.signal.aborted) throw error;
  }
}

/** The item at the cursor, with everything that was written, newest first. */
async function describeItem({ work, ruler, paint, context }: PlainParts, state: State): Promise<string> {
  const item = current(state);
  if (!item) return `\n${emptyLines(state).join('; ')}\n`;
  const width = context.io.stdout.columns();
  const body = await work.body(state, item.uuid, width);
  const setting = work.setting(state);
  const look: Look = { ruler, setting, body: body?.lines, news: body?.news?.(setting.now) };
  const { unreadable } = markOf(state, item.uuid);
  const why = body || unreadable === undefined ? [] : [[span(cleanLine(asText(unreadable)), 'dim')]];
  return ['', ...[...aboutLines(state, look, { item, width }), ...why, ...(body?.lines ?? [])].map(paint), ''].join(
    '\n',
  );
}

/** What was chosen, and the list of what may be done as it was last said. */
interface PlainChoice {
  readonly event: Event;
  readonly said: string;
}

/**
 * What may be done, as a numbered list, which is said again only if it is another one. Also taken are the words of an action, its
 * key, and words of another row, to go there.
 */
async function askForAction(parts: PlainParts, state: State, said: string): Promise<PlainChoice> {
  const { prompt, signal } = parts.context;
  const offered = offeredIn(state);
  const list = numberedChoices(offered.map((entry) => wordsOf(state, entry)));
  const { selected } = state;
  if (selected.size > 0)
    await sayWrapped(
      parts,
      cleanLine(`${selected.size} selected: ${listedNames(targetsOf(state).map(({ ref }) => ref))}`),
    );
  if (list !== said) await sayWrapped(parts, list);
  const text = await prompt.line({
    ...{ message: list === said ? 'Number (? to list them)' : 'Number', instead, signal, refusesPaste: true },
    check: (given) => checkAction(state, offered, given),
  });
  if (text.trim() === '?') return await askForAction(parts, state, '');
  const row = entryFor(state, offered, text) ? undefined : rowFor(state, text);
  const name = entryFor(state, offered, text)?.keys[0] ?? 'q';
  const key = { name, ...([...name].length === 1 && { text: name }) };
  return { event: row ? { is: 'click', uuid: row.uuid } : { is: 'key', key }, said: list };
}

function offeredIn(state: State): readonly KeyEntry[] {
  const { selected, filter } = state;
  const isMove = ({ keys: [key] }: KeyEntry): boolean => key === 'j' || key === 'k';
  // The help is about keys.
  const all = keysOf(state);
  const shown = all.filter(
    ({ keys: [key], label, group }) => (label !== undefined || group === 'Yours') && key !== '?',
  );
  // What is asked about a conflict comes last, so that no other number changes.
  return [
    ...shown.filter(({ group }) => group !== 'Settle'),
    ...all.filter(isMove),
    ...all.filter(({ keys: [key] }) => key === 'esc' && (selected.size > 0 || filter !== '')),
    ...shown.filter(({ group }) => group === 'Settle'),
  ].filter((entry, at, all) => isOffered(state, entry) && !entry.isHidden?.(state) && all.indexOf(entry) === at);
}

function wordsOf(state: State, entry: KeyEntry): string {
  return labelOf(state, entry) || entry.help;
}

function entryFor(state: State, offered: readonly KeyEntry[], given: string): KeyEntry | undefined {
  const text = given.trim();
  const isNamed = (entry: KeyEntry): boolean => toPlainLetters(wordsOf(state, entry)) === toPlainLetters(text);
  return offered[Number(text) - 1] ?? offered.find(({ keys: own }) => own.includes(text)) ?? offered.find(isNamed);
}

/** The row with these words, if there is only one of those shown. */
function rowFor(state: State, text: string): Item | undefined {
  const [row, ...others] = rowsFor(state, text);
  return others.length === 0 ? row : undefined;
}

function rowsFor(state: State, text: string): readonly Item[] {
  const words = text.trim();
  const found = words.length < 2 || /^\d+$/.test(words) ? [] : itemsWith({ ...state, items: shownItems(state) }, words);
  const named = found.filter(({ ref }) => ref.toLowerCase() === words.toLowerCase());
  return named.length > 0 ? named : found;
}

function checkAction(state: State, offered: readonly KeyEntry[], text: string): string | undefined {
  if (text.trim() === '?' || entryFor(state, offered, text) || rowFor(state, text)) return undefined;
  const found = rowsFor(state, text);
  if (found.length > 1) return `several rows have these words: ${listedNames(found.map(({ ref }) => cleanLine(ref)))}`;
  const [number, name] = [`a number from 1 to ${offered.length}`, 'the name of an action'];
  return shownItems(state).length > 0 ? `${number}, ${name}, or words of a row` : `${number}, or ${name}`;
}
