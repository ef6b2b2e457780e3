import { longName } from '../../../src/args/flag.js';
import { type ToolName, tools } from '../../../src/commands/mcp/tools.js';
import { nouns } from '../../../src/commands/nouns.js';
import type { ToolOrder } from './orders.js';

/** The calls of tools that come next to a command line, also to one that no tool stands for. */
export async function callsFor(words: readonly string[]): Promise<readonly ToolOrder[]> {
  const found = toolFor(words) ?? toolFor(words.slice(1));
  const [noun = '', verb = '', ...others] = words;
  if (!found)
    return [
      { tool: noun, given: { args: [verb, ...others] } },
      ...[noun, `${noun} ${verb}`].map((command) => ({
        tool: 'propose',
        given: { command, args: command === noun ? [verb, ...others] : others },
      })),
      { tool: 'view', given: { what: noun, ref: [verb, ...others] } },
    ];
  const { tool, line, rest } = found;
  const { chosenBy, words: property = 'args' } = tools[tool] as { chosenBy?: { property: string }; words?: string };
  const chosen = chosenBy ? { [chosenBy.property]: line } : {};
  const { flags, args } = await readFlags(words.slice(0, words.length - rest.length), rest);
  // As it is meant, and with everything as arguments, flags too.
  return [
    { tool, given: { ...chosen, ...flags, [property]: args } },
    { tool, given: { ...chosen, [property]: rest } },
  ];
}

/** What a tool was given without the property that it says it does not have; undefined if it says something else. */
export function withoutWrong(given: Record<string, unknown>, said: string): Record<string, unknown> | undefined {
  const [, wrong = ''] = /^error: .* has no (?:property )?"?([\w-]+)"?/.exec(said) ?? [];
  if (!(wrong in given)) return undefined;
  const { [wrong]: _left, ...rest } = given;
  return rest;
}

function toolFor(words: readonly string[]) {
  for (const [tool, { lines }] of Object.entries(tools))
    for (const [line, command] of Object.entries(lines as Readonly<Record<string, string>>)) {
      const start = command.split(' ').filter((word) => !word.startsWith('--'));
      if (start.every((word, at) => word === words[at]))
        return { tool: tool as ToolName, line, rest: words.slice(start.length) };
    }
  return undefined;
}

/** The flags of a command line as properties of a tool, and its other words. */
async function readFlags(command: readonly string[], words: readonly string[]) {
  const [noun = '', verb] = command;
  const found = nouns.find(({ name, aliases }) => [name, ...aliases].includes(noun));
  const loaded = await (found?.verbs.find(({ name }) => name === verb) ?? found?.command)?.load();
  const declared = Object.values(loaded?.verb.flags ?? {});
  const flags: Record<string, unknown> = {};
  const args: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', joined] = (words[at] ?? '').split(/=(.*)/s);
    if (!word.startsWith('-')) args.push(words[at] ?? '');
    else {
      const flag = declared.find((each) => each.flags.split(/,? /).includes(word));
      const name = longName(flag?.flags ?? word).replace(/^-+/, '');
      flags[name] = flag?.value === undefined ? true : (joined ?? words[++at] ?? '');
    }
  }
  return { flags, args };
}
