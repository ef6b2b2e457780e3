import { errorData } from '../contract/error-data.js';
import { asText, Declined, ExitWith, NeedsMore, ReaderGone, shortageOf, TrackerError } from '../contract/errors.js';
import { cleanLine } from '../contract/text/unsafe-characters.js';
import { codeOf, fullCodes, fullDisk } from '../disk/file-trouble.js';
import { escapeJson } from '../output/data/json.js';
import { askedFormats, formats } from '../output/formats.js';
import { wrapSentence } from '../output/text/wrap.js';
import type { Output } from '../terminal/streams/io.js';
import { findVerb, outline } from './command-line/outline.js';

interface ReportOptions {
  /** Print one JSON object per line instead of sentences. */
  readonly json: boolean;
  readonly debug: boolean;
  readonly stderr: Output;
  readonly isNewHint: (hint: string) => Promise<boolean>;
}

/** Turns whatever a command threw into an exit code and a text; the only place that does (docs/requirements.md, R64). */
export async function reportError(error: unknown, options: ReportOptions) {
  if (error instanceof ReaderGone) return { exitCode: 0, text: '' };
  if (error instanceof Declined)
    return { exitCode: 0, text: options.json || !error.sentence ? '' : `${asText(error.sentence)}\n` };
  if (error instanceof ExitWith) return { exitCode: error.exitCode, text: '' };
  const known = error instanceof TrackerError ? error : unexpected(error, options.debug);
  if (options.json)
    return { exitCode: known.exitCode, text: `${escapeJson(JSON.stringify({ error: errorData(known) }))}\n` };
  const lineOf = async (text: string): Promise<string> => await wrapSentence(options.stderr, cleanLine(text));
  const lines = [await lineOf(`error: ${asText(known.message)}`)];
  if (known.hint && (await options.isNewHint(asText(known.hint))))
    lines.push(await lineOf(`hint: ${asText(known.hint)}`));
  if (options.debug) lines.push(stackOf(error));
  return { exitCode: known.exitCode, text: `${lines.join('\n')}\n` };
}

/** The help of a noun typed alone, if its list turned out to need more than that. */
export async function helpOfNoun(
  error: unknown,
  argv: readonly string[],
  parse: (words: readonly string[]) => Promise<object>,
): Promise<string> {
  const { noun, verb } = error instanceof NeedsMore ? await outline(argv) : {};
  if (!noun || !verb || argv.some((word) => findVerb(noun, word) === verb.entry)) return '';
  const parsed = await parse([noun.name, '--help']);
  return 'help' in parsed ? `\n${parsed.help}` : '';
}

/** An unexpected error: a shortage, or a fault of ours. Its message may contain anything, so only its kind is shown without `--debug`. */
function unexpected(error: unknown, debug: boolean): TrackerError {
  const shortage = shortageOf(error);
  if (shortage !== undefined) return new TrackerError('failed', shortage, { cause: error });
  if (fullCodes.test(codeOf(error)))
    return new TrackerError('failed', fullDisk, { hint: 'free some space and run the command again', cause: error });
  const what = debug && error instanceof Error ? `${error.name}: ${error.message.split('\n')[0] ?? ''}` : kindOf(error);
  return new TrackerError('failed', `something went wrong in tracker itself (${what.slice(0, 200)})`, {
    hint: 'run the command again with --debug to see where',
    cause: error,
  });
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error';
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.name}` : '';
  return `${error.stack?.split('\n').slice(1).join('\n') ?? ''}${cause}`;
}

/** Whether these words ask for a JSON format. Found before parsing, so that usage errors are JSON too. */
export function wantsJson(words: readonly string[]): boolean {
  const flags = askedFormats.filter((name) => 'isJson' in formats[name]).map((name) => `--${name}`);
  return words.some(
    (word, at) =>
      flags.includes(word.replace(/=.*/s, '')) ||
      word.startsWith('--jq') ||
      /^(?:-o|--output)[= ]?jsonl?$/.test(`${word} ${words[at + 1] ?? ''}`) ||
      /^(?:-o|--output)=?jsonl?$/.test(word),
  );
}
