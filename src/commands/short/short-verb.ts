import type { Context } from '../../args/context.js';
import { type FlagTable, longName } from '../../args/flag.js';
import { type Argument, initialValues, manyRefs, oneRef, type VerbBody } from '../../args/verb.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { findEither } from '../../references/any-kind.js';
import type { Entity } from '../../references/find-entity.js';
import { oneReference, type Reference, readReferences, referenceTo, shown } from '../../references/read.js';

type Kind = 'task' | 'ticket';

export type FoundWork = Entity<Kind>;

type Values = Readonly<Record<string, unknown>>;

/** A verb without a noun, and the verb that it stands for, by what its reference names. */
export interface ShortVerb extends Pick<VerbBody, 'examples'> {
  /** Its lines. */
  readonly details: readonly string[];
  /** The commands whose permission it takes. */
  readonly permission?: string;
  readonly verbs: Readonly<Record<Kind, VerbBody>>;
  /** What it prints and its flags, if not those of the verbs it stands for. */
  readonly prints?: VerbBody['prints'];
  readonly flags?: FlagTable;
  /** For flags that only one of the two has: why the other has none. */
  readonly fixed?: Readonly<Record<string, string>> | undefined;
  /** What follows the reference; without it, all arguments are references. */
  readonly more?: Omit<Argument, 'isRepeatable'>;
  /** Throws a usage error for arguments and flags that can be refused before anything is looked up. */
  readonly check?: (context: Context, args: readonly string[], given: Values) => void;
  /** Asks for the words after the reference if there are none. */
  readonly ask?: (context: Context, found: FoundWork, given: Values) => Promise<readonly string[]>;
  /** Chooses between several verbs for what it names. */
  readonly choose?: (context: Context, found: FoundWork, words: readonly string[], given: Values) => Promise<VerbBody>;
  /** The flags of the verb it stands for, given the words after the reference and its own flags. */
  readonly translate?: (found: FoundWork, words: readonly string[], given: Values) => Values;
}

/** Declares a verb that finds out what its reference names, and does what the verb of that noun does. */
export function shortVerb({ details, examples, verbs, more, ...own }: ShortVerb): VerbBody {
  const needs = own.permission === undefined ? [] : ['', `You need the same permission as for ${own.permission}.`];
  const flags = own.flags ?? { ...verbs.task.flags, ...verbs.ticket.flags };
  const [written, ...others] = [...(verbs.task.writes ?? []), ...(verbs.ticket.writes ?? [])];
  return {
    ...(written && { writes: [written, ...others] as const }),
    ...{ details: [...details, ...needs].join('\n'), examples, flags, appends: verbs.task.appends === true },
    prints: own.prints ?? verbs.task.prints,
    arguments: more ? [oneRef('tasks', 'tickets'), { ...more, isRepeatable: true }] : [manyRefs('tasks', 'tickets')],
    onlyReads: (given, args) => args.length < 2 && (verbs.task.onlyReads?.(given, args) ?? false),
    async run(context, args, given) {
      const [ref = '', ...rest] = args;
      const typed = more ? rest.map(shown) : [];
      own.check?.(context, args.map(shown), given);
      const refs = more ? [await oneReference(context, ref)] : await readReferences(context, args);
      const references = await findEntities(context, refs);
      const [found, ...others] = references.flatMap(({ entity }) => entity ?? []);
      if (found === undefined) return undefined;
      const other = others.find(({ kind }) => kind !== found.kind);
      if (other)
        throw usageError(`${found.ref} is a ${found.kind} and ${other.ref} a ${other.kind}`, 'change them separately');
      const words = typed.length === 0 && own.ask ? await own.ask(context, found, given) : typed;
      const verb = (await own.choose?.(context, found, words, given)) ?? verbs[found.kind];
      for (const [key, flag] of own.translate ? [] : Object.entries(flags)) {
        const value = given[key];
        const isGiven = Array.isArray(value) ? value.length > 0 : value !== flag.initial;
        if (!isGiven || key in verb.flags) continue;
        const why = `${longName(flag.flags)} cannot be used with a ${found.kind}, and ${found.ref} is one`;
        throw usageError(why, own.fixed?.[key]);
      }
      const values = Object.entries(own.translate?.(found, words, given) ?? given);
      return await verb.run(context, references, {
        ...initialValues(verb),
        ...Object.fromEntries(values.filter(([key]) => key in verb.flags)),
      });
    },
  };
}

/**
 * What the references name. One that names nothing stays as it is if another one shows which verb is meant: the verb then
 * reports it like any other failure. Throws for the first if none of them names anything.
 */
async function findEntities(context: Context, refs: readonly Reference[]): Promise<readonly Reference<Kind>[]> {
  const client = await context.client();
  const found: Reference<Kind>[] = [];
  let missing: TrackerError | undefined;
  for (const reference of refs) {
    try {
      found.push({ ...referenceTo(await findEither(context, client, reference)), basisOf: reference.basisOf });
    } catch (error) {
      if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
      missing ??= error;
      found.push({ ...reference, entity: undefined });
    }
  }
  if (missing && found.every(({ entity }) => !entity)) throw missing;
  return found;
}
