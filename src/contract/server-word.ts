/**
 * A status, priority, type or category in the form in which they are compared: only letters and digits tell them apart, and
 * `on customer` is `waiting_on_customer`.
 */
export function wordKey(word: string): string {
  const key = tagKey(word);
  return key.replace(/^waiting_(?=on_)/, '').replaceAll('_', '') || key;
}

/** A tag as tags are compared: case does not tell them apart, and spaces, hyphens and underscores are one. They have no short form. */
export function tagKey(tag: string): string {
  if (/^[a-z]*$/.test(tag)) return tag;
  const isAscii = /^[\x00-\x7f]*$/.test(tag);
  const plain = isAscii ? tag.toLowerCase() : tag.slice(0, longest).normalize('NFKC').toLowerCase().normalize('NFKC');
  return plain.trim().replace(/[\s_-]+/g, '_');
}

/** No word is longer than this (UTF-16 units), and to order many accents takes quadratic time. */
const longest = 1000;

/** Whether a field of tasks, tickets and projects holds such a word. */
export function isWordField(field: string): boolean {
  return ['status', 'priority', 'type', 'category'].includes(field);
}

/** A word as every screen shows it: `in_progress` as `in progress`. */
export function shownWord(word: string): string {
  return word.replaceAll('_', ' ');
}

/** Statuses of tasks, tickets and projects in the order of a life cycle. A server may have others, which are not coloured. */
const statusOrder = `prospect backlog planned new todo open in_progress active in_review waiting waiting_on_agent
  waiting_on_customer paused blocked resolved done completed closed cancelled archived`.split(/\s+/);

const priorityOrder = ['none', 'low', 'medium', 'high', 'urgent'];

const finished = new Set(['resolved', 'done', 'completed', 'closed', 'cancelled', 'archived']);

/** The rank of a known status or priority; undefined for any other word or key. */
export function rankOf(key: string, word: string): number | undefined {
  const order: readonly string[] = key === 'status' ? statusOrder : key === 'priority' ? priorityOrder : [];
  const wanted = wordKey(word);
  const rank = order.findIndex((each) => wordKey(each) === wanted);
  return rank === -1 ? undefined : rank;
}

/** Whether the status means that the work is over, one way or another. */
export function isFinished(status: string | undefined): boolean {
  return status !== undefined && finished.has(wordKey(status));
}

/** Whether the work rests on purpose. */
export function isPaused(status: string | undefined): boolean {
  return wordKey(status ?? '') === 'paused';
}

/** Minutes for people: `1h 30m`, `45m`, `2h`. */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  if (hours === 0) return `${rest}m`;
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`;
}
