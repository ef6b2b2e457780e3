import type { Context } from '../../args/context.js';
import { type FlagTable, longName } from '../../args/flag.js';
import { initialValues } from '../../args/initial-values.js';
import { refuseSwapped } from '../../args/swapped.js';
import { type Argument, manyRefs, oneRef, type VerbBody } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { findAnyEntity } from '../../references/any-kind.js';
import type { Entity } from '../../references/find-entity.js';
import { handOver, requireSameRow } from '../../references/find-named.js';
import { oneReference, readReferences } from '../../references/read.js';

type Kind = 'task' | 'ticket';

type Given = Readonly<Record<string, unknown>>;

/** A verb without a noun, and the verb that it stands for, by what its reference names. */
export interface ShortVerb extends Pick<VerbBody, 'prints' | 'examples'> {
  readonly details: string;
  readonly verbs: Readonly<Record<Kind, VerbBody>>;
  /** Its flags, if not those of the verbs it stands for. */
  readonly flags?: FlagTable;
  /** True if all arguments are references; otherwise only the first is one. */
  readonly isBulk?: boolean;
  /** The arguments after the reference. */
  readonly moreArguments?: readonly Argument[];
  /** The flags of the verb it stands for, given its own flags and the words after the reference. */
  readonly translate?: (kind: Kind, given: Given, words: readonly string[], ref: string) => Given;
  /** Asks for the words after the reference if there are none. */
  readonly ask?: (context: Context, entity: Entity<Kind>) => Promise<readonly string[]>;
}

/** Declares a verb that finds out what its reference names, and does what the verb of that noun does. */
export function shortVerb({
  verbs,
  flags,
  isBulk = false,
  translate,
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
    async run(context, args, given) {
      if (!isBulk) refuseSwapped(context.settings.command, args);
      const found = await findEntities(context, isBulk ? args : args.slice(0, 1), isBulk);
      const [first, ...others] = found.filter((each) => typeof each !== 'string');
      if (first === undefined) return;
      const kind = first.kind as Kind;
      const other = others.find((each) => each.kind !== kind);
      if (other)
        throw usageError(`${first.ref} is a ${kind} and ${other.ref} a ${other.kind}`, 'change them separately');
      const verb = verbs[kind];
      const words = isBulk ? [] : args.slice(1);
      const asked = words.length > 0 ? words : await ask(context, first as Entity<Kind>);
      const own = translate?.(kind, given, asked, first.ref);
      if (own === undefined) refuseForeign(verb, first, { table, given });
      const names = found.map((each) => (typeof each === 'string' ? each : handOver(context, each)));
      await verb.run(context, isBulk || own ? names : [...names, ...args.slice(1)], {
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
async function findEntities(
  context: Context,
  args: readonly string[],
  isBulk: boolean,
): Promise<readonly (Entity | string)[]> {
  const texts = isBulk ? await readReferences(context, args) : [await oneReference(context, args[0] ?? '')];
  const found: (Entity | string)[] = [];
  const missing: TrackerError[] = [];
  for (const text of texts) {
    try {
      found.push(await findEither(context, text));
    } catch (error) {
      if (!(error instanceof TrackerError) || error.kind !== 'not_found') throw error;
      missing.push(error);
      found.push(text);
    }
  }
  const [first] = missing;
  if (first !== undefined && missing.length === texts.length) throw first;
  return found;
}

/** The task or ticket that a reference names. */
export async function findEither(context: Context, text: string, client?: Client): Promise<Entity> {
  const entity = await findAnyEntity(client ?? (await context.client()), { text, kinds: ['task', 'ticket'] });
  requireSameRow(context, text, entity);
  return entity;
}

/** Throws a usage error for a flag that only the other kind has. */
function refuseForeign(
  verb: VerbBody,
  { kind, ref }: Entity,
  { table, given }: { readonly table: FlagTable; readonly given: Given },
): void {
  for (const [key, flag] of Object.entries(table)) {
    const value = given[key];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== flag.initial;
    if (isGiven && !(key in verb.flags))
      throw usageError(`${longName(flag.flags)} cannot be used with a ${kind}, and ${ref} is one`);
  }
}

/** Without the flags that only the other kind has. */
function ofVerb({ flags }: VerbBody, given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([key]) => key in flags));
}
