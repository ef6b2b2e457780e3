import { cutText } from './cut-text.js';

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
