import { freeText } from '../../args/value.js';
import type { Argument, VerbBody } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';

/** Lets the text of a verb also be its second argument: `tracker reply REF TEXT` is the same with `--body TEXT`. */
export function withTextArgument(verb: VerbBody, reference: Argument): VerbBody {
  return {
    ...verb,
    arguments: [
      reference,
      { value: freeText('text'), isOptional: true, help: 'the text, as with --body; - reads standard input' },
    ],
    async run(context, [ref = '', text], given) {
      const hasSource = sources.some((key) => given[key] !== undefined && given[key] !== false);
      if (text === undefined) return await verb.run(context, [ref], given);
      if (hasSource) throw usageError('the text is given twice', 'give it as an argument, or with a flag');
      return await verb.run(context, [ref], { ...given, ...(text === '-' ? { bodyFile: '-' } : { body: text }) });
    },
  };
}

const sources = ['body', 'bodyFile', 'editor', 'quote', 'template'];
