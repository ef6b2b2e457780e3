import { cleanLine } from '../../contract/clean.js';
import { toPlainLetters } from '../../contract/plain-letters.js';
import { leaveKeys, leaveWords, leftWords } from '../model/leaving.js';
import type { Mode, Option, Picking } from '../model/mode.js';
import { optionsShown } from '../model/picking.js';
import { fieldWith } from '../model/text-field.js';
import type { Key } from '../model/update.js';
import { askForMessage } from './ask-for-message.js';
import { type Asking, ask, numbered, sayWrapped } from './questions.js';

type Answer<M extends Mode['is']> = (asking: Asking, mode: Extract<Mode, { is: M }>) => Promise<void>;

const dismiss: Key = { name: 'esc' };

const answers: { readonly [M in Mode['is']]?: Answer<M> } = {
  pick: pickOne,
  async ask({ parts, press }, { title }) {
    const text = await ask(parts, cleanLine(title));
    await press(...(text === '' ? [dismiss] : [{ name: 'ctrl+u' }, { name: 'paste', text }, { name: 'enter' }]));
  },
  async filter({ parts, press }) {
    const text = await ask(parts, 'Show only rows with these words (none: all rows)');
    await press({ name: 'ctrl+u' }, { name: 'paste', text }, { name: 'enter' });
  },
  write: askForMessage,
  leave: askHowToLeave,
};

/** Asks for what a picker, a question or a message needs; what has no use here is left. */
export async function answerMode(asking: Asking): Promise<void> {
  const { mode } = asking.state;
  const answer = answers[mode.is];
  await (answer ? answer(asking, mode as never) : asking.press(dismiss));
}

/** The most options with numbers where a part of a name can be typed. */
const mostNumbered = 40;

async function pickOne({ parts, press }: Asking, mode: Picking): Promise<void> {
  const all = optionsShown(mode);
  // A part of a name can be typed instead.
  const options = mode.field && mode.what !== 'check' ? all.slice(0, mostNumbered) : all;
  // An item has the number that it has everywhere.
  const numbers = options.map(({ letter }, at) => (mode.what === 'check' ? (letter ?? '') : String(at + 1)));
  const words = options.map(({ text, isSet }, at) => `${numbers[at]} ${cleanLine(text)}${isSet ? ' (now)' : ''}`);
  const more = all.length > options.length ? [`and ${all.length - options.length} more`] : [];
  await sayWrapped(parts, [...words, ...more].join('\n'));
  const chosen = await ask(parts, 'Number, or a part of the name', checkPick(mode, numbers));
  const isNumber = /^\d+$/.test(chosen);
  const named = isNumber || mode.field ? undefined : optionNamed(mode, chosen);
  const at = named ? options.indexOf(named) : numbers.indexOf(isNumber ? String(Number(chosen)) : '');
  if (chosen === '') await press(dismiss);
  else if (options[at])
    await press(...Array.from({ length: at - mode.at }, () => ({ name: 'down' })), { name: 'enter' });
  else await press(...(mode.field ? [{ name: 'paste', text: chosen }, { name: 'enter' }] : [dismiss]));
}

/** The only option with these words, or the one that is just these. */
function optionNamed(mode: Picking, text: string): Option | undefined {
  const [first, ...others] = optionsShown({ ...mode, field: fieldWith(text) });
  return others.length === 0 || toPlainLetters(first?.text ?? '') === toPlainLetters(text) ? first : undefined;
}

/** Says what is wrong with an answer to a picker; an empty one leaves it. */
function checkPick(mode: Picking, numbers: readonly string[]): (text: string) => string | undefined {
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
async function askHowToLeave({ parts, state, press }: Asking): Promise<void> {
  const offered = leaveKeys(state);
  const find = (text: string) => offered[Number(text.trim()) - 1] ?? offered.find(({ key }) => key === text.trim());
  const words = leaveWords(state, parts.work.setting(state).now).map((each) => each.words);
  await sayWrapped(parts, `${leftWords(state)}: ${numbered(words)}`);
  const chosen = find(
    await ask(parts, 'Number', (text) => (find(text) ? undefined : `a number from 1 to ${offered.length}`)),
  );
  await press({ name: chosen?.key ?? 'esc' });
}
