import type { Context } from '../../args/context.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { sideIn } from '../../output/detail/side.js';
import type { DetailData } from '../../output/shown.js';
import { type Detail, isSaid, type Setting } from '../../output/view.js';
import { fullTimeCell } from '../../views/cells/times.js';

interface NumberedEntry extends Pick<DetailData, 'sideOf'> {
  readonly uuid: string;
  readonly setting: Setting;
  readonly layout: Detail;
  readonly number: number;
  /** What is numbered. */
  readonly what: { readonly one: string; readonly many: string };
}

/** One message, note or comment of a task or ticket, by its number. Throws `not_found` if there are fewer. */
export function messageDetail({ uuid, setting, sideOf, layout, number, what }: NumberedEntry): DetailData {
  const { ref, title, fields: whole, timeline = [] } = layout;
  const said = timeline.filter(isSaid);
  const entry = said[number - 1];
  if (entry === undefined) {
    const words = said.length === 1 ? `1 ${what.one}` : `${said.length || 'no'} ${what.many}`;
    throw new TrackerError('not_found', `there is no number ${number}: ${ref} has ${words}`);
  }
  const { kind, author, side, time, files = [], text, mark } = entry;
  const place = { number, of: said.length };
  const fields: Detail['fields'] = [
    { key: 'number', label: 'Number', value: number, human: `${number} of ${said.length}` },
    { key: 'of', label: '', value: said.length },
    { key: 'kind', label: 'Kind', value: kind, human: mark ?? kind },
    { key: 'author', label: 'Author', value: author, human: side === undefined ? author : `${author} (${side})` },
    { key: 'time', label: 'Time', value: time, human: fullTimeCell(time, setting.now) },
    { key: 'files', label: 'Attached', value: files, human: files.join(', ') },
    ...whole.filter(({ key }) => key === 'status').map((field) => ({ ...field, label: '' })),
  ];
  return {
    ...{ ref, uuid, setting, sideOf, fields: ['message'] },
    envelope: { ...place, message: entry.source ?? {} },
    isWhole: true,
    layout: () => ({
      ref,
      title,
      by: { name: author, side: sideIn(entry, setting) },
      fields,
      body: { key: 'text', markdown: text },
    }),
  };
}

/** What of a timeline is shown. */
export type ViewFlags = {
  readonly comments: number | undefined;
  /** The number of the only one to show. */
  readonly message: number | undefined;
  /** Whether internal notes are hidden. */
  readonly public?: boolean;
};

/** Throws a usage error if it would be ignored. */
export function refuseParts(
  context: Context,
  { comments, message, web }: ViewFlags & { readonly web: boolean },
  references: number,
): void {
  if (comments !== undefined) refuseComments(context, web);
  if (message === undefined) return;
  if (web) throw usageError('--message and --web cannot be used together');
  if (comments !== undefined) throw usageError('--comments and --message cannot be used together');
  if (references > 1) throw usageError('--message takes one reference');
}

/** The same for `--comments`, which shortens the timeline: only pages and plain TSV have one. */
function refuseComments({ show: { choice, isJson, prints } }: Pick<Context, 'show'>, web: boolean): void {
  if (web) throw usageError('--comments and --web cannot be used together');
  if (prints === 'documents') {
    const what = isJson ? 'a JSON format' : `--${choice.format}`;
    throw usageError(`--comments cannot be used with ${what}, which prints the whole response`);
  }
  if ((prints === 'pages' || prints === 'excerpts') && choice.fields.length === 0) return;
  const other = choice.fields.length > 0 ? '--fields' : `--${choice.format}`;
  throw usageError(
    `--comments cannot be used with ${other}, which does not print the timeline`,
    `leave out --comments or ${other}`,
  );
}
