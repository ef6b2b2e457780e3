import { firstName, isUuid } from '../../contract/row.js';
import type { JsonObject, Setting } from '../../output/view.js';
import { textOf } from '../read-row.js';

/** Fields of a task with a reference that can begin with the project's key. */
export const keyFields: readonly string[] = ['displayId', 'key', 'id'];

/**
 * The project key of a task as data. It depends only on the row, because output for scripts must not depend on what this
 * machine has seen. If the server sends a uuid, the key is taken from the task's reference.
 */
export function projectKey(row: JsonObject): string | undefined {
  const sent = textOf(row, 'project');
  if (sent === undefined || !isUuid(sent)) return sent ?? textOf(row, 'projectKey');
  return textOf(row, 'projectKey') ?? /^([a-z][a-z\d]*)-\d+$/i.exec(firstName(row, keyFields))?.[1] ?? sent;
}

/** The project key for people; a uuid is replaced by the key this machine remembers. */
export function projectName(row: JsonObject, { projects }: Setting): string {
  const key = projectKey(row) ?? '';
  return projects !== undefined && Object.hasOwn(projects, key) ? (projects[key] ?? key) : key;
}
