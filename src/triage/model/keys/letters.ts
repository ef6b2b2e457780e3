import type { PickOption } from '../mode.js';

/** Gives each option without a key the first letter or digit of its text that no other one has. */
export function withLetters(options: readonly PickOption[], ...reserved: readonly string[]): readonly PickOption[] {
  const own = options.map(({ letter }) => letter);
  const taken = new Set<string | undefined>([...reserved, ...own]);
  return options.map((option, at) => {
    // Of two that want the same key, the first one gets it.
    if (option.letter !== undefined && own.indexOf(option.letter) === at) return option;
    const letter = [...option.text.toLowerCase(), ...'abcdefghijklmnopqrstuvwxyz0123456789'].find(
      (each) => /[a-z\d]/.test(each) && !taken.has(each),
    );
    if (letter === undefined) return option;
    taken.add(letter);
    return { ...option, letter };
  });
}
