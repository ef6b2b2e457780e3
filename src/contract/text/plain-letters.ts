/** Letters that Unicode does not decompose into a plain letter and an accent. */
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

/** The text in lower case, and in one form of its accents, which may be letters of their own (NFC) or follow theirs (NFD). */
export function toNameKey(text: string): string {
  return (/^[\x00-\x7f]*$/.test(text) ? text : inForm(text)).toLowerCase();
}

/** Signs that stand for one that keyboards have, and letters without any width. */
const signs: readonly (readonly [like: RegExp, sign: string])[] = [
  [/[\u2018-\u201b\u2039\u203a\u2032\u00b4\u02b9\u02bc\uff07]/g, "'"],
  [/[\u201c-\u201f\u00ab\u00bb\u2033\uff02]/g, '"'],
  [/[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g, '-'],
  [/\p{Cf}/gu, ''],
];

/** The same as toNameKey, with typographic quotes and dashes as keyboards have them, and without what nobody sees. */
export function toSearchKey(text: string): string {
  return withPlainSigns(toNameKey(text));
}

function withPlainSigns(text: string): string {
  if (!/[\u00ab-\u00bb\u02b9-\u02bc\u180e\u200b-\u206f\ufe58-\uff0d]/.test(text)) return text;
  return signs.reduce((plain, [like, sign]) => plain.replace(like, sign), text);
}

/** The text in lower case and without accents, for comparing names; signs as in toSearchKey. */
export function toPlainLetters(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const plain = withPlainSigns(text.toLowerCase()).replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? '');
  const decomposed = inForm(plain, 'NFKD').replace(mayBeMarks, (part) => part.replace(/\p{M}/gu, ''));
  // Some signs, such as ™, are written with capitals then.
  return decomposed.toLowerCase();
}

/** Whether something may be named by this part of its name: a `-` alone is a slip, or stands for something else. */
export function mayBePart(text: string): boolean {
  return /[^\p{P}\p{Z}\p{C}]/u.test(text);
}

/** Parts of a text that may have combining marks. They are found many times faster than the marks themselves. */
const mayBeMarks = /[\u0300-\uffff]+/g;

/**
 * The text in a normal form of Unicode, for comparing. More accents on a letter than in any language are kept apart, as in the
 * Stream-Safe Text Format, because to order them takes quadratic time.
 */
export function inForm(text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string {
  const safe = /[\u0300-\uffff]{30}/.test(text) ? text.replace(/\p{M}{30}(?=\p{M})/gu, '$&\u034f') : text;
  return safe.normalize(form);
}
