import { type TrackerError, usageError } from './errors.js';
import { type FollowUp, followingNames, followingWords } from './following.js';

/** What the head of a template says. */
export interface Macro extends FollowUp {
  readonly kind?: 'reply' | 'note';
  /** Where triage goes after it. */
  readonly goes?: 'next' | 'stay';
  /** Takes it in triage, after M. */
  readonly key?: string;
}

/** The text of those that come with the program. */
export const ownTexts: Readonly<Record<string, string>> = {
  duplicate: '---\nkind: note\nstatus: closed\n---\n{{ref}} is a duplicate of {{original}}.\n',
};

const words: ReadonlyMap<string, readonly string[]> = new Map([
  ['kind', ['reply', 'note']],
  ['then', ['next', 'stay']],
]);
const lists = ['tag', 'assignee'];
const known: readonly string[] = ['kind', ...followingNames, 'then', 'key'];

const rule = /^---\s*$/;
const entry = /^([A-Za-z][\w-]*):(?:\s+(.*))?$/;

/**
 * The text of a template, and its head, if it has one: lines `name: value` between two lines `---`, of which the first is the first of
 * the file. Anything else that begins so is a text with a rule, unless the name in its second line is one of ours. Throws a usage error
 * that names the file and the line.
 */
export function readMacro(source: string, path: string): { readonly macro?: Macro; readonly text: string } {
  const lines = source.split('\n');
  const end = endOfHead(lines);
  if (end === undefined) return { text: source };
  const macro: Record<string, string | readonly string[]> = {};
  for (const [at, line] of lines.slice(0, end).entries()) {
    if (at === 0 || line.trim() === '') continue;
    const refuse = (why: string, hint?: string): TrackerError => usageError(`${path}, line ${at + 1}: ${why}`, hint);
    const [, name = '', value = ''] = entry.exec(line.trimEnd()) ?? [];
    if (name === '') throw refuse('the head has only lines like status: closed, and ends with ---');
    if (!known.includes(name)) throw refuse(`unknown name ${JSON.stringify(name)}`, `names are ${known.join(', ')}`);
    const key = name === 'then' ? 'goes' : name;
    if (Object.hasOwn(macro, key)) throw refuse(`${name} is given twice`);
    macro[key] = readValue(name, value.trim(), refuse);
  }
  if (end === lines.length) throw usageError(`${path}: its head does not end`, 'end it with a line ---');
  const text = lines.slice(end + 1).join('\n');
  // Each value was read by its name.
  return { macro: macro as Macro, text: text.replace(/^(?:[^\S\n]*\n)+/, '') };
}

/** The line that ends the head, or the number of lines if none does; undefined if there is no head. */
function endOfHead(lines: readonly string[]): number | undefined {
  const [first = '', second = ''] = lines;
  if (!rule.test(first)) return undefined;
  const end = lines.findIndex((line, at) => at > 0 && rule.test(line));
  const inside = lines.slice(1, Math.max(1, end)).filter((line) => line.trim() !== '');
  const isHead = inside.length > 0 && inside.every((line) => entry.test(line));
  if (!isHead && !known.includes(entry.exec(second)?.[1] ?? '')) return undefined;
  return end === -1 ? lines.length : end;
}

function readValue(name: string, value: string, refuse: (why: string) => TrackerError): string | readonly string[] {
  const items = value.split(',').map((each) => each.trim());
  if (items.includes('')) throw refuse(value === '' ? `${name} has no value` : `${name} has an empty value`);
  if (name === 'key' && [...value].length > 1) throw refuse('key is a single character');
  const allowed = words.get(name);
  if (allowed && !allowed.includes(value)) throw refuse(`${name} is ${allowed.join(' or ')}, not ${value}`);
  return lists.includes(name) ? items : value;
}

/** What a macro does, in a line. */
export function macroWords(macro: Macro): string {
  const { kind, goes } = macro;
  return [...(kind ? [kind] : []), ...followingWords(macro), ...(goes ? [`then ${goes}`] : [])].join(', ');
}
