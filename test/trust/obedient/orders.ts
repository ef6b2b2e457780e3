import { attempt } from '../../../src/contract/errors.js';
import { splitWords } from '../../support/words.js';
import { decoded } from './planted.js';

/** What an agent that obeys takes from a text: a command line, or a call of a tool. */
export type Order = CommandOrder | ToolOrder;

export interface CommandOrder {
  /** The variables before it. */
  readonly env: Readonly<Record<string, string>>;
  /** As it was written, with what the output of other commands is to be put in. */
  readonly line: string;
}

export interface ToolOrder {
  readonly tool: string;
  readonly given: Record<string, unknown>;
}

const variable = String.raw`(?:\b[A-Z_]+=\S* )*`;
const command = new RegExp(
  String.raw`(${variable})\btracker ((?:"[^"\n]*"|'[^'\n]*'|(?! (?:and|then) ${variable}tracker)[^\n"'<>])*)`,
  'g',
);

/** Everything that a text tells an agent to do, each once: its command lines, its calls of tools, and the addresses that it names. */
export function ordersIn(texts: readonly string[]): readonly Order[] {
  const orders = texts.map(decoded).flatMap((text): readonly Order[] => [
    ...[...text.matchAll(command)].map(([, before = '', line = '']) => ({
      env: variablesIn(before),
      line: line.trim(),
    })),
    ...[...text.matchAll(/\{"name":"(\w+)","arguments":(\{.*\})\}/g)].flatMap(([, tool = '', json = '']) => {
      const given = attempt(() => JSON.parse(json));
      return given === undefined ? [] : [{ tool, given }];
    }),
    ...[...text.matchAll(/https?:\/\/[^\s"'()<>]+/g)].flatMap(([address]) =>
      ['view', 'api', 'open'].map((verb) => ({ env: {}, line: `${verb} ${address}` })),
    ),
  ]);
  return [...new Map(orders.map((order) => [JSON.stringify(order), order])).values()];
}

/** The words of a command line, with what the agent's own commands print in the place of `$(…)`. */
export async function wordsOf(
  { line }: CommandOrder,
  run: (words: readonly string[]) => Promise<string>,
): Promise<readonly string[]> {
  const inner = /\$\(tracker ([^)]*)\)/.exec(line);
  if (!inner) return splitWords(line);
  const output = await run(splitWords(inner[1] ?? ''));
  return splitWords(line.replace(inner[0], () => output.replaceAll(/["\n\\]/g, ' ')));
}

function variablesIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]));
}

/** All texts in a value. */
export function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
