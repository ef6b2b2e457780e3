import type { Context } from '../../args/context.js';
import { type FlagTable, longName } from '../../args/flag.js';
import { type Argument, initialValues, manyRefs, oneRef, refuseSwapped, type VerbBody } from '../../args/verb.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { findEither } from '../../references/any-kind.js';
import type { Entity } from '../../references/find-entity.js';
import { oneReference, type Reference, readReferences, referenceTo, shown } from '../../references/read.js';

type Kind = 'task' | 'ticket';

type Values = Readonly<Record<string, unknown>>;

/** A verb without a noun, and the verb that it stands for, by what its reference names. */
export interface ShortVerb extends Pick<VerbBody, 'prints' | 'examples'> {
  readonly details: string;
  readonly verbs: Readonly<Record<Kind, VerbBody>>;
  /** Its flags, if not those of the verbs it stands for. */
  readonly flags?: FlagTable;
  /** True if all arguments are references; otherwise only the first is one. */
  readonly isBulk?: boolean;
  readonly moreArguments?: readonly Argument[];
  /** The flags of the verb it stands for, given its own flags and the words after the reference. */
  readonly translate?: (kind: Kind, given: Values, words: readonly string[], ref: string) => Values;
  /** Whether words after the reference are missing if there are none (default: yes). */
  readonly isAsked?: (given: Values) => boolean;
  /** Asks for the words after the reference if there are none. */
  readonly ask?: (context: Context, entity: Entity<Kind>) => Promise<readonly string[]>;
}

/** Declares a verb that finds out what its reference names, and does what the verb of that noun does. */
export function shortVerb({
  verbs,
  flags,
  isBulk = false,
  translate,
  isAsked = () => true,
  ask = async () => [],
  moreArguments = [],
  ...rest
}: ShortVerb): VerbBody {
  const table = flags ?? { ...verbs.task.flags, ...verbs.ticket.flags };
  return {
    ...rest,
    arguments: [isBulk ? manyRefs('tasks', 'tickets') : oneRef('tasks', 'tickets'), ...moreArguments],
    flags: table,
    writes: verbs.task.writes === true || verbs.ticket.writes === true,
    onlyReads: (given, args) => args.length < 2 && (verbs.task.onlyReads?.(given, args) ?? false),
    async run(context, args, given) {
      if (!isBulk) refuseSwapped(context.settings.command, args);
      const [ref = '', ...words] = args;
      const refs = isBulk ? await readReferences(context, args) : [await oneReference(context, ref)];
      const found = await findEntities(context, refs);
      const [first, ...others] = found.flatMap(({ entity }) => entity ?? []);
      if (first === undefined) return;
      const { kind } = first;
      const other = others.find((each) => each.kind !== kind);
      if (other)
        throw usageError(`${first.ref} is a ${kind} and ${other.ref} a ${other.kind}`, 'change them separately');
      const verb = verbs[kind];
      const typed = isBulk ? [] : words.map(shown);
      const asked = typed.length > 0 || !isAsked(given) ? typed : await ask(context, first);
      const own = translate?.(kind, given, asked, first.ref);
      if (own === undefined) refuseForeign(verb, first, { table, given });
      await verb.run(context, isBulk || own ? found : [...found, ...words], {
        ...initialValues(verb),
        ...ofVerb(verb, own ?? given),
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
  const missing: TrackerError[] = [];
  for (const reference of refs) {
    try {
      found.push(referenceTo(await findEither(context, client, reference)));
    } catch (error) {
      if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
      missing.push(error);
      found.push({ ...reference, entity: undefined });
    }
  }
  const [first] = missing;
  if (first !== undefined && missing.length === refs.length) throw first;
  return found;
}

function refuseForeign(
  verb: VerbBody,
  { kind, ref }: Entity,
  { table, given }: { readonly table: FlagTable; readonly given: Values },
): void {
  for (const [key, flag] of Object.entries(table)) {
    const value = given[key];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== flag.initial;
    if (isGiven && !(key in verb.flags))
      throw usageError(`${longName(flag.flags)} cannot be used with a ${kind}, and ${ref} is one`);
  }
}

function ofVerb({ flags }: VerbBody, given: Values): Values {
  return Object.fromEntries(Object.entries(given).filter(([key]) => key in flags));
}
