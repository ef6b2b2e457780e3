import type { Context } from '../args/context.js';
import { Ambiguous } from '../contract/errors.js';
import { quote } from '../contract/text/unsafe-characters.js';

/**
 * What `find` gives for a name; at a terminal, which of the things it fits is asked for. Elsewhere throws its error, which no write
 * comes before.
 */
export async function askWhich<T>(
  { prompt }: Pick<Context, 'prompt'>,
  text: string,
  find: (text: string) => Promise<T>,
): Promise<T> {
  try {
    return await find(text);
  } catch (error) {
    if (!(error instanceof Ambiguous) || !prompt.possible) throw error;
    const question = { choices: error.candidates, instead: error.hint ?? '' };
    return await find(await prompt.choose({ message: `${quote(text)} fits several. Which one?`, ...question }));
  }
}
