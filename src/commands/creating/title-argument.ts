import { freeText } from '../../args/value.js';
import type { VerbBody } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';
import { withPipedText } from '../../files/piped-text.js';

/** Lets the title of something new also be an argument: `tracker tasks create TITLE` is the same with `--title TITLE`. */
export function withTitleArgument(verb: VerbBody, flag: 'title' | 'subject' = 'title'): VerbBody {
  return {
    ...verb,
    arguments: [
      { value: freeText(flag), isOptional: true, help: `the ${flag}, as with --${flag}; - reads standard input` },
    ],
    async run(context, [title], given) {
      if (title !== undefined && given[flag] !== undefined)
        throw usageError(`the ${flag} is given twice`, `give it as an argument, or with --${flag}`);
      const flags = title === undefined ? given : { ...given, [flag]: title };
      await verb.run(context, [], title === '-' ? await withPipedText(context, verb, { args: [], flags }) : flags);
    },
  };
}
