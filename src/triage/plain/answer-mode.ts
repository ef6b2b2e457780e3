import { asText, phrase } from '../../contract/errors.js';
import { followingWords } from '../../contract/following.js';
import { toPlainLetters } from '../../contract/plain-letters.js';
import { shownWord } from '../../contract/server-word.js';
import { cleanLine } from '../../contract/unsafe-characters.js';
import type { Key } from '../../terminal/key-names.js';
import { leaveKeys, leaveWords, leftWords } from '../model/leaving.js';
import type { Mode, PickMode, PickOption, WritingMessage } from '../model/mode.js';
import { optionsShown } from '../model/picking.js';
import { fieldWith } from '../model/text-field.js';
import { followUps } from '../model/writing.js';
import { askLine, instead, isNumberTo, numberedChoices, type QuestionParts, sayWrapped } from './questions.js';

type Answerer<M extends Mode['is']> = (asking: QuestionParts, mode: Extract<Mode, { is: M }>) => Promise<void>;

const dismiss: Key = { name: 'esc' };

const answers: { readonly [M in Mode['is']]?: Answerer<M> } = {
  pick: pickOne,
  async ask({ parts, press }, { title }) {
    const text = await askLine(parts, cleanLine(title));
    await press(...(text === '' ? [dismiss] : [{ name: 'ctrl+u' }, { name: 'paste', text }, { name: 'enter' }]));
  },
  async filter({ parts, press }) {
    const text = await askLine(parts, 'Show only rows with these words (none: all rows)');
    await press({ name: 'ctrl+u' }, { name: 'paste', text }, { name: 'enter' });
  },
  write: askForMessage,
  leave: askHowToLeave,
};

/** Asks for what a picker, a question or a message needs; what has no use here is left. */
export async function answerMode(asking: QuestionParts): Promise<void> {
  const { mode } = asking.state;
  const answer = answers[mode.is];
  await (answer ? answer(asking, mode as never) : asking.press(dismiss));
}

/** The most options with numbers where a part of a name can be typed. */
const mostNumbered = 40;

async function pickOne({ parts, press }: QuestionParts, mode: PickMode): Promise<void> {
  const all = optionsShown(mode);
  // A part of a name can be typed instead.
  const options = mode.field && mode.what !== 'check' ? all.slice(0, mostNumbered) : all;
  // An item has the number that it has everywhere.
  const numbers = options.map(({ letter }, at) => (mode.what === 'check' ? (letter ?? '') : String(at + 1)));
  const words = options.map(({ text, isSet }, at) => `${numbers[at]} ${cleanLine(text)}${isSet ? ' (now)' : ''}`);
  const more = all.length > options.length ? [`and ${all.length - options.length} more`] : [];
  await sayWrapped(parts, [...words, ...more].join('\n'));
  const chosen = await askLine(parts, 'Number, or a part of the name', checkPick(mode, numbers));
  const isNumber = /^\d+$/.test(chosen);
  const named = isNumber || mode.field ? undefined : optionNamed(mode, chosen);
  const at = named ? options.indexOf(named) : numbers.indexOf(isNumber ? String(Number(chosen)) : '');
  if (chosen === '') await press(dismiss);
  else if (options[at])
    await press(...Array.from({ length: at - mode.at }, () => ({ name: 'down' })), { name: 'enter' });
  else await press(...(mode.field ? [{ name: 'paste', text: chosen }, { name: 'enter' }] : [dismiss]));
}

/** The only option with these words, or the one that is just these. */
function optionNamed(mode: PickMode, text: string): PickOption | undefined {
  const [first, ...others] = optionsShown({ ...mode, field: fieldWith(text) });
  return others.length === 0 || toPlainLetters(first?.text ?? '') === toPlainLetters(text) ? first : undefined;
}

/** Says what is wrong with an answer to a picker; an empty one leaves it. */
function checkPick(mode: PickMode, numbers: readonly string[]): (text: string) => string | undefined {
  const [first = '', last = ''] = [numbers[0], numbers.at(-1)];
  const isGapless = Number(last) === numbers.length;
  const words = isGapless ? `a number from ${first} to ${last}` : `one of the numbers ${numbers.join(', ')}`;
  return (text) => {
    const given = text.trim();
    if (given === '') return undefined;
    if (/^\d+$/.test(given)) {
      if (numbers.includes(String(Number(given)))) return undefined;
    } else if (mode.field ? optionsShown({ ...mode, field: fieldWith(given) }).length > 0 : optionNamed(mode, given))
      return undefined;
    return `${words}, or a part of the name`;
  };
}

/** What becomes of what has not been sent. */
async function askHowToLeave({ parts, state, press }: QuestionParts): Promise<void> {
  const offered = leaveKeys(state);
  const find = (text: string) => offered[Number(text.trim()) - 1] ?? offered.find(({ key }) => key === text.trim());
  const words = leaveWords(state, parts.work.setting(state).now).map((each) => each.words);
  await sayWrapped(parts, `${leftWords(state)}: ${numberedChoices(words)}`);
  const chosen = find(
    await askLine(parts, 'Number', (text) => (find(text) ? undefined : `a number from 1 to ${offered.length}`)),
  );
  await press({ name: chosen?.key ?? 'esc' });
}

/** What ends a message, or leaves it for the editor. */
const ends = { text: '.', editor: '.e' } as const;

/** A message line by line, or written in the editor, and the status that follows it. */
async function askForMessage(asking: QuestionParts, mode: WritingMessage): Promise<void> {
  const { parts, press } = asking;
  const ref = mode.targets[0]?.ref ?? '';
  const audience =
    mode.audience === undefined ? '' : phrase`A reply to ${ref} is public: it will be read by ${mode.audience}.`;
  const also = followingWords(mode.also ?? {}).join(', ');
  const original = mode.original ? `a note on ${mode.original.ref}` : '';
  for (const line of [audience, mode.remark, mode.field.text, also, original]) {
    if (line !== undefined && line !== '') await sayWrapped(parts, cleanLine(asText(line)));
  }
  const { end, hasNewLines } = await readLines(asking, mode);
  if (end === ends.editor) return await press({ name: 'ctrl+o' });
  if (mode.field.text === '' && !hasNewLines) return await press({ name: 'esc' });
  // What has become of the text is said first.
  await press();
  await askWhetherToSend(asking, mode);
}

/** Reads lines after those that are there. */
async function readLines({ parts, press }: QuestionParts, { field, what }: WritingMessage) {
  const { prompt, signal, io } = parts.context;
  const isNew = field.text === '';
  let lead = isNew ? '' : '\n';
  let hasNewLines = false;
  let keeping = Promise.resolve();
  const onLine = (line: string): void => {
    const text = `${lead}${line}`;
    lead = '\n';
    hasNewLines = true;
    // Each line is in the draft once it is entered.
    keeping = keeping.then(async () => await press({ name: 'paste', text }));
  };
  const none = isNew ? 'to write nothing' : 'to leave this draft as it is';
  await sayWrapped(
    parts,
    `End with a line that contains only a dot (at once ${none}), or .e to continue in your editor.`,
  );
  const end = await prompt
    .lines({ message: `Your ${what}`, instead, signal, ends: Object.values(ends), onLine })
    .catch(async (error: unknown) => {
      await io.stderr.write('a line is kept only once you press Enter; this one was lost\n');
      throw error;
    })
    .finally(async () => await keeping);
  return { end, hasNewLines };
}

async function askWhetherToSend({ parts, state, press }: QuestionParts, mode: WritingMessage): Promise<void> {
  // What a macro sets is not chosen again.
  const statuses = mode.macro ? [] : followUps(state, mode);
  const without = mode.macro ? `yes, then ${shownWord(mode.status ?? '')}` : 'yes, and leave the status as it is';
  const yes = mode.status === undefined ? 'yes' : without;
  const answers = [yes, 'keep as a draft', ...statuses.map((each) => `send, then ${shownWord(each)}`)];
  await sayWrapped(parts, `Send it? ${numberedChoices(answers)}`);
  const check = (text: string): string | undefined =>
    isNumberTo(answers.length, text) ? undefined : `a number from 1 to ${answers.length}`;
  const number = Number(await askLine(parts, 'Number', check));
  if (number === 2) return await press({ name: 'esc' });
  const all = [undefined, ...statuses];
  const tabs = mode.macro ? 0 : (Math.max(0, number - 2) - all.indexOf(mode.status) + all.length) % all.length;
  await press(...Array.from({ length: tabs }, () => ({ name: 'tab' })), { name: 'ctrl+s' });
}
