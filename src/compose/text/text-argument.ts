import { freeText } from '../../args/value.js';
import type { Argument, VerbBody } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';
import { withPipedText } from '../../files/piped-text.js';

/** Lets the text of a verb also be its second argument: `tracker reply REF TEXT` is the same with `--body TEXT`. */
export function withTextArgument(verb: VerbBody, reference: Argument): VerbBody {
  const sources = ['body', 'bodyFile', 'editor', 'quote', 'template'];
  return withArgument(verb, { what: 'text', flag: 'body', sources, hint: 'a flag', before: [reference] });
}

/** Lets the title of something new also be an argument: `tracker tasks create TITLE` is the same with `--title TITLE`. */
export function withTitleArgument(verb: VerbBody, flag: 'title' | 'subject' = 'title'): VerbBody {
  return withArgument(verb, { what: flag, flag, sources: [flag], hint: `--${flag}`, before: [] });
}

interface FlagArgument {
  readonly what: string;
  readonly flag: string;
  /** The flags that say where it comes from. */
  readonly sources: readonly string[];
  /** How else to give it. */
  readonly hint: string;
  readonly before: readonly Argument[];
}

function withArgument(verb: VerbBody, { what, flag, sources, hint, before }: FlagArgument): VerbBody {
  const help = `the ${what}, as with --${flag}; - reads standard input`;
  return {
    ...verb,
    arguments: [...before, { value: freeText(what), isOptional: true, help }],
    async run(context, words, given) {
      const [args, text] = [words.slice(0, before.length), words[before.length]];
      if (text === undefined) return await verb.run(context, args, given);
      if (sources.some((key) => given[key] !== undefined && given[key] !== false))
        throw usageError(`the ${what} is given twice`, `give it as an argument, or with ${hint}`);
      const flags = { ...given, [flag]: text };
      const isPiped = text === '-';
      return await verb.run(context, args, isPiped ? await withPipedText(context, verb, { args: [], flags }) : flags);
    },
  };
}
