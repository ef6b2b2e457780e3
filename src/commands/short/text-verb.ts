import { type Example, oneRef, type VerbBody } from '../../args/verb.js';
import { withTextArgument } from '../../compose/text/text-argument.js';

/** A verb that writes a text. */
export interface TextVerb {
  readonly verb: VerbBody;
  /** What its reference names. */
  readonly of: 'tasks' | 'tickets';
  readonly details: string;
  readonly examples: readonly Example[];
}

/** Declares the form without a noun of a verb that writes a text. */
export function textVerb({ verb, of, details, examples }: TextVerb): VerbBody {
  return { ...withTextArgument(verb, oneRef(of)), details: `${details}\n\n${verb.details ?? ''}`, examples };
}
