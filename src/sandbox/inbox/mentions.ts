// The bounded lengths keep matching linear in texts with many unclosed brackets.
const mention = /@\[([^\]]{1,200})\]\(([^)]{1,200})\)/g;
const reference = /~\[([^\]]{1,200})\]\(([^)]{1,200})\)/g;

/** The users that a text mentions as `@[Name](userId)`. */
export function mentionedUsers(text: string): Set<string> {
  return new Set([...text.matchAll(mention)].map((match) => match[2] ?? ''));
}

/** The text as an inbox shows it: mentions become `@Name`, references only their text. */
export function flattenMentions(text: string): string {
  return text.replace(mention, '@$1').replace(reference, '$1');
}
