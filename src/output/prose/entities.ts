import { decodeHTMLStrict } from 'entities/decode';

/** Decodes character references once as browsers do, also those without a semicolon. */
export { decodeHTML } from 'entities/decode';

/**
 * Decodes the character references of markdown once and leaves unknown ones alone. A no-break space is a space, and a soft
 * hyphen nothing. The result still has to be made safe: `&#27;` is an escape character (docs/requirements.md, R38).
 */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text.replaceAll('&nbsp;', ' ').replaceAll('&shy;', ''));
}
