import type { Client } from '../../../client/client.js';
import { knownValues } from '../../../client/learn/rows.js';
import type { Context } from '../../../context.js';
import { refOf, rowsAt, textOf, titleOf } from '../../../contract/row.js';
import { TrackerError, usageError } from '../../../errors.js';
import { cleanLine } from '../../../output/text/clean.js';
import { rankOf } from '../../../views/cells/tones.js';

/** The fields that may be prompted for when a task is created. */
export interface Asked {
  readonly project: string;
  readonly title: string;
  readonly priority?: string | undefined;
  readonly assignee: readonly string[];
}

export interface GivenSoFar {
  readonly project: string | undefined;
  readonly title: string | undefined;
  readonly priority: string | undefined;
  readonly assignee: readonly string[];
}

/**
 * Prompts for the missing fields of a new task; for priority and assignee only if project or title is missing. Each answer is
 * passed on at once. Throws a usage error naming every missing flag if no prompt is possible (docs/requirements.md, R63).
 */
export async function askForTask(
  context: Context,
  client: Client,
  given: GivenSoFar,
  onAnswer: (answer: Partial<Asked>) => void = () => undefined,
): Promise<Asked> {
  const { project, title, priority, assignee } = given;
  if (project !== undefined && title !== undefined) return { project, title, priority, assignee };
  if (!context.prompt.possible) throw missingFlags(given);
  const chosen = project ?? (await askProject(context, client));
  onAnswer({ project: chosen });
  const called = title ?? (await askTitle(context));
  if (title === undefined) onAnswer({ title: called });
  const urgency = priority ?? (await askPriority(context, client));
  onAnswer({ priority: urgency });
  return {
    project: chosen,
    title: called,
    priority: urgency,
    assignee: assignee.length > 0 ? assignee : await askAssignee(context, client),
  };
}

function missingFlags({ project, title }: GivenSoFar): TrackerError {
  const missing = [title === undefined && '--title TEXT', project === undefined && '--project KEY'].filter(
    (each) => each !== false,
  );
  return usageError(
    `a new task needs ${missing.join(' and ')}`,
    project === undefined ? 'for the keys: tracker projects list; .tracker.json can set a default' : undefined,
  );
}

async function askProject(context: Context, client: Client): Promise<string> {
  const projects = rowsAt(await client.call('GET /projects'), 'projects').filter(
    (row) => textOf(row.status) !== 'archived',
  );
  if (projects.length === 0) throw new TrackerError('not_found', 'no projects found');
  const choices = projects.map((row) => {
    const key = textOf(row.key) ?? refOf(row);
    return { name: cleanLine(`${key}  ${titleOf(row)}`), value: key };
  });
  return await context.prompt.search({ message: 'Project', choices, instead: 'add --project KEY' });
}

async function askTitle({ prompt }: Context): Promise<string> {
  for (;;) {
    const title = (await prompt.line({ message: 'Title', instead: 'add --title TEXT' })).trim();
    if (title !== '') return title;
  }
}

/** The choice that skips a question. */
const leftOpen = 'leave it to the server';

/** Offers the priorities seen on this server, most urgent first. */
async function askPriority({ prompt }: Context, client: Client): Promise<string | undefined> {
  const rank = (word: string): number => rankOf('priority', word) ?? -1;
  const known = [...knownValues(client.index, 'task-priority')].sort((a, b) => rank(b) - rank(a));
  if (known.length === 0) return undefined;
  const choices = [
    { name: leftOpen, value: undefined },
    ...known.map((word) => ({ name: cleanLine(word), value: word })),
  ];
  return await prompt.choose({ message: 'Priority', choices, instead: 'add --priority' });
}

async function askAssignee({ prompt }: Context, client: Client): Promise<readonly string[]> {
  const people = client.index.all('people').filter(({ uuid }) => uuid !== client.userId);
  const choices: { name: string; value: readonly string[] }[] = [
    { name: leftOpen, value: [] },
    { name: 'you', value: ['@me'] },
    ...people.map(({ uuid, title }) => ({ name: cleanLine(title), value: [uuid] })),
  ];
  return await prompt.search({ message: 'Assignee', choices, instead: 'add --assignee' });
}
