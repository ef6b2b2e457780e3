import type { TrackerError } from '../errors.js';
import type { Io } from '../terminal/io.js';
import type { OutputChoice } from './format.js';
import { page } from './pager/page.js';
import type { SpawnPager } from './pager/spawn-pager.js';
import type { ObjectData, Show } from './show.js';
import { cleanLine } from './text/clean.js';
import type { Writer } from './writer.js';

export interface ShowParts {
  readonly io: Io;
  readonly choice: OutputChoice;
  /** Whether stdout gets colour, as the caller decided. */
  readonly color: boolean;
  readonly env: {
    /** `TRACKER_PAGER`, else `PAGER`; undefined for the built-in choice. */
    readonly pager: string | undefined;
    /** Words instead of symbols. */
    readonly accessible: boolean;
    /** False where the terminal shows nothing but ASCII. */
    readonly unicode?: boolean;
    /** True where the terminal is known to open links. */
    readonly links?: boolean;
  };
  readonly spawnPager?: SpawnPager;
}

/** The only writer of the program, for one choice of format. What a format needs is loaded when it is used. */
export function createShow(parts: ShowParts): Show {
  const { io, choice } = parts;
  const writer: Writer = {
    io,
    choice,
    format: choice.format === 'auto' ? (io.stdout.isTerminal ? 'table' : 'tsv') : choice.format,
    color: parts.color,
    words: parts.env.accessible || parts.env.unicode === false,
    links: parts.color && io.stdout.isTerminal && parts.env.links === true,
    page: (text, paged) => page(parts, text, paged),
  };
  const isJson = choice.format === 'json' || choice.format === 'jsonl';
  const isAsked = choice.format !== 'auto' || choice.fields.length > 0;
  const say = async (sentence: string): Promise<void> => {
    if (!isJson && choice.format !== 'refs')
      await io.stderr.write(`${writer.words ? cleanLine(sentence).replaceAll(/ ?…/g, '...') : cleanLine(sentence)}\n`);
  };
  const warn = async (message: string, hint?: string): Promise<void> =>
    await (await import('./warn.js')).writeWarning(parts, isJson, { message, hint });
  const writeResult = async (result: Pick<ObjectData, 'object' | 'ref' | 'quiet'>): Promise<void> => {
    const { asResult, writeObject } = await import('./write-object.js');
    const fields = Object.entries(asResult(result)).map(([key, value]) => ({ key, label: key, value }));
    // It is done already: an error would have it done again.
    const tellUnknown = async ({ message, hint }: TrackerError) => await warn(message, hint);
    await writeObject(writer, { ...result, fields, tellUnknown });
  };
  return {
    isJson,
    isAsked,
    choice,
    list: async (view, data) => (await import('./write-list.js')).writeList(writer, view, data),
    pages: async (view, pages) => (await import('./write-pages.js')).writePages(writer, view, pages),
    detail: async (data) => (await import('./write-detail.js')).writeDetail(writer, data),
    object: async (data) => (await import('./write-object.js')).writeObject(writer, data),
    text: (text) => io.stdout.write(text),
    say,
    async result(sentence, object, quiet) {
      if (!isAsked) return await say(sentence);
      const isEmpty = Object.values(object).every((value) => Array.isArray(value) && value.length === 0);
      if (isEmpty && !isJson && choice.fields.length === 0) return await nothing(writer, Object.keys(object));
      await writeResult({ object, quiet });
    },
    async expectResult(names) {
      if (choice.fields.length === 0) return;
      (await import('./columns/fields.js')).refuseUnknown(choice.fields, new Set(['ref', 'uuid', ...names]));
    },
    async created(sentence, object, ref) {
      if (!isAsked) {
        await say(sentence);
        return await io.stdout.write(`${cleanLine(ref)}\n`);
      }
      await writeResult({ object, ref });
    },
    async expect({ columns, fields }) {
      if (choice.fields.length === 0) return;
      const { knownFields, refuseUnknown } = await import('./columns/fields.js');
      refuseUnknown(choice.fields, knownFields({ columns, fields }, []));
    },
    requests: async (shown) => (await import('./write-requests.js')).writeRequests(writer, shown),
    warn,
  };
}

/** The result of a command that had nothing to do: no record, no line; in CSV the header alone. */
async function nothing({ io, format }: Writer, names: readonly string[]): Promise<void> {
  if (format !== 'csv') return;
  await io.stdout.write((await import('./data/delimited.js')).csvLine(names, io.stdout.isTerminal));
}
