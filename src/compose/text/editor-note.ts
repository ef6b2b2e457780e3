import { cleanLine } from '../../contract/unsafe-characters.js';
import { noteEnd } from '../../files/editor-file.js';

/** What the editor's file begins with, and what a note at its end says about it. */
export interface EditorStart {
  readonly text?: string | undefined;
  /** To whom the text goes, in a sentence. */
  readonly about?: string | undefined;
}

/** An initial text with a note after it, for `withoutNote` to remove. */
export function withNote(initial: string, about: string | undefined): string {
  if (about === undefined) return initial;
  // Nothing in a name or title may end the note.
  const said = cleanLine(about).replaceAll(/(?<!-)-+>/g, '>');
  return `${initial}\n<!-- tracker: ${said}\n${noteEnd} -->\n`;
}
