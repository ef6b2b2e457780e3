import type { Context } from '../../args/context.js';
import { phrase } from '../../contract/errors.js';
import { shownWord } from '../../contract/server-word.js';
import { cleanText } from '../../contract/text/unsafe-characters.js';
import { type Line, plainPaint, span } from '../../output/text/span.js';
import { plainMarks } from '../../views/projects.js';
import { subjectOfRow } from '../model/decisions/rights.js';
import { isAsGiven, type PickOption, type WritingMessage } from '../model/mode.js';
import type { State } from '../model/state.js';
import { listedNames } from '../model/step.js';
import { completionOf, wordToComplete } from '../model/texts/completing.js';
import { alsoWords, followUps } from '../model/texts/writing.js';
import type { Event } from '../model/update.js';
import { lineOf } from './describe.js';
import { type Answer, down, isAlike, press, type Question, wordQuestion } from './questions.js';
import { howToWrite, keyOfLine, textEnds } from './text-ends.js';

/** The session in which a text is written. */
export interface Talk {
  readonly state: State;
  /** What was entered with the key that began it; given once. */
  takeRest(): string | undefined;
  /** Passes on events, waits for what follows from them, and says what has changed. */
  tell(...events: readonly Event[]): Promise<void>;
  print(lines: readonly Line[]): Promise<void>;
  /** Asks once; gives whether that was answered. */
  ask(question: Question): Promise<boolean>;
}

/** What to do where no questions can be asked. */
export const instead = 'tracker triage needs a terminal';

/** Texts that are written a line at a time. */
export class Composer {
  /** What was said of the text, and as much of it as need not be said again. */
  #head = '';
  #text = '';
  #isTold = false;

  constructor(
    readonly talk: Talk,
    readonly context: Pick<Context, 'io' | 'prompt' | 'signal'>,
  ) {}

  /** To be called once a text has been left. */
  forget(): void {
    [this.#head, this.#text] = ['', ''];
  }

  /** Reads lines of a text up to one that is a key, or the end, after which it is asked about. */
  async write(mode: WritingMessage): Promise<void> {
    await this.#sayText(mode);
    const { talk } = this;
    const rest = talk.takeRest();
    let lead = mode.field.text === '' ? '' : '\n';
    let keeping = Promise.resolve();
    const onLine = (line: string): void => {
      const text = `${lead}${line}`;
      lead = '\n';
      // Each line is in the draft once it is entered.
      keeping = keeping.then(async () => await talk.tell({ is: 'key', key: { name: 'paste', text } }));
    };
    if (rest !== undefined) onLine(rest);
    const { prompt, signal, io } = this.context;
    const message = nameOf(talk.state, mode);
    const end = await prompt
      .lines({ message, instead, signal, ends: textEnds, onLine })
      .catch(async (error: unknown) => {
        await io.stderr.write('a line is kept only once you press Enter; this one was lost\n');
        throw error;
      })
      .finally(async () => await keeping);
    await this.#completeWords(mode.field.text.length);
    const { mode: now } = talk.state;
    if (now.is !== 'write') return;
    this.#text = now.field.text;
    const key = keyOfLine(end);
    if (key !== undefined) await talk.tell(press(key));
    else if (now.field.text.trim() === '') await talk.tell(press('esc'));
    else {
      while (!(await talk.ask(sendingQuestion(talk.state, now))));
      if (talk.state.mode === now) await talk.print([lineOf('not sent; go on with the text')]);
    }
    await this.#sayPreview();
  }

  /** Completes words that begin with @ or # from a place on, as the screen offers while they are typed. */
  async #completeWords(from: number): Promise<void> {
    const { talk } = this;
    for (let [at, isAny] = [from, false]; ; isAny = true) {
      const { mode } = talk.state;
      if (mode.is !== 'write' || mode.macro?.texts) return;
      const { text } = mode.field;
      const place = wordToComplete(text, at);
      if (!place) return isAny ? await talk.tell({ is: 'cursor', at: text.length }) : undefined;
      await talk.tell({ is: 'cursor', ...place });
      at = await this.#completeWord(place.start, text.slice(place.start, place.at));
    }
  }

  /** Completes the word before the cursor: what it can only mean is said, and anything else is asked. Gives where it ends then. */
  async #completeWord(start: number, word: string): Promise<number> {
    const { talk } = this;
    const options = optionsIn(talk.state);
    const end = start + word.length;
    if (options.length === 0) return end;
    const isCalled = ({ text }: PickOption): boolean => isAlike(text.split(' ', 1)[0] ?? '', word.slice(1));
    const [only, second] = word.startsWith('@') ? options : options.filter(isCalled);
    if (only && !second) await talk.tell(...down(0, options.indexOf(only), options.length), press('tab'));
    else while (!(await talk.ask(wordQuestion(word, options))));
    const { mode } = talk.state;
    if (mode.is !== 'write') return end;
    const taken = options.find(({ value }) => mode.field.text.startsWith(value, start));
    await talk.print([lineOf(taken ? `${word}: ${taken.text}` : `${word} stays as it is`)]);
    return mode.field.at;
  }

  async #sayText(mode: WritingMessage): Promise<void> {
    const { talk } = this;
    const head = composerLines(talk.state, mode);
    const said = head.map(plainPaint).join('\n');
    if (said !== this.#head) await talk.print(head);
    this.#head = said;
    if (mode.field.text !== this.#text) await talk.print(textLines(mode));
    this.#text = mode.field.text;
    if (!this.#isTold) await talk.print([lineOf(howToWrite)]);
    this.#isTold = true;
  }

  /** Reads out how the text will look, and goes on with it. */
  async #sayPreview(): Promise<void> {
    const { talk } = this;
    const { mode } = talk.state;
    if (mode.is !== 'write' || !mode.preview) return;
    await talk.print(mode.preview.lines ?? []);
    await talk.tell(press('ctrl+p'));
  }
}

/** What the word at the cursor of the text may become. */
function optionsIn(state: State): readonly PickOption[] {
  const { mode } = state;
  return (mode.is === 'write' && completionOf(state, mode)?.options) || [];
}

/** What is known of a text before it is written: who reads it above all. */
function composerLines(state: State, mode: WritingMessage): readonly Line[] {
  const { targets, audience, remark, attach, macro } = mode;
  const name = { Note: 'Internal note', Comment: 'Comment', Reply: 'Public reply' }[nameOf(state, mode)];
  const sets = [
    ...(macro && mode.status !== undefined ? [`status ${shownWord(mode.status)}`] : []),
    ...alsoWords(mode),
  ];
  const to = targets.length === 1 ? '' : ` to ${listedNames(targets.map(({ ref }) => ref))}`;
  const readers = audience === undefined ? '' : phrase`, read by ${audience}`;
  return [
    lineOf(phrase`${name}${to}${readers}`, 'strong'),
    ...(remark === undefined ? [] : [lineOf(remark)]),
    ...(sets.length === 0 ? [] : [lineOf(`also: ${sets.join(', ')}`)]),
    ...(attach.length === 0 ? [] : [lineOf(`with ${attach.join(', ')}`)]),
  ];
}

function nameOf(state: State, { what, row }: WritingMessage): 'Note' | 'Comment' | 'Reply' {
  if (what === 'note') return 'Note';
  return subjectOfRow(state, row)?.kind === 'task' ? 'Comment' : 'Reply';
}

function textLines({ field, macro }: WritingMessage): readonly Line[] {
  const texts = macro?.texts ? [...macro.texts.values()] : [field.text];
  return texts.flatMap((text) => plainMarks(cleanText(text)).split('\n')).map((line): Line => [span(line)]);
}

/** What becomes of a text, by number; the first sends it. */
function sendingQuestion(state: State, mode: WritingMessage): Question {
  // What a macro sets is not chosen again.
  const statuses = mode.macro ? [] : followUps(state, mode);
  const all = [undefined, ...statuses];
  const send = (status: string | undefined): readonly Event[] => {
    const from = all.indexOf(mode.status);
    const tabs = mode.macro ? 0 : (all.indexOf(status) - from + all.length) % all.length;
    return [...Array.from({ length: tabs }, () => press('tab')), press('ctrl+s')];
  };
  const offered = [mode.status, ...all.filter((each) => each !== mode.status)].slice(0, mode.macro ? 1 : undefined);
  const then = (status: string | undefined): string => {
    if (status !== undefined) return `, then ${shownWord(status)}`;
    return mode.status === undefined ? '' : ', but keep the status';
  };
  const [first = '', ...others] = offered.map((each, at) => `${at === 0 ? 1 : at + 2} yes${then(each)}`);
  const words = [first, isAsGiven(mode) ? '2 no' : '2 keep as draft', ...others];
  const answer = (text: string): Answer => {
    const key = keyOfLine(text);
    const status = statuses.find((each) => shownWord(each) === text || each === text);
    if (text === '') return { events: [] };
    if (key !== undefined) return { events: [press(key)] };
    if (status !== undefined) return { events: send(status) };
    if (text === '?') return { says: words.map((each) => lineOf(each)) };
    if (text === '2') return { events: [press('esc')] };
    const number = text === '1' ? 0 : Number(text) - 2;
    return number in offered ? { events: send(offered[number]) } : { wrong: `a number from 1 to ${words.length}` };
  };
  const more = words.length > mostRead ? ['? more'] : [];
  const said = [...words.slice(0, mostRead), ...more].join('; ');
  return { lines: [lineOf(`Send it? ${said}`)], prompt: 'Number', isChoice: true, answer };
}

/** How many of the answers are read out unasked. */
const mostRead = 3;
