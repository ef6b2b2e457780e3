import type { Context } from '../../args/context.js';
import { isParsed } from '../../args/more-flags.js';
import { Declined } from '../../contract/errors.js';
import { textOf } from '../../contract/row.js';
import { dataText } from '../../output/data/json.js';
import type { Option } from '../../terminal/prompt/prompt.js';
import { askField, type FieldQuestion } from './ask-field.js';
import { type Answer, type Answers, type Field, isSame, itemsOf, shown } from './field.js';

/** What is created or changed at a terminal, one field after another. */
interface Form extends Pick<FieldQuestion, 'write' | 'isNew' | 'opensEditor'> {
  /** What it is about: `SCM-12 Night ferry`, or `A new task`. */
  readonly title: string;
  readonly fields: readonly Field[];
  /** The values to begin with: the stored ones, or those given by flags. */
  readonly before: Readonly<Record<string, unknown>>;
  /** What sending is called: `Create it`. */
  readonly send: string;
  /** Lines of the summary that no field has, such as who will see it. */
  readonly remarks?: (answers: Answers) => Promise<readonly string[]>;
  /** Whether everything is shown and confirmed before it is sent. */
  readonly isReviewed: boolean;
  /** Called with all values whenever one was given. */
  readonly onAnswer?: (answers: Answers) => Promise<void>;
}

/**
 * Asks for what something new lacks, or which field to change and for its new value; then shows the whole, or what changes, and
 * asks whether to send it. Gives all values. Throws Declined for a no, and then nothing has been sent.
 */
export async function fillForm(context: Context, form: Form): Promise<Answers> {
  const { fields, isNew, isReviewed } = form;
  const before = startOf(form);
  let answers = before;
  const ask = async (field: Field): Promise<void> => {
    const isChanged = !isSame(before[field.key], answers[field.key]);
    const answer = await askField(context, { ...form, field, answers, isChanged });
    answers = { ...answers, [field.key]: answer };
    await form.onAnswer?.(answers);
  };
  const asked = isNew ? fields.filter(({ isRequired, isAsked }) => isRequired || (isAsked && isReviewed)) : [];
  for (const field of asked) if (itemsOf(answers[field.key]).length === 0) await ask(field);
  if (isNew && !isReviewed) return answers;
  for (let next: Next = isNew ? 'review' : 'change'; ; ) {
    if (next === 'change') await ask(await chooseField(context, form, answers));
    const isUnchanged = !isNew && fields.every(({ key }) => isSame(before[key], answers[key]));
    if (!isUnchanged) {
      if (!isReviewed) return answers;
      await showSummary(context, form, { before, answers });
      next = await decide(context, form);
    }
    if (next === 'send') return answers;
    if (next === 'drop') throw new Declined(isNew ? 'Nothing was created.' : 'Nothing was changed.');
  }
}

function startOf({ fields, before }: Form): Answers {
  const answerOf = (value: unknown): Answer => {
    if (Array.isArray(value)) return value.map(dataText);
    return isParsed(value) ? value : textOf(value);
  };
  return Object.fromEntries(fields.map(({ key }) => [key, answerOf(before[key])]));
}

type Next = 'send' | 'change' | 'review' | 'drop';

async function decide({ prompt }: Context, { isNew, send }: Form): Promise<Next> {
  const choices: readonly Option<Next>[] = [
    { name: `Yes, ${send}`, value: 'send' },
    { name: isNew ? 'Change something first' : 'Change something else too', value: 'change' },
    { name: 'No', value: 'drop' },
  ];
  const message = isNew ? 'Create this?' : 'Send these changes?';
  return await prompt.choose({ message, choices, instead: 'add --yes' });
}

async function chooseField({ prompt }: Context, form: Form, answers: Answers): Promise<Field> {
  const isOffered = await Promise.all(form.fields.map(async (field) => (await field.isOffered?.(answers)) ?? true));
  const fields = form.fields.filter((_, at) => isOffered[at]);
  const width = Math.max(...fields.map(({ label }) => label.length));
  const choices = fields.map((field) => ({
    name: `${field.label.padEnd(width)}  ${firstLine(shown(field, answers[field.key]))}`,
    short: field.label,
    value: field,
  }));
  const message = form.isNew ? 'Change' : firstLine(form.title);
  return await prompt.search({ message, choices, instead: 'change it with a flag' });
}

/** The whole of something new, or what changes. */
async function showSummary(
  { io: { stderr }, settings: { env } }: Context,
  { fields, isNew, title, remarks }: Form,
  { before, answers }: { readonly before: Answers; readonly answers: Answers },
): Promise<void> {
  const { indentText } = await import('../../output/text/wrap.js');
  const changed = fields.filter(({ key }) =>
    isNew ? itemsOf(answers[key]).length > 0 : !isSame(before[key], answers[key]),
  );
  const indented = async (text: string, indent: number): Promise<string> =>
    await indentText(text, indent, stderr.columns());
  const width = Math.max(...changed.map(({ label }) => label.length));
  const parts = ['', await indented(title, 0)];
  for (const field of changed.filter(({ isLong }) => !isLong)) {
    const now = shown(field, answers[field.key]);
    const was = shown(field, before[field.key]);
    const change = env.ACCESSIBLE ? `from ${was} to ${now}` : `${was} → ${now}`;
    const text = await indented(isNew ? now : change, width + 4);
    parts.push(`  ${field.label.padEnd(width)}  ${text.trimStart()}`);
  }
  for (const { key, label } of changed.filter(({ isLong }) => isLong))
    parts.push(
      isNew ? '' : `  ${label}, the new text:`,
      await indented(itemsOf(answers[key]).join('\n'), isNew ? 2 : 4),
    );
  const said = (await remarks?.(answers)) ?? [];
  if (said.length > 0) parts.push('', ...(await Promise.all(said.map((each) => indented(each, 0)))));
  await stderr.write(`${parts.join('\n')}\n\n`);
}

/** The beginning of a value, for a list on a narrow terminal. */
function firstLine(text: string): string {
  const [line = '', ...more] = text.trim().split('\n');
  return line.length > 50 || more.length > 0 ? `${line.slice(0, 50)}…` : line;
}
