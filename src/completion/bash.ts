import { commonStart } from './index-file.js';
import { beginsWith } from './match.js';
import type { Candidate, Offer } from './offer.js';

/** The line before the cursor, split into words as bash does. */
interface BashLine {
  /** The words after the program's name; the last is the one at the cursor. */
  readonly words: readonly string[];
  /** The open quote at the cursor, if any. */
  readonly quote: string;
  /** How much of the word at the cursor readline does not replace. */
  readonly base: number;
  readonly isRedirected: boolean;
}

/** How bash asked: the type of completion as a character code, and the width of the terminal. */
interface BashQuestion {
  readonly type: number;
  readonly columns: number;
  /** Whether to add the space after a word here: bash 3.2 cannot suppress it for a single completion. */
  readonly addsSpace: boolean;
}

/** Splits the line before the cursor into words as bash would, without expanding anything; readline breaks words at `breaks`. */
export function splitBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let [word, quote, base] = ['', '', 0];
  let [isBegun, isRedirected] = [false, false];
  const next = (): void => {
    if (isBegun && !isRedirected) words.push(word);
    if (isBegun) isRedirected = false;
    [word, base, isBegun] = ['', 0, false];
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? '';
    const after = line[at + 1] ?? '';
    if (quote !== '') {
      const isEscaped = quote === '"' && sign === '\\' && after !== '' && '"$`\\'.includes(after);
      if (sign === quote) [quote, base] = ['', word.length];
      else word += isEscaped ? after : sign;
      if (isEscaped) at++;
    } else if (sign === ' ' || sign === '\t') next();
    else if (sign === '<' || sign === '>') {
      if (/^\d*$/.test(word)) [word, isBegun] = ['', false];
      next();
      isRedirected = true;
    } else if (sign === '"' || sign === "'") [quote, base, isBegun] = [sign, word.length, true];
    else if (sign === '\\') {
      word += after;
      isBegun = true;
      at++;
    } else {
      word += sign;
      isBegun = true;
      // readline replaces an @ together with the text after it.
      if (breaks.includes(sign)) base = sign === '@' ? word.length - 1 : word.length;
    }
  }
  const given = words.slice(words.findIndex((each) => !/^[A-Za-z_]\w*=/.test(each)) + 1);
  return { words: [...given, word], quote, base, isRedirected };
}

/** The types of completion; the second TAB lists candidates. */
const [firstTab, listing] = [9, 63];

/** The lines for bash: words quoted for the command line or, when it lists candidates, texts with titles. */
export function answerBash(offer: Offer, { quote, base, words }: BashLine, question: BashQuestion): readonly string[] {
  const word = words.at(-1) ?? '';
  const fits = offer.candidates.filter(({ text }) => {
    const whole = offer.prefix + text;
    return whole.slice(0, base).toLowerCase() === word.slice(0, base).toLowerCase() && means(whole.slice(base), quote);
  });
  if (question.type === listing && fits.length > 1) return show(fits, question.columns - 1);
  const texts = fits.map(({ text }) => toBash((offer.prefix + text).slice(base), quote));
  const common = commonStart(fits.map(({ text }) => text));
  // readline would replace what was typed with the common start, which may say less.
  const keepsTyped = fits.length > 1 && !beginsWith(common, offer.typed) && question.type === firstTab;
  if (keepsTyped) return [...texts, ''];
  const [only] = texts;
  const isWhole = texts.length === 1 && quote === '' && only?.endsWith(':') === false;
  return question.addsSpace && isWhole ? [`${only} `] : texts;
}

/** Whether a text keeps its meaning in the open quote: readline drops or doubles quotes, and history is expanded in double quotes too. */
function means(text: string, quote: string): boolean {
  if (quote === '') return true;
  return !(quote === '"' ? /[!"$`\\]/ : /['!\\]/).test(text);
}

function toBash(text: string, quote: string): string {
  return quote === ''
    ? text.replace(/[\x00-\x7f]/g, (sign) => (/[\w./:@%+=,^-]/.test(sign) ? sign : `\\${sign}`))
    : text;
}

function show(candidates: readonly Candidate[], room: number): readonly string[] {
  const lengths = candidates.map(({ text }) => [...text].length);
  const width = Math.max(0, ...lengths.filter((length) => length < room / 2));
  return candidates.map(({ text, title }) =>
    title === undefined ? text : [...`${text.padEnd(width)}  ${title}`].slice(0, room).join(''),
  );
}
