import type { Side } from '../../contract/messages.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { dataText } from '../data/json.js';
import { sideIn } from '../detail/side.js';
import type { FormatLimits } from '../format.js';
import { bareText } from '../prose/html/tree.js';
import type { DetailData } from '../shown.js';
import { type Detail, type DetailBlock, isSaid, type TimelineEntry } from '../view.js';
import { cellLength, cellsLine, cut, foreignLines, lastLine, textLength } from './lines.js';

/** The most bytes of a detail: 1,500 tokens are 6,000, and the last line needs some. */
const mostBytes = 5_700;

/** How many lines of a checklist and the like are shown, and how much of each (characters). */
const mostLines = 8;
const lineLength = 60;

/** What repeats the reference, the title or the first line, or says nothing to a reader. */
const unneeded: readonly string[] = [
  ...['ref', 'uuid', 'title', 'subject', 'name', 'status', 'createdByName', 'updated', 'messageCount', 'icon'],
];

interface Part {
  readonly text: string;
  /** What is left out, and the command that shows it. */
  readonly missing?: { readonly what: string; readonly command: string } | undefined;
}

/**
 * One entity: a line with reference, status and who is waited for, its fields, and a block for each text of somebody. A text is cut
 * after 300 characters. Where there is no room for all messages, the oldest are left out.
 */
export function briefDetail(data: DetailData, goOn: FormatLimits): string {
  const detail = data.layout();
  const commands = commandsFor(data, goOn);
  const parts = [headPart(data, detail), ...ownParts(data, detail, commands), ...blockParts(detail, commands)];
  const size = parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const timeline = timelineParts(data, detail, { commands, room: (data.most ?? mostBytes) - size });
  const all = [...parts, ...timeline];
  const missing = all.flatMap((part) => part.missing ?? []);
  const last = lastLine([...new Set(missing.map(({ what }) => what))], missing[0]?.command ?? '');
  return all.map(({ text }) => text).join('') + last;
}

interface Commands {
  readonly message: (number: number) => string;
  readonly field: (key: string) => string;
  readonly whole: string;
}

function commandsFor({ ref, list, setting: { flags = '' } }: DetailData, goOn: FormatLimits): Commands {
  const isWork = list !== undefined;
  // A bare reference may be that of a task and of a ticket; other commands show what another one names.
  const isOfNoun = !isWork || /^(?:tasks|tickets) view$/.test(goOn.command);
  const view = `tracker ${flags}${isOfNoun ? goOn.command : 'view'} ${shellWord(ref)}${goOn.flags}`;
  return {
    message: (number) => (isWork ? `${view} --message ${number}` : `${view} --tsv`),
    field: (key) => `${view} --fields ${key}`,
    whole: `${view} --tsv`,
  };
}

function headPart({ ref, waits }: DetailData, { fields }: Detail): Part {
  const fieldOf = (name: string): unknown => fields.find(({ key }) => key === name)?.value;
  const due = dataText(fieldOf('due'));
  const first = cellsLine([ref, fieldOf('status'), ...(waits ? [waits] : due === '' ? [] : [`due ${due}`])]);
  const others = fields.filter(({ key, value }) => !unneeded.includes(key) && key !== 'due' && dataText(value) !== '');
  return { text: first + others.map(({ key, value }) => cellsLine([key, value], lineLength)).join('') };
}

/** The title and the long text, by whoever created it. */
function ownParts(
  { ref, isWhole = false }: DetailData,
  { title, fields, body, by }: Detail,
  commands: Commands,
): readonly Part[] {
  const head = headOf(by?.side, by?.name);
  const key = ['subject', 'name'].find((name) => fields.some((field) => field.key === name)) ?? 'title';
  const own: Part[] = title === '' || title === ref || isWhole ? [] : [block([head, key], title, commands.field(key))];
  if (body === undefined) return own;
  const text = 'html' in body ? bareText(body.html) : 'markdown' in body ? body.markdown : body.plain;
  if (text.trim() !== '')
    own.push(block([head, body.key], text, commands.field(body.key), isWhole ? Number.POSITIVE_INFINITY : textLength));
  return own;
}

function blockParts({ blocks = [] }: Detail, commands: Commands): readonly Part[] {
  return blocks.map(({ title, rows }) => {
    const shown = rows.slice(0, mostLines).map((cells) => foreignLines(listLine(cells)));
    const more = rows.length - shown.length;
    const head = cellsLine([headOf(undefined, undefined), title.replace(/ {2,}/, ' ')]);
    if (more === 0) return { text: head + shown.join('') };
    const missing = { what: `${more} lines of lists`, command: commands.whole };
    return { text: `${head}${shown.join('')}… ${more} more: ${commands.whole}\n`, missing };
  });
}

function listLine([, ...cells]: DetailBlock['rows'][number]): string {
  return cells.map((cell) => cut(dataText(cell).replace(/\s+/g, ' '), lineLength).text).join('  ');
}

/** As many of the latest entries as have room (bytes). */
function timelineParts(
  data: DetailData,
  { timeline = [], omittedSaid = 0, omitted = 0 }: Detail,
  { commands, room }: { readonly commands: Commands; readonly room: number },
): readonly Part[] {
  let number = omittedSaid;
  const all = timeline.map((entry) => entryPart(data, entry, isSaid(entry) ? ++number : undefined, commands));
  let left = room;
  let first = all.length;
  while (first > 0) {
    left -= Buffer.byteLength(all[first - 1]?.text ?? '');
    if (left < 0 && first < all.length) break;
    first -= 1;
  }
  const before = omitted + first;
  if (before === 0) return all;
  const said = omittedSaid + timeline.slice(0, first).filter(isSaid).length;
  const what = said === 0 ? `${before} earlier entries` : `messages 1 to ${said}`;
  const command = said === 0 ? commands.whole : commands.message(said);
  return [{ text: `… ${what}: ${command}\n`, missing: { what, command } }, ...all.slice(first)];
}

function entryPart(data: DetailData, entry: TimelineEntry, number: number | undefined, commands: Commands): Part {
  const { kind, time, author, text, files = [] } = entry;
  const head = headOf(sideIn(entry, data.setting), author);
  if (number === undefined) return { text: cellsLine([head, kind, time, cut(text, 80).text]) };
  const attached = files.map((name) => `attached: ${cut(name, lineLength).text}`).join('\n');
  const { text: said, missing } = block([head, number, kind, time], text, commands.message(number));
  return { text: attached === '' ? said : said + foreignLines(attached), missing };
}

function headOf(side: Side | 'unknown' = 'unknown', name = ''): string {
  return `${side} ${cut(name, cellLength).text}`.trimEnd();
}

function block(head: readonly unknown[], text: string, command: string, most = textLength): Part {
  const { text: shown, more } = cut(text.trim(), most);
  const lines = cellsLine(head) + foreignLines(shown);
  if (more === 0) return { text: lines };
  const count = more.toLocaleString('en-US');
  return { text: `${lines}… ${count} more: ${command}\n`, missing: { what: 'the rest of texts', command } };
}
