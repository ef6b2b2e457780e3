import { Refusal } from '../world.js';

/** A JSON body whose fields are still unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The body as an object; an absent one is empty. @throws Refusal 400 when it is a list, null or a single value. */
export function readBody(body: unknown): Fields {
  return body === undefined ? {} : readObject('The body', body);
}

/** `value` as an object whose fields are still unchecked. @throws Refusal 400, naming it, when it is anything else. */
export function readObject(name: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(400, `${name} must be a JSON object.`);
  }
  // An object that is no list is a record of unknown values.
  return value as Fields;
}

/** A text that must be there: trimmed and not empty, else 400. */
export function readRequiredText(fields: Fields, name: string): string {
  const text = readText(fields, name);
  if (!text) throw new Refusal(400, `${name} is required and must not be empty.`);
  return text;
}

/** A text trimmed; undefined when absent, null for null or an empty text, 400 for another type. */
export function readText(fields: Fields, name: string): string | null | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return value;
  return checkText(name, value).trim() || null;
}

/** Any text the database can hold as it is: a NUL would cut it off. */
export function checkText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new Refusal(400, `${name} must be a text.`);
  if (value.includes('\0')) throw new Refusal(400, `${name} must not contain the character NUL.`);
  return value;
}

/** One of `allowed`, undefined when absent, 400 for anything else; the message names what is allowed. */
export function readChoice<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  const choice = allowed.find((one) => one === value);
  if (choice === undefined) throw new Refusal(400, `${name} must be one of ${allowed.join(', ')}.`);
  return choice;
}

/** A list of texts, undefined when absent, 400 for anything else. */
export function readTexts(fields: Fields, name: string): string[] | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Refusal(400, `${name} must be a list of texts.`);
  return value.map((item) => checkText(`each of ${name}`, item));
}

/** As `readTexts`, but what is no list counts as absent: creations are lenient where edits are not. */
export function readTextsIfList(fields: Fields, name: string): string[] | undefined {
  return Array.isArray(fields[name]) ? readTexts(fields, name) : undefined;
}

const largestInteger = 2 ** 31 - 1;

/** A number of minutes, rounded; what is not above 0 is null. @throws Refusal 400 when it is too large to be kept. */
export function roundMinutes(name: string, value: number): number | null {
  const minutes = Math.round(value);
  if (minutes > largestInteger) throw new Refusal(400, `${name} must be at most ${largestInteger}.`);
  return minutes > 0 ? minutes : null;
}
