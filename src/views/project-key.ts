import { refOf } from '../contract/row.js';
import type { JsonObject, Setting } from '../output/view.js';
import { textOf } from './read-row.js';

/**
 * The key of a task's project. Servers send the key or the project's uuid; a uuid is looked up, and where that fails the
 * part of the reference before its number stands in.
 */
export function projectKey(row: JsonObject, { projects }: Setting): string | undefined {
  const sent = textOf(row, 'project');
  if (sent === undefined) return textOf(row, 'projectKey');
  if (projects !== undefined && Object.hasOwn(projects, sent)) return projects[sent];
  if (!isUuid(sent)) return sent;
  return textOf(row, 'projectKey') ?? /^([a-z][a-z\d]*)-\d+$/i.exec(refOf(row))?.[1] ?? sent;
}

/** Whether a text has the shape of a database id. */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}
