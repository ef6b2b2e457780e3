import { isForShell } from '../config/stored-settings.js';
import { splitCommand } from '../contract/text/command-line.js';
import { beginsWith } from './match.js';
import { type Candidate, isDecent, nothing, type Offer } from './offer.js';
import { defaultVerb, findFlag, readLine, type Spot, verbsInstead } from './read-line.js';
import { type CompletionServers, readServers, type Surroundings } from './servers.js';
import { type FlagTree, findWord, type StoredTree, type ValueTree, type WordTree } from './tree.js';
import { offerValue } from './values.js';

interface CursorContext {
  readonly tree: StoredTree;
  readonly spot: Spot;
  /** The word at the cursor as far as it was typed. */
  readonly word: string;
  readonly servers: () => CompletionServers;
}

/** Completes the last of the words after the program's name. Sends no request. */
export function complete(tree: StoredTree, words: readonly string[], at: Surroundings): Offer {
  const before = withoutAlias(tree, words.slice(0, -1), at);
  const spot = readLine(tree, before);
  let known: CompletionServers | undefined;
  const servers = (): CompletionServers => (known ??= readServers(at, spot.instance));
  const place: CursorContext = { tree, spot, word: words.at(-1) ?? '', servers };
  if (spot.pending) return offerFlagValue(place, spot.pending, { prefix: '', typed: place.word });
  return spot.ended ? offerArgument(place) : offerWord(place);
}

/** The words, with an alias where a noun is expected replaced by what it stands for. */
function withoutAlias(tree: StoredTree, words: readonly string[], at: Surroundings): readonly string[] {
  const { isLost, noun, isHelp } = readLine(tree, words);
  if (!isLost || noun || isHelp) return words;
  const place = words.findIndex((_, index) => readLine(tree, words.slice(0, index + 1)).isLost);
  const text = readServers(at, '').aliases.get(words[place] ?? '');
  return text === undefined || isForShell(text) ? words : words.toSpliced(place, 1, ...(splitCommand(text) ?? []));
}

function offerWord(place: CursorContext): Offer {
  const { tree, spot, word } = place;
  const attached = attachedValue(place);
  if (attached) return attached;
  if (word.startsWith('-')) return offerFlags(place);
  const { noun, verb, isHelp } = spot;
  if (spot.isLost) return nothing;
  if (!noun) return offerWords(word, [...tree.nouns, ...(isHelp ? tree.topics : [helpWord]), ...aliasWords(place)]);
  if (!verb) return offerWords(word, noun.verbs ?? []);
  const verbs = offerWords(word, verbsInstead(tree, spot));
  if (isHelp) return verbs;
  const own = offerArgument(place);
  return { ...own, candidates: [...verbs.candidates, ...own.candidates] };
}

/** The aliases, each with what it stands for; a command of the same name comes first. */
function aliasWords({ tree, servers }: CursorContext): readonly WordTree[] {
  const free = [...servers().aliases].filter(([name]) => isDecent(name) && !findWord(tree.nouns, name));
  return free.map(([name, summary]) => ({ name, summary }));
}

const helpWord: WordTree = { name: 'help', summary: 'Show help for a noun or a verb' };

/** Completes the value in `--flag=value` or `-fvalue`; undefined if the word is neither. */
function attachedValue({ tree, spot, word, servers }: CursorContext): Offer | undefined {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  if (!(equals > 2 || /^-[^-]./.test(word))) return undefined;
  const end = equals > 0 ? equals : 2;
  const name = word.slice(0, end);
  const { flag, at } = findFlag(tree, spot, name);
  // `--json=a,b` names columns.
  const named = name === '--json' ? ({ kind: 'columns', joined: true } as const) : flag;
  const prefix = word.slice(0, equals > 0 ? end + 1 : end);
  if (named?.kind)
    return offerFlagValue({ tree, spot: at, word, servers }, named, { prefix, typed: word.slice(prefix.length) });
  return equals > 0 ? nothing : undefined;
}

function offerFlagValue(
  place: CursorContext,
  flag: Partial<ValueTree> & Pick<FlagTree, 'joined'>,
  { prefix, typed }: { readonly prefix: string; readonly typed: string },
): Offer {
  const { kind = 'text' } = flag;
  return offerValue({ ...shared(place), value: { ...flag, kind }, isJoined: flag.joined === true, prefix, typed });
}

/** Completes an argument, or flags if no argument is left. */
function offerArgument(place: CursorContext): Offer {
  const { spot, word } = place;
  const declared = spot.verb?.arguments ?? [];
  const last = declared.at(-1);
  const at = spot.args.length;
  const isMore = last?.repeatable || declared[0]?.repeatable;
  const argument = declared[at] ?? (isMore ? last : undefined);
  if (!argument) return word === '' && !spot.ended && spot.verb ? offerFlags(place) : nothing;
  if (argument.kind === 'command') return { ...nothing, what: 'command', typed: word, commandWords: at };
  const choices = argument.choicesAfter?.[spot.args[0] ?? ''];
  const value: ValueTree = choices && at > 0 ? { kind: 'word', choices } : argument;
  const offerOf = (each: ValueTree, taken: readonly string[]): Offer =>
    offerValue({ ...shared(place), value: each, typed: word, taken });
  // More of the first may precede what follows them.
  const [first] = declared;
  const isMany = at > 0 && first !== argument && first?.repeatable;
  const own = offerOf(value, argument.repeatable || isMany ? spot.args : []);
  return isMany ? { ...own, candidates: [...own.candidates, ...offerOf(first, spot.args).candidates] } : own;
}

function shared({ spot, servers }: CursorContext) {
  const { columns = [], fields = [] } = defaultVerb(spot)?.prints ?? {};
  return { spot, servers, columns: [...columns, ...fields], isJoined: false, prefix: '', taken: [] };
}

/** Offers flags by their long names; by their short ones too if a single dash was typed. */
function offerFlags({ tree, spot, word }: CursorContext): Offer {
  if (spot.isLost) return nothing;
  const verb = defaultVerb(spot);
  // What a command that does not write refuses, and one that cannot wait.
  const isOffered = ({ name }: FlagTree): boolean =>
    !verb || Boolean(name === '--dry-run' ? verb.writes : verb.queues || !/queue$/.test(name));
  const flags = [...(spot.noun ? (verb?.flags ?? []) : tree.flags), ...tree.globalFlags.filter(isOffered)];
  const named = flags.flatMap(({ name, short, help }): readonly Candidate[] => [
    ...(short !== undefined && /^-[^-]?$/.test(word) ? [{ text: short, title: help }] : []),
    { text: name, title: help },
  ]);
  return { ...nothing, typed: word, candidates: named.filter(({ text }) => text.startsWith(word)) };
}

/** Offers words by name, or by alias if no name matches. */
function offerWords(word: string, words: readonly WordTree[]): Offer {
  const named = words.map(({ name, summary }): Candidate => ({ text: name, title: summary }));
  const others = words.flatMap(({ aliases = [], summary }) =>
    aliases.map((text): Candidate => ({ text, title: summary })),
  );
  const fits = ({ text }: Candidate): boolean => beginsWith(text, word);
  const found = named.filter(fits);
  return { ...nothing, typed: word, candidates: found.length > 0 ? found : others.filter(fits) };
}
