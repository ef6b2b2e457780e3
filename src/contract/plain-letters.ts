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

/** The text in lower case and without accents, for comparing names. */
export function toPlainLetters(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const plain = text.toLowerCase().replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? '');
  const decomposed = inForm(plain, 'NFKD').replace(mayBeMarks, (part) => part.replace(/\p{M}/gu, ''));
  // Some signs, such as ™, are written with capitals then.
  return decomposed.toLowerCase();
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
