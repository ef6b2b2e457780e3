import { cleanLine } from '../../contract/clean.js';
import { shownWord } from '../../contract/server-word.js';
import type { Writing } from '../model/mode.js';
import { followUps } from '../model/writing.js';
import { type Asking, ask, instead, isNumberTo, numbered, sayWrapped } from './questions.js';

/** What ends a message, or leaves it for the editor. */
const ends = { text: '.', editor: '.e' } as const;

/** A message line by line, or written in the editor, and the status that follows it. */
export async function askForMessage(asking: Asking, mode: Writing): Promise<void> {
  const { parts, press } = asking;
  const ref = mode.targets[0]?.ref ?? '';
  const audience =
    mode.audience === undefined ? '' : `A reply to ${ref} is public: it will be read by ${mode.audience}.`;
  for (const line of [audience, mode.remark, mode.field.text]) {
    if (line !== undefined && line !== '') await sayWrapped(parts, cleanLine(line));
  }
  const { end, hasNewLines } = await readLines(asking, mode);
  if (end === ends.editor) return await press({ name: 'ctrl+o' });
  if (mode.field.text === '' && !hasNewLines) return await press({ name: 'esc' });
  // What has become of the text is said first.
  await press();
  await askWhetherToSend(asking, mode);
}

/** Reads lines after those that are there. */
async function readLines(
  { parts, press }: Asking,
  { field, what }: Writing,
): Promise<{ readonly end: string; readonly hasNewLines: boolean }> {
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

async function askWhetherToSend({ parts, state, press }: Asking, mode: Writing): Promise<void> {
  const statuses = followUps(state, mode);
  const yes = mode.status === undefined ? 'yes' : 'yes, and leave the status as it is';
  const answers = [yes, 'keep as a draft', ...statuses.map((each) => `send, then ${shownWord(each)}`)];
  await sayWrapped(parts, `Send it? ${numbered(answers)}`);
  const check = (text: string): string | undefined =>
    isNumberTo(answers.length, text) ? undefined : `a number from 1 to ${answers.length}`;
  const number = Number(await ask(parts, 'Number', check));
  if (number === 2) return await press({ name: 'esc' });
  const all = [undefined, ...statuses];
  const tabs = (Math.max(0, number - 2) - all.indexOf(mode.status) + all.length) % all.length;
  await press(...Array.from({ length: tabs }, () => ({ name: 'tab' })), { name: 'ctrl+s' });
}
