import { toPlainLetters } from '../../contract/plain-letters.js';

/** The longest name of a branch, in characters. */
const longest = 60;

/**
 * The git branch name of a task, such as `scm-12-title-words`: only a–z, 0–9 and single hyphens, at most 60 characters, cut
 * between words. It starts and ends with a letter or digit, so that git never takes it for an option or rejects it. Empty if the
 * reference has no letter or digit.
 */
export function branchName(ref: string, title: string): string {
  const start = wordsOf(ref).join('-').slice(0, longest);
  let name = start;
  for (const word of start === '' ? [] : wordsOf(title)) {
    const longer = `${name}-${word}`;
    if (longer.length > longest) return name === start ? longer.slice(0, longest).replace(/-$/, '') : name;
    name = longer;
  }
  return name;
}

function wordsOf(text: string): readonly string[] {
  const plain = toPlainLetters(text).replace(/['’]/g, '');
  return plain.match(/[a-z0-9]+/g) ?? [];
}
