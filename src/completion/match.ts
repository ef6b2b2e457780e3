import { toPlainLetters } from '../contract/text/plain-letters.js';

/**
 * Every letter with an accent, by the plain one: what toPlainLetters gives for Latin-1 to Latin Extended-B and Latin Extended
 * Additional. Written out, because the first use of Unicode tables takes longer than all the rest of a completion.
 */
const accents: Readonly<Record<string, string>> = {
  a: 'ÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ',
  b: 'ḂḃḄḅḆḇ',
  c: 'ÇçĆćĈĉĊċČčḈḉ',
  d: 'ÐðĎďĐđḊḋḌḍḎḏḐḑḒḓ',
  e: 'ÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ',
  f: 'Ḟḟ',
  g: 'ĜĝĞğĠġĢģǦǧǴǵḠḡ',
  h: 'ĤĥȞȟḢḣḤḥḦḧḨḩḪḫẖ',
  i: 'ÌÍÎÏìíîïĨĩĪīĬĭĮįİıǏǐȈȉȊȋḬḭḮḯỈỉỊị',
  j: 'Ĵĵǰ',
  k: 'ĶķǨǩḰḱḲḳḴḵ',
  l: 'ĹĺĻļĽľŁłḶḷḸḹḺḻḼḽ',
  m: 'ḾḿṀṁṂṃ',
  n: 'ÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ',
  o: 'ÒÓÔÕÖØòóôõöøŌōŎŏŐőƠơǑǒǪǫǬǭȌȍȎȏȪȫȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ',
  p: 'ṔṕṖṗ',
  r: 'ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ',
  s: 'ŚśŜŝŞşŠšſȘșṠṡṢṣṤṥṦṧṨṩẛ',
  t: 'ŢţŤťȚțṪṫṬṭṮṯṰṱẗ',
  u: 'ÙÚÛÜùúûüŨũŪūŬŭŮůŰűŲųƯưǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự',
  v: 'ṼṽṾṿ',
  w: 'ŴŵẀẁẂẃẄẅẆẇẈẉẘ',
  x: 'ẊẋẌẍ',
  y: 'ÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ',
  z: 'ŹźŻżŽžẐẑẒẓẔẕ',
};

/** Whether a text starts with what was typed, ignoring case and accents. */
export function beginsWith(text: string, typed: string): boolean {
  return toPlainLetters(text).startsWith(toPlainLetters(typed));
}

/** A byte of a word, in a text with one character per byte. */
const inWord = '[A-Za-z0-9\\x80-\\xff]';

/** What was typed as a regular expression for the bytes of UTF-8, so that only matches need decoding; case and accents do not count. */
export function patternOf(typed: string): string {
  return ((toPlainLetters(typed) || typed).match(/ss|ae|oe|th|./gsu) ?? []).map(spellings).join('');
}

/** The same, at the start of a word. */
export function wordPatternOf(typed: string): string {
  return `(?<!${inWord})${patternOf(typed)}`;
}

/** A text as a regular expression for its bytes. */
export function escapeBytes(text: string): string {
  return [...Buffer.from(text, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Letters that people type as two plain ones. */
const joined: Readonly<Record<string, readonly string[]>> = {
  ss: ['ß', 'ẞ'],
  ae: ['æ', 'Æ'],
  oe: ['œ', 'Œ'],
  th: ['þ', 'Þ'],
};

function spellings(letter: string): string {
  const one = joined[letter];
  if (one) return `(?:${[...letter].map(spellings).join('')}|${one.map(escapeBytes).join('|')})`;
  if (!/[a-z]/.test(letter)) return /[0-9]/.test(letter) ? letter : escapeBytes(letter);
  return `(?:${[letter, letter.toUpperCase(), ...[...(accents[letter] ?? '')].map(escapeBytes)].join('|')})`;
}
