import type { Context } from '../../args/context.js';
import { parseDayFilter } from '../../args/day.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { aliasesKey, isForShell, readAliases } from '../../config/stored-settings.js';
import { type CommandPart, commandParts, splitCommand } from '../../contract/command-line.js';
import { usageError } from '../../contract/errors.js';
import { isRow } from '../../contract/row.js';
import { readGivenText } from '../../files/read-input.js';

export const verb = defineVerb({
  details: [
    [
      'An alias stands for the words after tracker; what you type after the alias is added to them. Quotes and backslashes work as in',
      'a shell, but nothing is expanded. It cannot stand for another alias or have the name of a command.',
    ].join('\n'),
    'After a !, an alias is a command for sh, with your arguments as $1, $2 and so on, or $@ for all of them.',
    'Aliases are stored in config.json.',
  ].join('\n\n'),
  prints: 'result',
  arguments: [
    { value: kind('alias', 'name'), help: 'letters, digits, - and _' },
    { value: freeText('words'), help: 'what it stands for, in quotes; - is standard input' },
  ],
  flags: {},
  examples: [
    { line: "tracker alias set t 'tickets list --segment all'", does: 'then tracker t -s open lists open tickets' },
    { line: 'tracker alias set log \'!git log --grep "$1"\'', does: 'run git; $1 is the first argument' },
  ],
  run: async (context, [name = '', words = '']) => {
    await context.show.expectResult(['name', 'expansion']);
    const expansion = (words === '-' ? await readGivenText(context, words, usageError) : words).trim();
    checkName(context, name);
    await checkExpansion(context, expansion);
    const { config } = context.settings;
    const before = readAliases(await config.read()).get(name);
    await config.update((content) => {
      const known = isRow(content[aliasesKey]) ? content[aliasesKey] : {};
      return { ...content, [aliasesKey]: { ...known, [name]: expansion } };
    });
    const meaning = isForShell(expansion) ? expansion.slice(1) : `tracker ${expansion}`;
    const was = before === undefined || before === expansion ? '' : ` (before: ${before})`;
    await context.show.result(`${name} now stands for: ${meaning}${was}`, { name, expansion }, name);
  },
});

function checkName({ commands }: Context, name: string): void {
  if (!/^[a-z0-9][\w-]{0,39}$/i.test(name))
    throw usageError(`${JSON.stringify(name.slice(0, 60))} cannot be an alias`, 'use letters, digits, - and _');
  if (commands.has(name))
    throw usageError(`${name} is a command of tracker and cannot be an alias`, 'choose another name');
}

async function checkExpansion(context: Context, text: string): Promise<void> {
  if (text === '' || text === '!') throw usageError('an alias cannot be empty', 'tracker help alias set');
  if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) throw usageError('an alias cannot contain control characters');
  if (isForShell(text)) return await checkScript(context, text.slice(1));
  const parts = commandParts(text);
  if (!parts) throw usageError(`a quote is not closed, or nothing follows a backslash, in ${quoteStart(text)}`);
  if (parts.some(({ kind, written }) => kind === 'blank' && written.includes('\n')))
    throw usageError('an alias is a single command on one line', 'begin with ! for several shell commands');
  const special = parts
    .map((part, at) => shellSyntax(part, at === 0 || parts[at - 1]?.kind === 'blank', context.now()))
    .find((each) => each !== undefined);
  if (special !== undefined)
    throw usageError(`only a shell understands ${special}`, `begin with ! for a shell command, or write '${special}'`);
  const [first = ''] = splitCommand(text) ?? [];
  // A global flag may come first.
  if (first.startsWith('-') || context.commands.has(first)) return;
  throw usageError(
    `${quoteStart(first)} is not a command of tracker`,
    'leave out the word tracker; begin with ! for a shell command',
  );
}

/** What a shell would expand, run or leave out in a part of a command, such as `$1`, `|`, `~` or a comment, but not `<=today`. */
function shellSyntax({ kind, written }: CommandPart, isFirstOfWord: boolean, now: Date): string | undefined {
  if (kind !== 'plain' && kind !== 'double') return undefined;
  const [expanded] = /\$(?:\w+|[@*#?$!-]|\{\w*\}?|\()|`/.exec(written.replace(/\\./gs, '')) ?? [];
  if (expanded !== undefined || kind === 'double') return expanded;
  const [redirection] = /\d?[<>]+/.exec(written) ?? [];
  if (redirection !== undefined && !isDayFilter(written, now)) return redirection;
  return /[|&;()]+/.exec(written)?.[0] ?? (isFirstOfWord ? /^[#~]/.exec(written)?.[0] : undefined);
}

function isDayFilter(word: string, now: Date): boolean {
  try {
    parseDayFilter(word.replace(/^--[\w-]+=/, ''), '', now);
    return true;
  } catch {
    return false;
  }
}

async function checkScript({ launch, settings }: Context, script: string): Promise<void> {
  const read = await launch.capture(['sh', '-n', '-c', script], settings.workingFolder).catch(() => undefined);
  if (read && read.code !== 0) throw usageError(`sh cannot read it: ${read.stderr.split('\n')[0] ?? ''}`);
}

function quoteStart(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
