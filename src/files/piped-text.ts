import type { Context } from '../args/context.js';
import { longName } from '../args/flag.js';
import type { VerbBody } from '../args/verb.js';
import { usageError } from '../contract/errors.js';
import { readGivenText, requireOneReader } from './read-input.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The values of the flags, with standard input in place of the `-` of one that takes a text. Throws a usage error if something
 * else would read it too, if it is empty, and for several lines where one is needed.
 */
export async function withPipedText(
  context: Context,
  { flags: table, arguments: declared = [] }: Pick<VerbBody, 'flags' | 'arguments'>,
  { args, flags }: { readonly args: readonly string[]; readonly flags: Values },
): Promise<Values> {
  const [key, flag] =
    Object.entries(table).find(([key, { value }]) => value?.input && [flags[key]].flat().includes('-')) ?? [];
  if (key === undefined || flag === undefined) return flags;
  const refs = declared.find(({ value }) => value.kind === 'ref');
  const mayRead = Object.entries(table).filter(
    ([, { value }]) => value?.input || /^(?:file|ref)$/.test(value?.kind ?? ''),
  );
  requireOneReader([
    [refs?.isRepeatable ? 'the references' : 'the reference', refs && args],
    ...mayRead.map(([each, { flags: names }]) => [longName(names), flags[each]] as const),
  ]);
  const given = flags[key];
  if (flag.value?.input === 'file')
    return flags.bodyFile === undefined ? { ...flags, [key]: undefined, bodyFile: given } : flags;
  const name = longName(flag.flags);
  const lines = await readLines(context, name);
  if (flag.value?.input === 'line' && lines.length > 1)
    throw usageError(`${name} takes one line, and standard input has ${lines.length}`);
  if (!Array.isArray(given)) return { ...flags, [key]: lines.join('\n') };
  if (given.indexOf('-') !== given.lastIndexOf('-')) throw usageError(`${name} can read standard input only once`);
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '');
  return { ...flags, [key]: given.flatMap((each) => (each === '-' ? texts : [each])) };
}

/** The lines of standard input, without empty ones at the end. */
async function readLines(context: Context, flag: string): Promise<readonly string[]> {
  const text = await readGivenText(context, '-', (why) => usageError(`cannot read standard input: ${why}`));
  if (text.includes('\0')) throw usageError('standard input contains a NUL character');
  if (text.trim() === '') throw usageError(`standard input is empty, and ${flag} needs a text`);
  return text.trimEnd().split(/\r?\n/);
}
