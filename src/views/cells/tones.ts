import { shownWord, wordKey } from '../../contract/server-word.js';
import type { Cell, Tone } from '../../output/view.js';

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
