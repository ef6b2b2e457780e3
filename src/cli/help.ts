import type { Command, Help } from 'commander';
import type { VerbBody } from '../args/verb.js';
import { nouns } from './nouns.js';

const examplesOfRoot = [
  ['tracker sandbox start', 'try everything on a service of your own'],
  ['tracker login https://tracker.example.com', 'sign in'],
  ['tracker tasks list', 'the tasks that are yours'],
  ['tracker tasks view SCM-12', 'read one'],
  ['tracker tickets list --segment all --json', 'for scripts'],
] as const;

/** The help of `tracker` itself: nouns by group, flags, examples. */
export function rootHelp(program: Command): void {
  program.description('The terminal client of your issue tracker.');
  program.usage('<noun> <verb> [arguments] [flags]');
  program.configureHelp({
    formatHelp: (command, help) => {
      const width = Math.max(...nouns.map(({ name }) => name.length)) + 2;
      const groups = [...new Set(nouns.map(({ group }) => group))].map((group) => [
        `${group}:`,
        ...nouns.filter((noun) => noun.group === group).map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`),
        '',
      ]);
      return [
        command.description(),
        '',
        `Usage: tracker ${command.usage()}`,
        '',
        ...groups.flat(),
        'Flags of every command:',
        ...optionLines(command, help),
        '',
        ...exampleLines(examplesOfRoot.map(([line, does]) => ({ line, does }))),
        '',
        'More: tracker help <noun> [<verb>]',
        '',
      ].join('\n');
    },
  });
}

/** The help of a noun: its verbs. */
export function nounHelp(command: Command, lists: boolean): void {
  command.usage(lists ? '[verb] [arguments] [flags]' : '<verb> [arguments] [flags]');
  command.configureHelp({
    formatHelp: (noun, help) => {
      const verbs = help.visibleCommands(noun);
      const width = Math.max(...verbs.map((verb) => verb.name().length)) + 2;
      return [
        `${noun.description()}.`,
        '',
        `Usage: tracker ${noun.name()} ${noun.usage()}`,
        ...(lists ? [`       tracker ${noun.name()} alone lists.`] : []),
        '',
        'Verbs:',
        ...verbs.map((verb) => `  ${verb.name().padEnd(width)}${verb.description()}`),
        '',
        `More: tracker help ${noun.name()} <verb>, and tracker help for the flags of every command`,
        '',
      ].join('\n');
    },
  });
}

/** The help of a verb: usage, arguments, flags, examples. */
export function verbHelp(command: Command, summary: string, verb: VerbBody): void {
  command.configureHelp({
    formatHelp: (self, help) => {
      const path = commandPath(self);
      const args = self.registeredArguments.map((each) => usageOf(each.name(), each.required, each.variadic));
      const flags = optionLines(self, help);
      return [
        `${summary}.`,
        '',
        `Usage: ${[path, ...args, '[flags]'].join(' ')}`,
        ...(self.aliases().length > 0 ? [`Aliases: ${self.aliases().join(', ')}`] : []),
        '',
        ...(verb.details ? [verb.details, ''] : []),
        ...(self.registeredArguments.length > 0 ? ['Arguments:', ...argumentLines(self), ''] : []),
        ...(flags.length > 0 ? ['Flags:', ...flags, ''] : []),
        ...exampleLines(verb.examples),
        '',
        'The flags of every command (--json, --fields, -I, …) are in: tracker help',
        '',
      ].join('\n');
    },
  });
}

function commandPath(command: Command): string {
  return command.parent ? `${commandPath(command.parent)} ${command.name()}` : command.name();
}

function usageOf(name: string, required: boolean, variadic: boolean): string {
  const dots = variadic ? '...' : '';
  return required ? `<${name}${dots}>` : `[${name}${dots}]`;
}

function argumentLines(command: Command): readonly string[] {
  const rows = command.registeredArguments.map((each) => [each.name(), each.description] as const);
  return columns(rows);
}

function optionLines(command: Command, help: Help): readonly string[] {
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help' || !command.parent);
  return columns(
    options.map((option) => [option.short ? option.flags : `    ${option.flags}`, option.description] as const),
  );
}

function exampleLines(examples: readonly { readonly line: string; readonly does: string }[]): readonly string[] {
  const width = Math.max(0, ...examples.map(({ line }) => line.length)) + 2;
  if (width > 56) return ['Examples:', ...examples.flatMap(({ line, does }) => [`  # ${does}`, `  ${line}`])];
  return ['Examples:', ...examples.map(({ line, does }) => `  ${line.padEnd(width)}# ${does}`)];
}

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([term]) => term.length)) + 2;
  return rows.map(([term, text]) => `  ${term.padEnd(width)}${text}`.trimEnd());
}
