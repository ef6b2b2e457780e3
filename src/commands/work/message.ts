import { TrackerError } from '../../contract/errors.js';
import type { DetailData } from '../../output/shown.js';
import type { Detail, Setting } from '../../output/view.js';
import { fullTimeCell } from '../../views/cells/times.js';

interface Numbered {
  readonly uuid: string;
  readonly setting: Setting;
  readonly layout: Detail;
  readonly number: number;
  /** What is numbered. */
  readonly what: { readonly one: string; readonly many: string };
}

/** One message, note or comment of a task or ticket, by its number. Throws `not_found` if there are fewer. */
export function messageDetail({ uuid, setting, layout, number, what }: Numbered): DetailData {
  const { ref, title, timeline = [] } = layout;
  const said = timeline.filter((entry) => entry.number !== undefined);
  const entry = said.find((each) => each.number === number);
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
  ];
  return {
    ...{ ref, uuid, setting, fields: ['message'] },
    envelope: { ...place, message: entry.source ?? {} },
    layout: () => ({ ref, title, fields, body: { key: 'text', markdown: text } }),
  };
}
