import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type Flag, listWords, longName } from '../../args/flag.js';
import { attempt, usageError } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import { type Command, type LoadedTool, propertyOf } from './tools.js';

/**
 * The command lines for what a tool was given; files are those below the folder `root`, if there is one. Throws usage errors, in words
 * that fit what a client can do about them.
 */
export function linesOf(tool: LoadedTool, given: Row, root: string | undefined) {
  const { chosenBy, words, usual = {}, commands, skips } = tool;
  const known = new Set(commands.flatMap(({ flags }) => flags.map(propertyOf)));
  const others = [chosenBy?.property, words, skips ? 'skip' : undefined].filter((name) => name !== undefined);
  const unknown = Object.keys(given).find((name) => !known.has(name) && !others.includes(name));
  if (unknown !== undefined)
    throw usageError(`${tool.name} has no property ${quoted(unknown)}`, `known: ${[...others, ...known].join(', ')}`);
  const chosen = chosenBy ? [chooseCommand(tool, given[chosenBy.property] ?? chosenBy.usual)] : commands;
  return chosen.map((command) => {
    const own = command.flags.map(propertyOf);
    const wrong = chosenBy && Object.keys(given).find((name) => known.has(name) && !own.includes(name));
    if (wrong !== undefined) throw usageError(`${command.name} has no ${wrong}`);
    const flags = command.flags.flatMap((flag) =>
      flagWords(flag, given[propertyOf(flag)] ?? usual[propertyOf(flag)], root),
    );
    const rest = words === undefined ? [] : textsIn(words, given[words]);
    // Nothing is sent, so that there is nothing to confirm.
    const yes = command.verb.writes ? ['--yes'] : [];
    const format = command.words.includes('--markdown') ? [] : ['--brief'];
    return { command, argv: [...command.words, ...yes, ...format, ...flags, '--', ...rest] };
  });
}

/** From where on a tool is to answer. Throws a usage error. */
export function skipIn({ skip = 0 }: Row): number {
  if (typeof skip === 'number' && Number.isInteger(skip) && skip >= 0) return skip;
  throw usageError(`skip takes a whole number, not ${quoted(skip)}`);
}

function chooseCommand({ name, commands, chosenBy }: LoadedTool, word: unknown): Command {
  const found = commands.find((each) => each.name === word);
  if (found) return found;
  const names = listWords(commands.map((each) => each.name));
  throw usageError(`${chosenBy?.property} of ${name} is ${names}${word === undefined ? '' : `, not ${quoted(word)}`}`);
}

/** A flag with its values, as words of which none can be taken for anything else. */
function flagWords(flag: Flag<unknown>, given: unknown, root: string | undefined): readonly string[] {
  const name = longName(flag.flags);
  if (given === undefined || given === null || given === false) return [];
  if (flag.value === undefined) {
    if (given !== true) throw usageError(`${name.slice(2)} is true or false`);
    return [name];
  }
  const texts = textsIn(name.slice(2), given);
  const isFile = flag.value.kind === 'file';
  return texts.map((text) => `${name}=${isFile ? belowRoot(root, text) : text}`);
}

/** One or several texts. Throws a usage error, also for what would be read from standard input, where the client is. */
function textsIn(property: string, given: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
  return all.map((each) => {
    if (typeof each !== 'string' && typeof each !== 'number')
      throw usageError(`${property} takes a string or a list of strings`);
    if (each === '-') throw usageError(`${property} cannot be -: there is no standard input here`);
    return String(each);
  });
}

/** The real path of a file below a folder. Throws the same usage error for any other, whether or not it exists. */
function belowRoot(root: string | undefined, given: string): string {
  if (root === undefined) throw usageError('no files can be attached: tracker mcp was started without --root');
  const path = attempt(() => realpathSync(resolve(root, given)));
  const below = path === undefined ? '' : relative(root, path);
  if (path === undefined || below === '' || below.startsWith('..') || isAbsolute(below))
    throw usageError(`there is no file ${quoted(given)} below the folder of --root`);
  return path;
}

function quoted(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, 60);
}
