import type { Context } from '../args/context.js';
import { numberInDoubt } from '../args/duration.js';
import { longName } from '../args/flag.js';
import { isParsed } from '../args/more-flags.js';
import type { VerbBody } from '../args/verb.js';

interface Values {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

/**
 * The arguments and flags of a command, in which each duration below 15 without a unit has one: at a terminal the one that is meant,
 * elsewhere minutes, with a warning. What is queued keeps it.
 */
export async function withUnits(context: Context, verb: VerbBody, { args, flags }: Values): Promise<Values> {
  const units: string[] = [];
  for (const [at, text] of args.entries()) {
    const { kind } = verb.arguments?.[at]?.value ?? {};
    units.push(kind === 'duration' ? await withUnit(context, text) : text);
  }
  const settled: Record<string, unknown> = { ...flags };
  for (const [key, flag] of Object.entries(verb.flags)) {
    const given = flags[key];
    if (flag.value?.kind !== 'duration' || !isParsed(given)) continue;
    const text = await withUnit(context, given.text, `${longName(flag.flags)} `);
    if (text !== given.text) settled[key] = flag.parse?.(text, undefined, context.now());
  }
  return { args: units, flags: settled };
}

async function withUnit({ prompt, settings, show }: Context, text: string, flag = ''): Promise<string> {
  const count = numberInDoubt(text);
  if (count === undefined) return text;
  const [minutes, hours] = [`${count}m`, `${count}h`];
  if (settings.yes || !prompt.possible) {
    await show.warn(
      `${flag}${count} is taken as ${count} minute${count === 1 ? '' : 's'}`,
      `for hours: ${flag}${hours}`,
    );
    return minutes;
  }
  return await prompt.choose({
    message: `${flag}${count}: minutes or hours?`,
    choices: [
      { name: `${count} minutes`, value: minutes },
      { name: `${count} hours`, value: hours },
    ],
    instead: `type ${minutes} or ${hours}`,
  });
}
