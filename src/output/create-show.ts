import { asText, type Sentence } from '../contract/errors.js';
import { cleanLine } from '../contract/text/unsafe-characters.js';
import { refuseUnknown } from './columns/fields.js';
import type { FormatLimits, Writer } from './format.js';
import { type FormatEntry, formats } from './formats.js';
import { page } from './pager.js';
import type { Show, ShowParts } from './show.js';
import { showShown } from './show-shown.js';
import type { DetailData, VerbResult } from './shown.js';
import type { ListView } from './view.js';
import { writeList, writePages } from './write/list.js';

/** What a list does not need. */
const details = () => import('./write/details.js');
const objects = () => import('./write/object.js');

/** Creates the program's only writer, for one choice of format. The code of a format is loaded when it is used. */
export function createShow(parts: ShowParts): Show {
  const { io, choice } = parts;
  const usual = io.stdout.isTerminal ? 'table' : 'tsv';
  const entry: FormatEntry = formats[choice.format === 'auto' ? usual : choice.format];
  const base: Omit<Writer, 'format'> = {
    io,
    fields: choice.fields,
    refusesUndeclared: choice.refusesUndeclared,
    color: parts.color,
    words: parts.env.accessible,
    links: parts.color && io.stdout.isTerminal && parts.env.links === true,
    firstLines: io.stdout.isTerminal && choice.pager ? io.stdout.rows() - 1 : undefined,
    processorTime: parts.processorTime,
    goOn: parts.goOn ?? nothingMore,
    page: (text, paged) => page(parts, text, paged),
  };
  const open = async (): Promise<Writer> => ({ ...base, format: (await entry.load()).format });
  const isJson = entry.isJson === true;
  const isAsked = choice.format !== 'auto' || choice.fields.length > 0;
  const say = async (sentence: Sentence, code?: string): Promise<void> => {
    if (isJson && code)
      return await (await import('./write/warning.js')).writeWarning(parts, true, { message: sentence, code });
    // With references alone, what scripts are to know is said all the same.
    if (isJson || (entry.prints === 'references' && !code)) return;
    const line = base.words ? cleanLine(asText(sentence)).replaceAll('…', '...') : cleanLine(asText(sentence));
    const isLong = io.stderr.isTerminal && line.length * 2 > io.stderr.columns();
    const shown = isLong ? await (await import('./text/wrap.js')).wrapSentence(io.stderr, line) : line;
    await io.stderr.write(`${shown}\n`);
  };
  const warn = async (message: Sentence, hint?: Sentence): Promise<void> => {
    const { writeWarning } = await import('./write/warning.js');
    await writeWarning(parts, isJson, { message, hint });
  };
  const writeAll = async (all: readonly DetailData[], write: (writer: Writer) => Promise<void>): Promise<void> => {
    await write(await open());
    const isWhole = ['documents', 'pages'].includes(entry.prints) && choice.fields.length === 0 && !choice.jq;
    if (isWhole) for (const { onShown } of all) onShown?.();
  };
  const expectFields = async (known: readonly string[]): Promise<void> => {
    if (choice.fields.length > 0) refuseUnknown(choice.fields, new Set(known));
  };
  const writers: Writers = {
    list: async ({ view, data }) => writeList(await open(), view, data),
    pages: async ({ view, pages }) => writePages(await open(), view, pages),
    detail: async ({ data }) => await writeAll([data], async (to) => (await details()).writeDetail(to, data)),
    details: async ({ all }) =>
      await writeAll(all, async (to) => (await details()).writeDetails(to, all, choice.format !== 'auto')),
    object: async ({ data }) => (await objects()).writeObject(await open(), data),
    value: async ({ value }) => (await objects()).writeValue(await open(), value),
    none: async (none) => (await objects()).writeNone(await open(), none, say),
    async result({ sentence, object, quiet }) {
      if (!isAsked) return await say(sentence);
      await (await objects()).writeResult(await open(), { sentence, object, quiet }, warn);
    },
    async created({ sentence, object, ref, isSaid }) {
      if (isAsked) return await (await objects()).writeCreated(await open(), { sentence, object, ref }, warn);
      await say(sentence);
      if (!(isSaid && io.stdout.isTerminal && io.stderr.isTerminal)) await io.stdout.write(`${cleanLine(ref)}\n`);
    },
    async outcomes(data) {
      const { writeOutcomes } = await import('./write/outcomes.js');
      await writeOutcomes(show, data, { isTerminal: io.stdout.isTerminal, now: parts.now?.() ?? new Date() });
    },
  };
  const show: Show = {
    color: parts.color,
    isJson,
    isAsked,
    choice,
    prints: entry.prints,
    shownFields: ({ brief = [] }) => (choice.fields.length > 0 || choice.format !== 'brief' ? choice.fields : brief),
    mostRows: parts.goOn?.most,
    byRow(view) {
      // A field that no declaration names may stand in the last row only, and a terminal is a person's.
      if (io.stdout.isTerminal || !entry.isByRow || !choice.fields.every(isDeclared(view))) return undefined;
      return open;
    },
    write: async (shown) => await writers[shown.is](shown as never),
    text: (text) => io.stdout.write(text),
    say,
    expectResult: (names) => expectFields(['ref', 'uuid', ...names]),
    expect: ({ columns, fields }) => expectFields(['ref', 'uuid', ...columns.map(({ key }) => key), ...fields]),
    async requests(shown) {
      const writer = await open();
      await writer.format.requests(writer, shown);
    },
    warn,
    async age(age) {
      if (age.isYoung && !(io.stdout.isTerminal && io.stderr.isTerminal && choice.format === 'auto')) return;
      const { writeAge } = await import('./write/warning.js');
      await writeAge(parts, isJson, age);
    },
    early: async (shown) => await showShown(show, shown),
  };
  return show;
}

function isDeclared({ fields, columns }: ListView): (name: string) => boolean {
  return (name) => fields.includes(name) || columns.some(({ key }) => key === name);
}

type Writers = {
  readonly [Is in VerbResult['is']]: (shown: Extract<VerbResult, { readonly is: Is }>) => Promise<void>;
};

/** Only what `--brief` prints leaves something out. */
const nothingMore: FormatLimits = { most: undefined, command: '', flags: '', rows: () => '', inJson: () => '' };
