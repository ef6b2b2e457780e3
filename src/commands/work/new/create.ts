import type { Context } from '../../../args/context.js';
import type { FlagTable } from '../../../args/flag.js';
import { isNone } from '../../../args/value.js';
import { ask, type ComposeValues, edit, get, send, type TextChange } from '../../../compose/compose.js';
import type { Answers, Field } from '../../../compose/form/field.js';
import type { Row } from '../../../contract/row.js';
import type { VerbResult } from '../../../output/shown.js';
import { fileRemarks, isReviewed } from '../../creating/creating.js';
import { readList } from '../editing/lists.js';
import { findTasks } from '../task.js';
import { spelled } from '../words.js';
import { type FindPeople, readFields, type WorkKind } from '../work-kind.js';
import { newWorkShown } from './check-new.js';

/** What the verbs that create tasks and tickets differ in. */
interface NewWork<V> {
  readonly work: WorkKind;
  readonly flags: FlagTable;
  readonly route: 'POST /tasks' | 'POST /tickets';
  readonly title: 'title' | 'subject';
  /** Adds defaults. Throws a usage error for what is missing where nobody can be asked. */
  readonly settle: (values: V) => V | Promise<V>;
  readonly form: () => Promise<NewForm>;
  /** What a request begins with: the title, and where it is to be created. */
  readonly begin: (values: V, fields: Row, named: TextChange['named']) => Promise<Row>;
  readonly findPeople: (begun: Row) => FindPeople;
  /** The command that shows whether it exists. */
  readonly look: string;
  readonly sentence: Parameters<typeof newWorkShown>[2]['sentence'];
}

/** What is asked about something new, and who will see it. */
export interface NewForm {
  readonly fields: readonly Field[];
  readonly audience: (answers: Answers) => Promise<string>;
}

/** The lists of something new, and the values of its fields. */
interface NewParts extends Readonly<Record<string, unknown>> {
  readonly body?: string | undefined;
  readonly tag?: readonly string[];
  readonly assignee: readonly string[];
  readonly dependsOn?: readonly string[];
}

/** The values that new tasks and tickets have in common. */
interface NewValues extends ComposeValues, NewParts {
  readonly title?: string | undefined;
  readonly subject?: string | undefined;
  readonly attach: readonly string[];
}

/** Creates a task or a ticket from flags, a draft or a form. */
export async function createWork<V extends NewValues>(
  context: Context,
  given: V,
  made: NewWork<V>,
): Promise<VerbResult | undefined> {
  const { work, flags, route, title, look, sentence } = made;
  const got = await get(context, given, {
    command: `${work.kind}s create`,
    flags,
    text: { what: 'description', isRequired: false },
    check(values, client) {
      readFields(context, client, { work, given: values });
      listsIn(values);
      return made.settle(values);
    },
  });
  const { client, files } = got;
  const asked = await ask(context, got, async ({ onAnswer, write }) => {
    if (!context.prompt.possible) return;
    const { values: before } = got;
    const { fields, audience } = await made.form();
    const { fillForm } = await import('../../../compose/form/form.js');
    await fillForm(context, {
      ...{ title: `A new ${work.kind}`, send: 'create it', isNew: true, before, write, fields },
      ...{ opensEditor: before.editor ?? false, isReviewed: isReviewed(context, given, given[title]) },
      remarks: async (answers) => [...fileRemarks(before.attach), await audience(answers)],
      // The answers have the types of their flags.
      onAnswer: (answers) => onAnswer(answers as Partial<V>),
    });
  });
  const written = await edit(context, asked);
  const { values } = written;
  const sent = await send(context, written, async ({ named }) => {
    const body = await toBody(context, { client, values, named }, made);
    // The declarations say which fields a request may have.
    const answer = await client.write(route, { body: body as never, files });
    return answer && { answer, body };
  });
  if (!sent) return undefined;
  return await newWorkShown(context, client, {
    ...{ ...sent, work, title: String(sent.body[title]), look, sentence, files },
    isNobodys: values.assignee.some(isNone),
  });
}

/** The lists of something new. Throws a usage error for `none` with other names. */
export function listsIn({ tag = [], assignee, dependsOn = [] }: NewParts): Readonly<Record<string, readonly string[]>> {
  return {
    tags: readList('--tag', tag),
    assigneeIds: readList('--assignee', assignee),
    dependsOnIds: readList('--depends-on', dependsOn),
  };
}

/** The body of the request, with everything it names resolved (docs/api.md, Task creation body and Ticket). */
export async function toBody<V extends NewParts>(
  context: Context,
  { client, values, named }: Pick<TextChange, 'client' | 'named'> & { readonly values: V },
  { work, begin, findPeople }: Pick<NewWork<V>, 'work' | 'begin' | 'findPeople'>,
): Promise<Row> {
  const { tags = [], assigneeIds = [], dependsOnIds = [] } = listsIn(values);
  const fields = (): Row => readFields(context, client, { work, given: values });
  const begun = await begin(values, fields(), named);
  const found = {
    assigneeIds: await findPeople(begun)(assigneeIds),
    dependsOnIds: await findTasks(context, dependsOnIds, named),
  };
  // Only now, since people are found in rows that show how this server spells its words.
  const read = fields();
  const lists = { tags: tags.map((tag) => spelled(client, work.tag, tag)), ...found };
  return {
    ...begun,
    ...(values.body !== undefined && { description: values.body }),
    ...Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null)),
    ...Object.fromEntries(Object.entries(lists).filter(([, items]) => items.length > 0)),
  };
}
