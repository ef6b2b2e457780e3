import { Command, CommanderError } from 'commander';
import { longName } from '../../args/flag.js';
import { findNoun } from '../../commands/nouns.js';
import { usageError } from '../../contract/errors.js';
import { type GlobalValues, globalFlags } from '../command-line/global-flags.js';
import { mergeGlobals } from '../command-line/invocation.js';
import { expand, findVerb } from '../command-line/outline.js';
import { addGlobalFlags, globalsOf } from '../command-line/program.js';
import type { Host } from '../host.js';
import { topics } from '../topics/index.js';
import { layOut } from '../topics/layout.js';

/** What only a mistake needs. */
const usage = () => import('../command-line/usage-error.js');

/** All verbs, and what makes data of them. */
const tree = () => import('../command-line/command-tree.js');

/** The same for programs that pay by the word. */
const brief = () => import('./brief-help.js');

/** Global flags that shell aliases may add and that make no difference to help. */
const harmless: readonly string[] = 'instance input yes accessible color pager timeout insecureHttp debug'.split(' ');

/**
 * The output of `tracker help` with these words. Undefined if they ask for the help of a command, which the caller shows as
 * `--help` does. `--json` gives the tree of commands, or the part that is named. Throws usage errors for flags that do not
 * apply and for unknown topics.
 */
export async function answerHelp(host: Host, asked: readonly string[]): Promise<string | undefined> {
  const given = await readWords(asked, host.now());
  if (given === undefined) return undefined;
  const { words, globals } = given;
  const [first, ...rest] = words;
  const indent = host.io.stdout.isTerminal ? 2 : 0;
  const topic = topics.find(({ name }) => name === first);
  const noun = first === undefined ? undefined : findNoun(first);
  const isName = first !== undefined && !topic && !noun;
  const alias = isName ? (await import('../command-line/alias.js')).loadAliases(host).get(first) : undefined;
  const what = topic ? 'a topic' : alias !== undefined ? 'an alias' : undefined;
  refuseFlags(globals, what);
  if (globals.json && globals.brief) throw usageError('--json and --brief cannot be used together');
  if (first === undefined && globals.brief) return await (await brief()).briefOverview();
  if (first === undefined) return globals.json ? await (await tree()).treeText(host.version, indent) : undefined;
  if (what !== undefined && rest.length > 0)
    throw usageError(`too many arguments: ${first} is ${what}`, `tracker help ${first}`);
  if (topic) return layOut(topic.summary, (await topic.load()).topic, Math.min(host.io.stdout.columns(), 100));
  if (alias !== undefined) return `${first} is your alias for: ${alias}\n`;
  if (!noun) throw (await usage()).unknownTopic(first);
  const [word] = rest;
  const verb = word === undefined ? undefined : findVerb(noun, word);
  const [tooMuch] = rest.slice(noun.command && !verb ? 0 : 1);
  if (tooMuch !== undefined)
    throw usageError('too many arguments: help takes a noun, or a noun and a verb', `tracker help ${noun.name}`);
  if (globals.brief && (word === undefined || verb)) return await (await brief()).briefHelp(noun, verb);
  if (!globals.json) return undefined;
  // An unknown verb gets the same error as without help.
  return word !== undefined && !verb ? undefined : await (await tree()).treeText(host.version, indent, noun, verb);
}

/** The words and flags; undefined if the version is asked for too. Throws usage errors for unknown flags. */
async function readWords(asked: readonly string[], now: Date) {
  const expanded = expand(asked, 0);
  try {
    return parseWords(expanded, now);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.version') return undefined;
    const { toUsageError } = await usage();
    const seen = { words: expanded, own: expanded, noun: undefined, verb: undefined, hasUnknownWord: false };
    throw await toUsageError(error, seen);
  }
}

function parseWords(asked: readonly string[], now: Date) {
  const command = new Command('help')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  command.helpOption(false).option('-h, --help').argument('[words...]').showSuggestionAfterError(false);
  command.version('0', '-V, --version');
  addGlobalFlags(command, now);
  command.parse([...asked], { from: 'user' });
  return { words: command.args, globals: mergeGlobals(globalsOf(command)) };
}

/** Throws a usage error for flags that do not apply; of a topic or an alias there is only text. */
function refuseFlags(globals: GlobalValues, textOnly: string | undefined): void {
  if (globals.dryRun) throw usageError('this command has no dry run', 'leave out --dry-run');
  for (const [key, { flags }] of Object.entries(globalFlags)) {
    if (!(key in globals) || harmless.includes(key) || (!textOnly && (key === 'json' || key === 'brief'))) continue;
    const what = textOnly
      ? `help prints ${textOnly} as text`
      : 'help prints text, little of it with --brief, or JSON with --json';
    throw usageError(`${what}: ${longName(flags)} does not apply`, `leave out ${longName(flags)}`);
  }
}
