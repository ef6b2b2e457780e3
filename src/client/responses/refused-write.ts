import type { FilePart } from '../../contract/attachment.js';
import { TrackerError } from '../../contract/errors.js';
import { isRow, textOf } from '../../contract/row.js';
import { knownValues, type ValueKind } from '../learn/rows.js';
import type { ReferenceIndex } from '../state/references.js';

/** A write that the server refused. */
export interface RefusedWrite {
  readonly route: string;
  readonly body?: unknown;
  readonly files?: readonly FilePart[] | undefined;
  readonly index: ReferenceIndex;
}

/** Adds hints about possible causes: values this server has not used so far, and the size of an upload. */
export function explainWrite(error: TrackerError, { route, body, files = [], index }: RefusedWrite): TrackerError {
  const isTooLarge = error.status === 413;
  if (error.kind !== 'invalid' && !isTooLarge) return error;
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const hints = [
    ...(error.hint === undefined ? [] : [error.hint]),
    ...(isTooLarge ? [] : hintValues(route, body, index)),
    ...(files.length > 0 ? [`the upload was ${sizeText(size)}; servers limit upload sizes`] : []),
  ];
  if (hints.length === 0) return error;
  const { kind, message, status, cause } = error;
  return new TrackerError(kind, message, { hint: hints.join('; '), status, cause });
}

/** The body fields whose values are learned, by route. */
const kinds: readonly { readonly routes: RegExp; readonly fields: Readonly<Record<string, ValueKind>> }[] = [
  {
    routes: / (\/tasks(\/:id)?|\/tickets\/:id\/tasks)$/,
    fields: { status: 'task-status', priority: 'task-priority', type: 'task-type' },
  },
  {
    routes: / \/tickets(\/:id)?$/,
    fields: { status: 'ticket-status', priority: 'ticket-priority', category: 'ticket-category' },
  },
];

function hintValues(route: string, body: unknown, index: ReferenceIndex): readonly string[] {
  const fields = kinds.find(({ routes }) => routes.test(route))?.fields ?? {};
  return Object.entries(fields).flatMap(([field, kind]) => {
    const value = isRow(body) ? textOf(body[field]) : undefined;
    const seen = knownValues(index, kind);
    if (value === undefined || seen.length === 0 || seen.includes(value)) return [];
    return [`values of ${field} seen on this server: ${seen.slice(0, 30).join(', ')}`];
  });
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
