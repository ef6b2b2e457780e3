import type { Context } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import type { JsonObject, ListView } from '../../output/view.js';
import { sizeText } from '../../views/cells/amounts.js';
import type { Planned } from './choose-downloads.js';

/** The outcome for one file. */
export interface Downloaded {
  readonly file: Planned;
  readonly error: TrackerError | undefined;
}

/** One row per file, with its outcome. */
export const downloadsView: ListView = {
  noun: 'files',
  columns: [
    { key: 'ref', head: 'Id', value: (row) => row.ref },
    { key: 'path', head: 'File', value: (row) => row.path, grow: true },
    { key: 'size', head: 'Size', value: (row) => row.size, right: true },
    { key: 'ok', head: 'Ok', value: (row) => row.ok },
    { key: 'error', head: 'Error', value: (row) => messageOf(row.error) },
  ],
  fields: ['uuid', 'name', 'type', 'error.code', 'error.status', 'error.message'],
};

/** Reports in sentences on a terminal, and in rows if stdout is piped or a format was chosen. */
export async function reportDownloads(
  context: Context,
  files: readonly Planned[],
  done: readonly Downloaded[],
): Promise<void> {
  if (context.io.stdout.isTerminal && !context.show.isAsked) {
    for (const { file, error } of done) {
      const size = file.size === undefined ? '' : ` (${sizeText(file.size)})`;
      if (!error) await context.show.say(`Saved ${file.path}${size}.`);
      else if (files.length > 1) await context.show.say(`${file.name}: ${error.message}`);
    }
    return;
  }
  const rows = files.map((file, at) => toRow(file, done[at]));
  await context.show.list(downloadsView, {
    rows,
    isDone: true,
    setting: { people: {}, now: context.now(), me: undefined },
  });
}

function toRow({ id, name, path, size, type }: Planned, done: Downloaded | undefined): JsonObject {
  const error = done ? done.error : new TrackerError('interrupted', 'not tried');
  const row = { ref: id, uuid: id, name, path, size: size ?? null, type: type ?? null, ok: error === undefined };
  if (!error) return row;
  const { kind, status, message, hint } = error;
  return { ...row, error: { code: kind, status: status ?? null, message, hint: hint ?? null } };
}

function messageOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
}

/** Throws the error of the whole command, if any: that of the only file, the kind that all share, or `partial` (exit 8). */
export function finishDownloads(context: Context, files: readonly Planned[], done: readonly Downloaded[]): void {
  const errors = done.flatMap(({ error }) => error ?? []);
  const [first] = errors;
  if (context.signal.aborted) throw context.signal.reason;
  if (!first) return;
  if (files.length === 1) throw first;
  const signIn = errors.find(({ kind }) => kind === 'sign_in_required');
  if (signIn) throw signIn;
  const isShared = errors.length === files.length && errors.every(({ kind }) => kind === first.kind);
  const message = `${errors.length} of ${files.length} files were not downloaded: ${first.message}`;
  throw new TrackerError(isShared ? first.kind : 'partial', message, { hint: first.hint });
}
