import { asText, type TrackerError } from '../../contract/errors.js';
import { isRow, type Row } from '../../contract/row.js';
import { cleanLine, cleanText } from '../../contract/text/unsafe-characters.js';
import { foreignLines } from '../../output/brief/lines.js';
import { bodySource } from '../../output/detail/values.js';
import type { VerbResult } from '../../output/shown.js';
import type { Detail } from '../../output/view.js';
import { plainData, plainDetail } from './plain.js';
import type { LineRun } from './run-line.js';
import { type Command, inProperties } from './tools.js';

/** The most of an answer, its structured part and its text together, as JSON (bytes): 2,000 tokens of 4, less what is around them. */
const mostBytes = 7800;

/** The most of a text that is read piece by piece (bytes as JSON), of a task or ticket, and of what was said beside them. */
const mostOfText = 3200;
const mostOfWork = 3500;
const mostSaid = 1500;

/** The most rows of which it is asked whether they fit. */
const mostRows = 100;

/** The answer of a tool, as the protocol has it: the same twice, since clients read one or the other. */
export interface ToolAnswer extends Record<string, unknown> {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
}

/** What one of its commands has come to. */
export interface Part {
  readonly name: string;
  readonly data: Row;
  readonly text: string;
  /** What was said beside it: notes, and the error. */
  readonly said: string;
  readonly isError: boolean;
}

/** An answer that fits. What it leaves out is said in both parts. */
export function composeAnswer(parts: readonly Part[]): ToolAnswer {
  const [only, ...others] = parts;
  const isOne = others.length === 0;
  const whole = isOne ? (only?.data ?? {}) : Object.fromEntries(parts.map(({ name, data }) => [name, data]));
  const text = isOne ? (only?.text ?? '') : parts.map((part) => `${part.name}:\n${part.text}`).join('\n');
  const said = cutLines(linesOf(parts.map((part) => part.said)), mostSaid);
  const room = mostBytes - bytesOf(said);
  const data = shorten(whole, Math.max(mostBytes / 2, room - bytesOf(text)));
  return {
    content: [{ type: 'text', text: linesOf([cutLines(text, room - bytesOf(data)), said]) }],
    structuredContent: { ...data },
    ...(parts.some(({ isError }) => isError) && { isError: true }),
  };
}

interface PartOptions {
  /** The rows, or the characters of a text, that the client has already; undefined for a tool that cannot be read on. */
  readonly skip: number | undefined;
  /** How many commands share the answer. */
  readonly share: number;
  readonly command: Command;
  /** How the command is used, if it was not used like that. */
  readonly usage: string | undefined;
}

/** What a command line has come to, as data and in words. */
export async function partOf(ran: LineRun, { skip, share, command, usage }: PartOptions): Promise<Omit<Part, 'name'>> {
  const { shown, said, failure, mask } = ran;
  const { data, text } =
    shown?.is === 'list' ? await partOfList(ran, shown, { skip, share }) : await partOfOther(ran, skip ?? 0);
  const notes = said.map((sentence) => inProperties(cleanLine(asText(sentence)), command));
  const error =
    failure && [inProperties(failure.text, command), ...(usage === undefined ? [] : [`usage: ${usage}`])].join('\n');
  const whole = {
    ...data,
    ...(notes.length > 0 && { notes }),
    ...(failure && { error: failure.kind, message: error }),
  };
  return {
    data: JSON.parse(mask(JSON.stringify(whole))),
    text: mask(text),
    said: mask(linesOf([...notes, error ?? ''])),
    isError: failure !== undefined,
  };
}

async function partOfOther({ shown, printed, show }: LineRun, skip: number): Promise<Pick<Part, 'data' | 'text'>> {
  if (!shown) return printed === '' ? { data: {}, text: '' } : pieceOf('text', printed, skip);
  const detail = shown.is === 'detail' ? shown.data.layout() : undefined;
  if (shown.is === 'detail' && detail?.body && (skip > 0 || !detail.timeline?.length)) {
    const { key } = detail.body;
    const { data, end, piece } = pieceOf(key, bodySource(detail.body), skip);
    const layout = (): Detail => ({ ...detail, body: { key, markdown: piece }, timeline: [] });
    const some = { ...shown.data, layout, isWhole: true };
    return { data: plainDetail(some, data), text: withEnd(await show({ ...shown, data: some }), end) };
  }
  return { data: plainData(shown), text: sentencesOf(shown) ?? (await show(sharing(shown))).trimEnd() };
}

/** The same with as much of each task or ticket as fits beside its data. */
function sharing(shown: VerbResult): VerbResult {
  if (shown.is === 'detail') return { ...shown, data: { ...shown.data, most: mostOfWork } };
  if (shown.is !== 'details') return shown;
  return { ...shown, all: shown.all.map((data) => ({ ...data, most: mostOfWork / shown.all.length })) };
}

function linesOf(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

/** A long text from a character on, as far as it fits, and how to get the rest. */
function pieceOf(key: string, source: string, skip: number) {
  const text = cleanText(source);
  let piece = text.slice(skip);
  while (bytesOf(piece) > mostOfText)
    piece = piece.slice(0, Math.floor((piece.length * mostOfText) / bytesOf(piece))).replace(/[\ud800-\udbff]$/, '');
  const left = text.length - skip - piece.length;
  const next = skip + piece.length;
  const [more, end] =
    left > 0
      ? [{ left, next: { skip: next } }, `missing: ${left} characters: skip ${next}`]
      : [{ complete: true }, 'complete'];
  return { data: { [key]: piece, ...more }, text: `${foreignLines(piece)}${end}`, end, piece };
}

/** A text in the format for agents, of a part of what there is: its last line, `complete`, is true of that part. */
function withEnd(text: string, end: string): string {
  return text.replace(/(?<=^|\n)complete\n$/, '') + end;
}

/** What a command that writes says of what has become of it. */
function sentencesOf(shown: VerbResult): string | undefined {
  if (shown.is === 'result' || shown.is === 'created' || shown.is === 'none') return cleanLine(asText(shown.sentence));
  if (shown.is !== 'outcomes') return undefined;
  const said = shown.outcomes.map((each) => each?.sentence ?? each?.error?.message ?? '');
  return said.map((sentence, at) => cleanLine(`${shown.names[at]}: ${asText(sentence)}`)).join('\n');
}

/** As many rows as leave room for their text, and how to get the others. */
async function partOfList(
  { show }: LineRun,
  shown: VerbResult & { readonly is: 'list' },
  { skip, share }: Pick<PartOptions, 'skip' | 'share'>,
): Promise<Pick<Part, 'data' | 'text'>> {
  const { hidden = 0, unread = 0, more = false, rows } = shown.data;
  const someOf = (from: number, most: number): typeof shown => ({
    ...shown,
    data: { ...shown.data, rows: rows.slice(from, from + most), total: 0, sum: undefined, more: false },
  });
  const from = skip ?? 0;
  const { rows: fitting } = shorten(plainData(someOf(from, mostRows)), mostBytes / 2 / share - 100);
  const first = Array.isArray(fitting) ? fitting : [];
  const next = from + first.length;
  const left = Math.max(0, rows.length - next);
  const data = {
    ...{ rows: first, complete: left === 0 && unread === 0 && !more },
    ...(left > 0 && { left, ...(skip !== undefined && { next: { skip: next } }) }),
    ...(hidden > 0 && { finishedOnesHidden: hidden }),
    ...(unread > 0 && { notRead: unread }),
  };
  const missing = `missing: ${left} rows${skip === undefined ? '' : `: skip ${next}`}`;
  const end = left > 0 ? missing : more ? 'missing: older rows' : 'complete';
  return { data, text: withEnd(await show(someOf(from, first.length)), end) };
}

/** What comes of an error before any command has run, in the words of the command line. */
export function partOfError(name: string, { kind, message, hint }: TrackerError): Part {
  const text = [`error: ${asText(message)}`, ...(hint === undefined ? [] : [`hint: ${asText(hint)}`])].join('\n');
  return { name, data: { error: kind, message: text }, text: '', said: text, isError: true };
}

/**
 * The same without items of its longest list, until it fits: of messages the oldest, of all else the last ones. Of several things,
 * the longest loses its own items first.
 */
function shorten(data: Row, most: number): Row {
  let fitting = data;
  while (bytesOf(fitting) > most) {
    const [longest] = Object.entries(fitting)
      .flatMap(([key, value]) => (Array.isArray(value) && value.length > 0 ? [{ key, items: value }] : []))
      .sort((one, other) => bytesOf(other.items) - bytesOf(one.items));
    if (longest === undefined) return { missing: 'all of it is too long' };
    const { key, items } = longest;
    const smaller = key === 'things' ? withoutMost(items) : undefined;
    const dropped = smaller ? 0 : Math.max(1, Math.floor(items.length / 10));
    const missing = isRow(fitting.missing) ? fitting.missing : {};
    fitting = {
      ...fitting,
      [key]: smaller ?? (key === 'messages' ? items.slice(dropped) : items.slice(0, -dropped)),
      ...(dropped > 0 && { missing: { ...missing, [key]: Number(missing[key] ?? 0) + dropped } }),
    };
  }
  return fitting;
}

/** Things of which the longest has lost some items; undefined if it has none left. */
function withoutMost(things: readonly Row[]): readonly Row[] | undefined {
  const longest = things.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
  const less = shorten(longest, bytesOf(longest) - 1);
  return less.ref === undefined ? undefined : things.map((each) => (each === longest ? less : each));
}

/** Its first lines, and how many more there are. */
function cutLines(text: string, most: number): string {
  const lines = text.trimEnd().split('\n');
  for (let count = lines.length; ; count -= Math.max(1, Math.floor(count / 10))) {
    const end = count >= lines.length ? [] : [`… ${lines.length - Math.max(0, count)} more lines`];
    const shown = [...lines.slice(0, Math.max(0, count)), ...end].join('\n');
    if (bytesOf(shown) <= most || count <= 0) return shown;
  }
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
