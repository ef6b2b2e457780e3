import { toPlainLetters } from '../contract/text/plain-letters.js';
import { unsafe } from '../contract/text/unsafe-characters.js';
import { answerBash, splitBashLine } from './bash.js';
import { complete } from './complete.js';
import { commonStart } from './index-file.js';
import { nothing, type Offer } from './offer.js';
import type { Surroundings } from './servers.js';
import type { FlagTree, StoredTree, VerbTree } from './tree.js';

/**
 * The command tree as scripts/build.mjs writes it: verbs name their flags by their places in one list, and a noun's command has no
 * words.
 */
export function readTree(text: string): StoredTree {
  const { verbFlags, ...tree } = JSON.parse(text) as StoredTree & { readonly verbFlags: readonly FlagTree[] };
  const whole = (verb: VerbTree): VerbTree => ({
    ...verb,
    flags: verb.flags?.flatMap((at) => verbFlags[Number(at)] ?? []) ?? [],
  });
  const nouns = tree.nouns.map(({ verbs = [], command, ...noun }) => ({
    ...noun,
    verbs: verbs.map(whole),
    ...(command && { command: whole({ ...noun, ...command }) }),
  }));
  return { ...tree, nouns };
}

/**
 * The answer to a shell, for the scripts in `completions/`. The first line has five cells separated by tabs:
 * - what follows: `candidates`, `files`, `folders` or `command`;
 * - the part of the word before the value;
 * - the value as typed;
 * - marks: `keep` if several candidates must not replace what was typed, `list` to list them at once, `nospace` to add no
 * space;
 * - how many words of another command come before the cursor.
 * Candidates follow as lines `text<TAB>title` with the whole text; for bash, quoted for the command line.
 */
export function answer(tree: StoredTree, asked: readonly string[], at: Surroundings): string {
  const [shell, , ...words] = asked;
  if (shell !== 'bash') {
    const offer = complete(tree, words, at);
    return shell === 'fish' ? answerFish(offer) : toText(offer, rows(offer));
  }
  const [line = '', type = '', breaks = '', columns = '', version = ''] = words;
  const question = {
    type: Number(type) || 9,
    columns: Number(columns) || 80,
    addsSpace: Number(version) === 3,
  };
  const read = splitBashLine(line, breaks.replace(/["']/g, ''));
  if (read.isRedirected) return toText({ ...nothing, what: 'files', typed: read.words.at(-1) ?? '' }, []);
  const offer = complete(tree, read.words, at);
  return toText(offer, answerBash(offer, read, question));
}

function toText(offer: Offer, lines: readonly string[], plain = toPlainLetters): string {
  const { what, prefix, typed, commandWords = 0, candidates, isReference } = offer;
  const common = plain(commonStart(candidates.map(({ text }) => text)));
  const marks = [
    ...(candidates.length > 0 && !common.startsWith(plain(typed)) ? ['keep'] : []),
    ...(isReference ? ['list'] : []),
    ...(candidates.length === 1 && candidates[0]?.text.endsWith(':') ? ['nospace'] : []),
  ];
  const head = [what, oneLine(prefix), oneLine(typed), marks.join(' '), String(commandWords)].join('\t');
  return [head, ...lines].map((each) => `${each}\n`).join('');
}

function rows({ prefix, candidates }: Offer): readonly string[] {
  return candidates.map(({ text, title }) =>
    title === undefined ? prefix + text : `${prefix + text}\t${oneLine(title)}`,
  );
}

/** fish matches accents exactly, and takes a leading tilde for a home folder. */
function answerFish(given: Offer): string {
  const candidates = given.candidates.filter(({ text }) => !(given.prefix + text).startsWith('~'));
  const offer = { ...given, candidates };
  return toText(offer, rows(offer), (text) => text.toLowerCase());
}

/** What was typed may contain anything; control characters become spaces. */
function oneLine(text: string): string {
  return text.replace(new RegExp(`[${unsafe}]`, 'gu'), ' ');
}
