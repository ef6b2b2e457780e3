import { refOf } from '../../contract/row.js';
import type { JsonObject, Setting } from '../../output/view.js';
import { textOf } from '../read-row.js';

/**
 * The key of a task's project as data, from the row alone: what scripts read must not depend on what this machine has seen.
 * Servers send the key or the project's uuid, for which the part of the reference before its number stands in.
 */
export function projectKey(row: JsonObject): string | undefined {
  const sent = textOf(row, 'project');
  if (sent === undefined || !isUuid(sent)) return sent ?? textOf(row, 'projectKey');
  return textOf(row, 'projectKey') ?? /^([a-z][a-z\d]*)-\d+$/i.exec(refOf(row))?.[1] ?? sent;
}

/** The same for people, who see the key that this machine remembers for a uuid. */
export function projectName(row: JsonObject, { projects }: Setting): string {
  const key = projectKey(row) ?? '';
  return projects !== undefined && Object.hasOwn(projects, key) ? (projects[key] ?? key) : key;
}

/** Whether a text has the shape of a database id. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}
