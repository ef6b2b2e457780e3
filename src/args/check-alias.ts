import { isForShell } from '../config/stored-settings.js';
import { attempt, usageError } from '../contract/errors.js';
import { type CommandPart, commandParts, splitCommand } from '../contract/text/command-line.js';
import type { Commands } from './context.js';
import { parseDayFilter } from './day.js';

interface Alias {
  readonly name: string;
  readonly text: string;
  readonly commands: Pick<Commands, 'has'>;
  readonly now: Date;
}

/** What an alias stands for: a command of ours, or for a shell. Throws usage errors for what it cannot be called or stand for. */
export function checkAlias({ name, text, commands, now }: Alias): 'command' | 'script' {
  if (!/^[a-z0-9][\w-]{0,39}$/i.test(name))
    throw usageError(`${JSON.stringify(name.slice(0, 60))} cannot be an alias`, 'use letters, digits, - and _');
  if (commands.has(name))
    throw usageError(`${name} is a command of tracker and cannot be an alias`, 'choose another name');
  if (text === '' || text === '!') throw usageError('an alias cannot be empty', 'tracker help alias set');
  if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(text)) throw usageError('an alias cannot contain control characters');
  if (isForShell(text)) return 'script';
  const parts = commandParts(text);
  if (!parts) throw usageError(`a quote is not closed, or nothing follows a backslash, in ${quoteStart(text)}`);
  if (parts.some(({ kind, written }) => kind === 'blank' && written.includes('\n')))
    throw usageError('an alias is a single command on one line', 'begin with ! for several shell commands');
  const special = parts
    .map((part, at) => shellSyntax(part, at === 0 || parts[at - 1]?.kind === 'blank', now))
    .find((each) => each !== undefined);
  if (special !== undefined)
    throw usageError(`only a shell understands ${special}`, `begin with ! for a shell command, or write '${special}'`);
  const [first = ''] = splitCommand(text) ?? [];
  // A global flag may come first.
  if (first.startsWith('-') || commands.has(first)) return 'command';
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
  return attempt(() => parseDayFilter(word.replace(/^--[\w-]+=/, ''), '', now)) !== undefined;
}

function quoteStart(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
