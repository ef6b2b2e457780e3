import { freeText } from '../../args/value.js';
import { type Example, oneRef, refuseTextAlone, type VerbBody } from '../../args/verb.js';
import { usageError } from '../../contract/errors.js';

/** A verb that writes a text, as the second argument too. */
export interface TextVerb {
  readonly verb: VerbBody;
  /** What its reference names. */
  readonly of: 'tasks' | 'tickets';
  readonly details: string;
  readonly examples: readonly Example[];
}

/** Declares the form without a noun of a verb that writes a text: `tracker reply REF TEXT` is the same with `--body TEXT`. */
export function textVerb({ verb, of, details, examples }: TextVerb): VerbBody {
  return {
    ...verb,
    details: `${details}\n\n${verb.details ?? ''}`,
    arguments: [
      oneRef(of),
      { value: freeText('text'), isOptional: true, help: 'the text, as with --body; - reads standard input' },
    ],
    examples,
    async run(context, [reference = '', text], given) {
      const hasSource = sources.some((key) => given[key] !== undefined && given[key] !== false);
      if (text === undefined && !hasSource) refuseTextAlone(context.settings.command, [reference]);
      if (text === undefined) return await verb.run(context, [reference], given);
      if (hasSource) throw usageError('the text is given twice', 'give it as an argument, or with a flag');
      await verb.run(context, [reference], { ...given, ...(text === '-' ? { bodyFile: '-' } : { body: text }) });
    },
  };
}

const sources = ['body', 'bodyFile', 'editor', 'quote', 'template'];
