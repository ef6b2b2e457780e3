import { cutText } from './cut-text.js';

const longestTaskTag = 24;

/** Tags of a task: lower case, single spaces, short, each once. */
export function cleanTaskTags(tags: readonly string[]): string[] {
  return unique(tags.map((tag) => cutText(tag.trim().toLowerCase().replace(/\s+/g, ' '), longestTaskTag).trim()));
}

/** Tags of a ticket: trimmed, each once, in the case they were written in. */
export function cleanTicketTags(tags: readonly string[]): string[] {
  return unique(tags.map((tag) => tag.trim()));
}

function unique(tags: readonly string[]): string[] {
  return [...new Set(tags)].filter((tag) => tag !== '');
}

/** The stored JSON text as tags. Most rows have none, and lists are long. */
export function parseTags(stored: string): readonly string[] {
  return stored === '[]' ? [] : (JSON.parse(stored) as string[]);
}
