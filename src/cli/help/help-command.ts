import { longName } from '../../args/flag.js';
import { freeText } from '../../args/value.js';
import { defineCommand, defineVerb, type Noun } from '../../args/verb.js';
import { findNoun } from '../../commands/nouns.js';
import { usageError } from '../../contract/errors.js';
import { addedFlags, type GlobalValues, globalFlags } from '../command-line/global-flags.js';
import { type Invocation, readInvocation } from '../command-line/invocation.js';
import { expand, findVerb, type Outline } from '../command-line/outline.js';
import type { Host } from '../host.js';
import { topics } from '../topics/index.js';
import { layOut } from '../topics/layout.js';

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
  const given = await readWords(host, asked);
  if (typeof given === 'string') return given;
  const { args, globals } = given;
  const [first, ...rest] = args;
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
  if (!noun) throw (await import('../command-line/usage-error.js')).unknownTopic(first);
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

/** What is asked for, read as that of a command: any words, all global flags, and `-h`, which is asked for anyway. */
const body = defineVerb({
  prints: 'text',
  flags: { help: addedFlags.help },
  arguments: [{ value: freeText('words'), help: 'what it is about', isOptional: true, isRepeatable: true }],
  examples: [],
  run: async () => undefined,
});
const noun: Noun = { ...defineCommand('help', 'Show help', async () => ({ verb: body })), group: 'More' };

/** The words and flags; text if the version is asked for too. Throws usage errors for unknown flags. */
async function readWords(host: Host, asked: readonly string[]): Promise<Pick<Invocation, 'args' | 'globals'> | string> {
  const words = expand(asked, 0);
  const verb = noun.command && { entry: noun.command, body };
  const line: Outline = { words: ['help', ...words], own: words, noun, verb, hasUnknownWord: false };
  const read = readInvocation(line, host.now());
  if (read) return read;
  const { answerLine } = await import('../command-line/with-commander.js');
  return (await answerLine(host, line, { ...line, noun: undefined, verb: undefined })).help;
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
