/** Letters that do not fall apart into a plain one and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** A text in lower case and without marks over or under its letters, as people type a name whose letters their keyboard lacks. */
export function toPlainLetters(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}
