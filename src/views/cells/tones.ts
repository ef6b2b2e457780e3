import { shownWord, wordKey } from '../../contract/server-word.js';
import type { Cell, Tone } from '../../output/view.js';

/** Statuses of tasks, tickets and projects in the order of a life cycle. A server may have others, which are not coloured. */
const statusOrder = [
  'prospect',
  'backlog',
  'planned',
  'new',
  'todo',
  'open',
  'in_progress',
  'active',
  'in_review',
  'waiting',
  'waiting_on_agent',
  'waiting_on_customer',
  'paused',
  'blocked',
  'resolved',
  'done',
  'completed',
  'closed',
  'cancelled',
  'archived',
] as const;

const priorityOrder = ['none', 'low', 'medium', 'high', 'urgent'] as const;

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

export function statusCell(status: string | undefined): Cell {
  return { text: shownWord(status ?? ''), tone: statusTone(status ?? '') };
}

export function priorityCell(priority: string | undefined): Cell {
  const tones: Readonly<Record<string, Tone>> = { urgent: 'bad', high: 'warn', low: 'dim', none: 'dim' };
  const word = wordKey(priority ?? '');
  return { text: shownWord(priority ?? ''), tone: Object.hasOwn(tones, word) ? (tones[word] ?? 'plain') : 'plain' };
}

function statusTone(status: string): Tone {
  const word = wordKey(status);
  if (/^(?:done|resolved|closed|completed)$/.test(word)) return 'good';
  if (/^(?:inprogress|inreview|active)$/.test(word)) return 'busy';
  return /^(?:backlog|prospect|cancelled|archived)$/.test(word) ? 'dim' : 'plain';
}
