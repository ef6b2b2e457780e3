import { Refusal } from '../world.js';
import { checkText, type Fields } from './fields.js';

const dayForm = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a real calendar day in the form YYYY-MM-DD; 2026-02-30 is not. */
export function isDay(text: string): boolean {
  if (!dayForm.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A calendar day (docs/api.md, Conventions 3). @throws Refusal 400 for anything else. */
export function readDay(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && isDay(value)) return value;
  const isInForm = typeof value === 'string' && dayForm.test(value);
  throw new Refusal(400, `${name} must be a calendar day in the form YYYY-MM-DD.`, isInForm ? 500 : 400);
}

/** A due date: the UTC day of any date that can be parsed; null for null or an empty text. @throws Refusal 400 otherwise. */
export function readDue(fields: Fields): string | null | undefined {
  const value = fields.due;
  if (value === undefined || value === null) return value;
  const text = checkText('due', value).trim();
  if (text === '') return null;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || !namesRealDay(text) || !isDay(date.toISOString().slice(0, 10))) {
    throw new Refusal(400, 'due must be a date, such as 2026-03-31.');
  }
  return date.toISOString().slice(0, 10);
}

/** JavaScript turns 30 February into 2 March, which is not what the sender meant. */
function namesRealDay(text: string): boolean {
  const [, year, month = '', day = ''] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text) ?? [];
  return year === undefined || isDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/** The moment `now`, or the millisecond after `previous` if that is later, so that rows keep a strict order. */
export function momentAfter(now: Date, previous: string | null | undefined): string {
  const earliest = previous ? Date.parse(previous) + 1 : 0;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}

/** A stored day or time as a full ISO time. */
export function writeMoment(stored: string | null): string | null {
  return stored?.length === 10 ? `${stored}T00:00:00.000Z` : stored;
}
