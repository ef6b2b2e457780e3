import { isFraction } from '../../args/duration.js';
import { parseMoment } from '../../args/moment.js';
import type { Argument, VerbBody } from '../../args/verb.js';
import { attempt, usageError } from '../../contract/errors.js';
import { mayName } from '../../contract/row.js';
import { quoteTyped } from '../../contract/text/mask-url.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { globalFlags } from './global-flags.js';
import { type Invocation, readInvocation } from './invocation.js';
import { loadVerb, type Outline, outline, placesOfWords } from './outline.js';

/**
 * Another command with what `arrange` makes of the words that were typed, its own name included. All options stay as they were
 * typed, so that no hint turns a dry run into a write. Undefined if the command would refuse the line, or cannot tell an option's
 * value from a word.
 */
export async function retype(
  { words: typed }: Pick<Outline, 'words'>,
  command: string,
  arrange: (words: readonly string[], verb: VerbBody) => readonly string[] | undefined,
): Promise<string | undefined> {
  const verb = await loadVerb(command);
  const places = verb && placesOfWords(typed, verb.flags, globalFlags);
  if (!places) return undefined;
  const given = places.map((at) => typed[at] ?? '');
  const words = arrange(given, verb);
  if (!words) return undefined;
  const [from = 0] = places;
  const options = typed.filter((_, at) => at > from && !places.includes(at));
  const line = [...typed.slice(0, from), ...command.split(' '), ...words, ...options];
  const hint = shellLine(line);
  // A long hint would not be printed whole, nor one with control characters as it is, and a password in an address must not be.
  const isShown = hint.length < 1000 && cleanLine(hint) === hint && !/:\/\/[^/\s]*@/.test(hint);
  return isShown && (await isAccepted(line)) ? hint : undefined;
}

/** The words in capitals that stand for what was typed. */
export const placeholder =
  /^(?:REF|STATUS|USER|TAG|PRIORITY|DAY|DURATION|WHEN|OTHER|ITEM|FILE|TITLE|TEXT|PROJECT|ORG|NAME)$/;

/** A command line to be typed. */
export function shellLine(words: readonly string[]): string {
  return ['tracker', ...words].map(shellWord).join(' ');
}

async function isAccepted(line: readonly string[]): Promise<boolean> {
  const samples = new Map([
    ['DAY', 'today'],
    ['DURATION', '1h'],
    ['WHEN', 'tomorrow'],
  ]);
  const seen = await outline(line.map((word) => samples.get(word) ?? word));
  try {
    const run = readInvocation(seen, new Date());
    if (!run || (run.globals.dryRun && run.verb.writes === undefined)) return false;
    // Words in capitals are no references.
    if (!line.some((word) => placeholder.test(word))) await refuseMisplaced(seen, run);
    return run.args.length < 2 || run.verb.arguments?.[1]?.value.kind !== 'text' || !givesText(run.flags);
  } catch {
    return false;
  }
}

/** Whether flags say what the text is, or where it comes from. */
function givesText(flags: Invocation['flags']): boolean {
  return ['body', 'bodyFile', 'editor', 'quote', 'template', 'fromDraft'].some((key) => flags[key]);
}

/**
 * Throws a usage error for a reference after what it takes (`time 1h SCM-12`), a text without one (`reply thanks!`) or in place of
 * more (`tasks comment SCM-12 hello`), and a fraction without its unit, before a text becomes a draft.
 */
export async function refuseMisplaced(seen: Outline, { command, verb, args, flags }: Invocation): Promise<void> {
  const line = async (name: string, ...words: readonly string[]): Promise<string> =>
    (await retype(seen, name, () => words)) ?? `tracker help ${name}`;
  const refuse = (word: string, why: string, hint: string): never => {
    throw usageError(`${quoteTyped(word, 80)} ${why}`, hint);
  };
  const [about, more] = verb.arguments ?? [];
  const [first = '', second = ''] = args;
  if (command === 'inbox read' && first.trim().toLowerCase() === 'all')
    refuse(first, 'is not a notification', `for all: ${await line(command, '--all')}`);
  if (command === 'snooze') await refuseLoose(seen, args);
  if (!about?.value.of?.every((kind) => kind === 'tasks' || kind === 'tickets')) return;
  const [ref = '', ...others] = args.filter(mayName);
  const texts = args.filter((arg) => !mayName(arg));
  const isAlone = !givesText(flags);
  if (command === 'tasks comment' && isAlone && texts[0] !== undefined && ref !== '') {
    const short = others.length > 0 ? '' : ` or ${await line('comment', ref, texts.join(' '))}`;
    refuse(texts[0], 'is not a task reference', `for text, use --body${short}`);
  }
  if (about.isRepeatable || mayName(first)) {
    if (more?.value.kind === 'duration' && isFraction(second))
      refuse(second, 'could be hours or minutes', await line(command, first, `${second.trim().replace(',', '.')}h`));
    return;
  }
  const isText = more?.value.kind === 'text' && args.length === 1 && /\S\s+\S|^\p{L}[\p{L}.,;!?'’-]*$/u.test(first);
  const isSwapped = ref !== '' && others.length === 0 && !/^(?:-$|http)/i.test(ref) && fits(about, ref, more, texts);
  const right = isSwapped ? [ref, ...texts] : isText && isAlone ? ['REF', first] : undefined;
  const own = command === 'note' && !isSwapped ? `; a note of your own: ${await line('notes create', first)}` : '';
  if (right) refuse(first, 'is not a reference', `the reference comes first: ${await line(command, ...right)}${own}`);
}

/** Throws for a time of several words without quotes (`snooze BERG-9 fri 14:30`), and for one that comes first. */
async function refuseLoose(seen: Outline, args: readonly string[]): Promise<void> {
  const isRef = (arg: string): boolean => arg.split(',').every((each) => mayName(each.trim()));
  const [refs, texts] = [args.filter(isRef), args.filter((arg) => !isRef(arg))];
  const when = texts.join(' ');
  const [first = ''] = texts;
  if (refs.length === 0 || first === '' || args.at(-1) === when) return;
  const isTime = /^off$/i.test(when) || attempt(() => parseMoment(when, 'WHEN', { now: new Date() })) !== undefined;
  const hint = isTime ? await retype(seen, 'snooze', () => [...refs, when]) : undefined;
  if (hint !== undefined) throw usageError(`${quoteTyped(first, 80)} is not a ticket reference`, hint);
}

/** Whether the command would take them the other way round. */
function fits(about: Argument, ref: string, more: Argument | undefined, texts: readonly string[]): boolean {
  const [kind] = /^(?:task|ticket)(?=:)/i.exec(ref) ?? [];
  if (kind !== undefined && !about.value.of?.some((each) => each === `${kind.toLowerCase()}s`)) return false;
  if (more?.value.kind === 'item' || texts.some((text) => text.trim() === '')) return false;
  return more?.value.kind !== 'duration' || /^\d/.test(texts[0] ?? '');
}
