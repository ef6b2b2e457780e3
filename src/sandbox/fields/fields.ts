import { attempt } from '../../contract/errors.js';
import { isRow } from '../../contract/row.js';
import { Refusal } from '../world.js';

/** A JSON body with unchecked fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** The maximum size of a JSON body, or of the `payload` of a multipart one. */
export const jsonLimit = 1024 * 1024;

const deepest = 64;

/** Parses a JSON object; blank text is `{}`. @throws Refusal 400 for anything else, and for deep nesting. */
export function parseObject(text: string): Fields {
  if (text.trim() === '') return {};
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === undefined) throw new Refusal(400, 'The body is not valid JSON.');
  if (value === null) throw new Refusal(400, 'The body must be a JSON object.', 500);
  if (!isRow(value)) throw new Refusal(400, 'The body must be a JSON object.');
  checkValue(value, 1);
  return value;
}

/** Refuses texts with NUL characters, because the database would silently cut them there. */
function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw new Refusal(400, 'A text must not contain NUL characters.', 500);
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw new Refusal(400, `The body is nested more than ${deepest} levels deep.`);
  for (const [key, item] of Object.entries(value)) {
    checkValue(key, depth);
    checkValue(item, depth + 1);
  }
}

/** A required text, trimmed. @throws Refusal 400 if it is missing or empty. */
export function readRequiredText(fields: Fields, name: string): string {
  if (typeof fields[name] === 'number') throw new Refusal(400, `${name} must be a string.`, 500);
  const text = readText(fields, name);
  if (!text) throw new Refusal(400, `${name} is required and must not be empty.`);
  return text;
}

/** A text, trimmed; undefined if absent, null for null or an empty text. @throws Refusal 400 for another type. */
export function readText(fields: Fields, name: string): string | null | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return value;
  return checkText(name, value).trim() || null;
}

/** `value` as a text. @throws Refusal 400, naming it, for another type. */
export function checkText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Refusal(400, `${name} must be a string.`);
  return value;
}

type Choices = Readonly<Record<string, readonly string[]>>;

/** The fields with a few possible values that are given. @throws Refusal 400, listing what is allowed, for anything else. */
export function readChoices<C extends Choices>(fields: Fields, choices: C): { readonly [K in keyof C]?: C[K][number] } {
  const given = Object.entries(choices).filter(([name]) => fields[name] !== undefined);
  for (const [name, allowed] of given) {
    if (!allowed.some((one) => one === fields[name])) {
      throw new Refusal(400, `${name} must be one of ${allowed.join(', ')}.`);
    }
  }
  // Each is one of its choices, as just checked.
  return Object.fromEntries(given.map(([name]) => [name, fields[name]])) as { [K in keyof C]?: C[K][number] };
}

/** A list of texts, or undefined if absent. @throws Refusal 400 for anything else. */
export function readTexts(fields: Fields, name: string): string[] | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Refusal(400, `${name} must be a list of strings.`);
  return value.map((item) => checkText(`each of ${name}`, item));
}

/** Like `readTexts`, but anything other than a list counts as absent: creations are more lenient than edits. */
export function readTextsIfList(fields: Fields, name: string): string[] | undefined {
  return Array.isArray(fields[name]) ? readTexts(fields, name) : undefined;
}

const largestInteger = 2 ** 31 - 1;

/** A number of minutes, rounded; null if not above 0. @throws Refusal 400 if it is too large to store. */
export function roundMinutes(name: string, value: number): number | null {
  const minutes = Math.round(value);
  if (minutes > largestInteger) throw new Refusal(400, `${name} must be at most ${largestInteger}.`);
  return minutes > 0 ? minutes : null;
}

/** The first `length` UTF-16 units of a text, without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

const longestTaskTag = 24;

/** Cleans the tags of a task: lower case, single spaces, short, no duplicates. */
export function cleanTaskTags(tags: readonly string[]): string[] {
  return unique(tags.map((tag) => cutText(tag.trim().toLowerCase().replace(/\s+/g, ' '), longestTaskTag).trim()));
}

/** Cleans the tags of a ticket: trimmed, no duplicates, case kept. */
export function cleanTicketTags(tags: readonly string[]): string[] {
  return unique(tags.map((tag) => tag.trim()));
}

function unique(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/** The values of fields that docs/api.md leaves open, in workflow order or by increasing weight. */
export const taskChoices = {
  status: ['backlog', 'todo', 'in_progress', 'paused', 'in_review', 'done'],
  priority: ['none', 'low', 'medium', 'high', 'urgent'],
  type: ['task', 'bug', 'improvement', 'feature', 'chore'],
} as const;

export const ticketChoices = {
  status: ['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'],
  priority: ['low', 'medium', 'high', 'urgent'],
  category: ['general', 'billing', 'technical_issue', 'feature_request'],
} as const;

/** What somebody did who changed a field, without their name. */
export function sayChange(field: string, from: string, to: string): string {
  return `changed the ${field} from ${labelOf(from)} to ${labelOf(to)}`;
}

/** A value for people: `in_progress` becomes `In progress`. */
export function labelOf(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
