/**
 * How many cells a text takes on a terminal, measured independently of the program's own tables: by Unicode's ranges of wide
 * characters, by grapheme for emoji, and by character for letters. Where terminals differ, the larger number.
 */
export function cellsOf(text: string): number {
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) cells += clusterCells(segment);
  return cells;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first and last character of each block with a width of two cells (Unicode, EastAsianWidth.txt). */
const wideBlocks = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
] as const;

function clusterCells(cluster: string): number {
  const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u.test(cluster);
  if (isEmoji) return 2;
  return [...cluster].reduce((sum, character) => sum + characterCells(character), 0);
}

function characterCells(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0xad) return 1;
  if (/\p{Mn}|\p{Me}|\p{Cf}|[\u1160-\u11ff]/u.test(character)) return 0;
  return wideBlocks.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
