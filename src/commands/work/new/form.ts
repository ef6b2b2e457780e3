import type { FlagTable } from '../../../args/flag.js';
import type { Client } from '../../../client/client.js';
import { type Answers, type Field, flagField } from '../../../compose/form/field.js';
import { type Row, rowsOf, textOf, textsOf, uuidOf } from '../../../contract/row.js';
import { minutesText } from '../../../contract/server-word.js';
import { userName } from '../../../lists/names.js';
import { peopleOptions, readTeam } from '../../../references/people.js';
import { assigneeIds } from '../../../views/cells/people.js';
import type { WorkField, WorkKind } from '../work-kind.js';

/** What a form is made of: the flags whose values it asks for, in this order, and the people to choose from. */
interface FormQuestion {
  readonly work: WorkKind;
  readonly flags: FlagTable;
  readonly keys: readonly string[];
  /** The team if left out. */
  readonly people?: (answers: Answers) => Promise<readonly Row[]>;
}

/** The fields of a form for a task or ticket. */
export function formFields(client: Client, { work, flags, keys, people }: FormQuestion): readonly Field[] {
  const others: Readonly<Record<string, () => Field>> = {
    tag: () => flagField(flags, 'tag', 'Tags'),
    assignee: () =>
      flagField(flags, 'assignee', 'Assignees', {
        async options(answers) {
          const all = await (people?.(answers) ?? readTeam(client));
          return await peopleOptions(client, all, work.kind === 'task' ? all : await readTeam(client));
        },
        nameOf: (id) => userName(client, id),
      }),
    dependsOn: () => {
      const tasks = () => client.index.all('tasks');
      return flagField(flags, 'dependsOn', 'Depends on', {
        options: async () => tasks().map(({ ref, uuid, title }) => ({ name: `${ref}  ${title}`, value: uuid })),
        nameOf: (uuid) => tasks().find((each) => each.uuid === uuid)?.ref ?? uuid,
      });
    },
    body: () => flagField(flags, 'body', 'Description', { isLong: true, isAsked: true }),
  };
  return keys.flatMap((key) => {
    const field = work.fields[key];
    if (!field) return others[key]?.() ?? [];
    const { flag, label, isRequired } = field;
    return flagField(flags, key, label, {
      ...(isRequired && { isRequired }),
      ...(flag.value?.kind === 'duration' && { textOf: (minutes) => minutesText(Number(minutes)) }),
    });
  });
}

/** What a task or ticket is now, as a form shows it. */
export function storedAnswers({ fields }: WorkKind, row: Row): Answers {
  const stored = Object.entries(fields).map(([key, field]) => [key, storedValue(field, row[field.name ?? key])]);
  const links = rowsOf(row.dependsOn).map(uuidOf);
  return {
    ...Object.fromEntries(stored),
    tag: textsOf(row.tags ?? row.labels),
    assignee: assigneeIds(row),
    dependsOn: links.length > 0 ? links : textsOf(row.dependsOnIds),
    body: textOf(row.description) || undefined,
  };
}

/** A stored value as its flag holds it. */
function storedValue({ flag }: WorkField, value: unknown): Answers[string] {
  if (typeof value === 'number') return value > 0 ? { text: minutesText(value), value } : undefined;
  const text = textOf(value);
  if (flag.value?.kind !== 'day') return text;
  const day = text?.slice(0, 'YYYY-MM-DD'.length);
  return day ? { text: day, value: day } : undefined;
}
