import { invisible, unsafe } from '../contract/text/unsafe-characters.js';

/** Names that mean a device on Windows, with or without an extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/** Characters that are special on some systems or make a name look like another. */
const unsafeInNames = new RegExp(`[<>:"|?*${unsafe}${invisible}]`, 'gu');

/** File systems allow 255 bytes; this leaves room for ` (12)`. */
const longestBytes = 240;
const longestEnding = 40;

/**
 * A safe file name for an uploaded file: only the last part of its name, without anything that leads out of the folder, hides
 * the file, means a device, looks like an option, or cannot be stored (docs/requirements.md, R54).
 */
export function safeName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(unsafeInNames, '_')
    .replace(/^[\s.]+/, (dots) => '_'.repeat(Math.min(dots.trim().length, 1)));
  const name = withoutEnd(shorten(withoutEnd(plain)));
  if (name === '' || name === '_') return 'unnamed';
  return devices.test(name) || name.startsWith('-') ? `_${name}` : name;
}

/** Removes trailing dots and spaces, which Windows drops. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** The same name for another file, such as `name (2).ext`. */
export function numberedName(name: string, number: number): string {
  const [stem, ending] = splitEnding(name);
  return `${stem} (${number})${ending}`;
}

/** Splits off the extension; a dot at the start of a name does not start one. */
function splitEnding(name: string): readonly [stem: string, ending: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= longestEnding ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** Shortens the name before its extension, without cutting a character. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= longestBytes) return name;
  const [stem, ending] = splitEnding(name);
  let left = longestBytes - Buffer.byteLength(ending);
  let kept = '';
  for (const character of stem) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return `${kept}${ending}`;
}
