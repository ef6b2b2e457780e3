import type { Context } from '../../args/context.js';
import { listWords } from '../../args/flag.js';
import { isNone } from '../../args/value.js';
import type { Client } from '../../client/client.js';
import { knownValues, type LearnedValue } from '../../client/learn/rows.js';
import { usageError } from '../../contract/errors.js';
import { isFinished, tagKey, wordKey } from '../../contract/server-word.js';
import { nearest, nearestWords } from '../../output/text/nearest.js';

/** The statuses and the like of docs/api.md, which most servers have. */
export const usualWords = {
  'ticket-status': ['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'],
  'ticket-priority': ['low', 'medium', 'high', 'urgent'],
  'ticket-category': ['general', 'billing', 'technical_issue', 'feature_request'],
  'task-status': ['backlog', 'todo', 'in_progress', 'paused', 'in_review', 'done'],
  'task-priority': ['none', 'low', 'medium', 'high', 'urgent'],
  'task-type': ['task', 'bug', 'improvement', 'feature', 'chore'],
} as const;

/**
 * A status, priority, tag or similar as this server spells it: `in-progress` becomes `in_progress` if that was seen, or if this
 * server has only shown the usual words. Others are left unchanged, because only the server knows which values exist
 * (docs/api.md, States and transitions).
 */
export function spelled(client: Client, kind: LearnedValue, word: string): string {
  return spellings(client, kind, word)[0] ?? word;
}

/** How this server may spell a word, likeliest first. */
export function spellings(client: Client, kind: LearnedValue, word: string): readonly string[] {
  const same = knownWords(client, kind).filter((known) => isSameWord(kind, known, word));
  return same.includes(word) ? [word, ...same.filter((known) => known !== word)] : same;
}

/** The words this server has shown, and the usual ones unless it has shown others. */
export function knownWords(client: Client, kind: LearnedValue): readonly string[] {
  const seen = knownValues(client.index, kind);
  const usual: readonly string[] = Object.hasOwn(usualWords, kind) ? usualWords[kind as keyof typeof usualWords] : [];
  return seen.every((known) => usual.includes(known)) ? [...new Set([...seen, ...usual])] : seen;
}

/** Whether two words of a kind mean the same. */
export function isSameWord(kind: LearnedValue, one: string, other: string): boolean {
  const key = kind.endsWith('-tag') ? tagKey : wordKey;
  return key(one) === key(other);
}

/** Throws a usage error for words joined with commas that are not one known value, and what refuseMisspelt throws. */
export function requireOneWord(
  context: Writer,
  client: Client,
  { flag, kind, word }: Pick<WantedWords, 'flag' | 'kind'> & { readonly word: string | undefined },
): void {
  if (word === undefined) return;
  if (word.includes(',') && !knownValues(client.index, kind).includes(spelled(client, kind, word)))
    throw usageError(`${flag} takes one value, not ${JSON.stringify(word.slice(0, 80))}`);
  refuseMisspelt(context, client, { flag, kind, words: [word] });
}

type Writer = Pick<Context, 'settings' | 'sending'>;

/**
 * Throws a usage error for a word to be written that is unknown and near a known one, so that a misspelt status is found before the
 * text it was to follow is sent. Any other word goes out; so does this one with `--yes`, and once it has waited.
 */
export function refuseMisspelt(
  { settings, sending }: Writer,
  client: Client,
  { flag, kind, words }: WantedWords,
): void {
  if (settings.yes || sending?.entry) return;
  for (const word of words) {
    const known = knownWords(client, kind);
    if (isNone(word) || known.some((each) => isSameWord(kind, each, word))) continue;
    const isTag = kind.endsWith('-tag');
    // release-2 is not a misspelt release-1, nor ui a misspelt ui-kit.
    const near = nearestWords(word, known).filter(
      (each) => !isTag || (Math.abs(each.length - word.length) < 3 && withoutDigits(each) !== withoutDigits(word)),
    );
    if (near.length === 0) continue;
    throw usageError(
      `${flag} ${word.slice(0, 80)} has not been seen on this server (did you mean ${listWords(near)}?)`,
      'nothing was sent; to send it as it is, add --yes',
    );
  }
}

const withoutDigits = (word: string): string => word.replace(/\d+/g, '0');

/** The words for one or several values, and the kind of value they should be. */
interface WantedWords {
  readonly flag: string;
  readonly kind: LearnedValue;
  readonly words: readonly string[];
  /** Another kind whose words are fine, too. */
  readonly or?: LearnedValue;
}

/**
 * Warns about words that no response of this server has ever contained, with the nearest known one, or all of them. They are
 * never refused: which values exist is up to the server (docs/api.md, States and transitions).
 */
export async function warnUnseen(context: Context, client: Client, wanted: readonly WantedWords[]): Promise<void> {
  for (const { flag, kind, or = kind, words } of wanted) {
    const known = [...new Set([kind, or].flatMap((each) => knownValues(client.index, each)))];
    const hasState = flag === '--status' && kind !== 'project-status' && or === kind;
    for (const given of words) {
      const word = given.replace(/^!/, '');
      const state = hasState ? stateFor(given) : undefined;
      const instead = state && `did you mean --state ${state}? known: ${known.join(', ')}`;
      if (!isNone(word)) await warnUnlessKnown(context, word, { flag, kind, known, instead });
    }
  }
}

/** The state that is meant by those who ask for `-s open`, `-s closed` or `-s all`, as with `gh`. */
function stateFor(word: string): string | undefined {
  const state = isFinished(word) ? 'finished' : wordKey(word);
  return ['open', 'finished', 'all'].includes(state) ? state : undefined;
}

interface KnownWords extends Pick<WantedWords, 'flag' | 'kind'> {
  readonly known: readonly string[];
  /** The hint where none of them is near. */
  readonly instead?: string | undefined;
}

/** Warns about a word that is not among the known ones, if there are any. */
export async function warnUnlessKnown({ show }: Context, word: string, { flag, kind, known, instead }: KnownWords) {
  if (known.length === 0 || known.some((each) => isSameWord(kind, each, word))) return;
  const near = nearest(word, known);
  const hint = near === undefined ? (instead ?? `known: ${known.join(', ')}`) : `did you mean ${near}?`;
  await show.warn(`${flag} ${word} has not been seen on this server`, hint);
}
