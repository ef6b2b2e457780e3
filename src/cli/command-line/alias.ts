import { join } from 'node:path';
import { type FoldersParts, findSafeFolders } from '../../config/safe-folders.js';
import { loadStored } from '../../config/stored-file.js';
import { type Aliases, isForShell, readAliases } from '../../config/stored-settings.js';
import { attempt, ExitWith, TrackerError, usageError } from '../../contract/errors.js';
import { splitCommand } from '../../contract/text/command-line.js';
import type { Host } from '../host.js';
import type { Invocation } from './invocation.js';

/** The words an alias stands for, or the shell command. */
export type AliasMeaning = { readonly argv: readonly string[] } | { readonly invocation: Invocation };

/** What the word at an index of the command line stands for; undefined if it is no alias. Expanded only once. */
export function expandAlias(host: Host, at: number): AliasMeaning | undefined {
  const name = host.argv[at] ?? '';
  const text = loadAliases(host).get(name);
  if (text === undefined) return undefined;
  const [before, after] = [host.argv.slice(0, at), host.argv.slice(at + 1)];
  if (!isForShell(text)) {
    const words = splitCommand(text);
    if (!words)
      throw usageError(`the alias ${name} has an unclosed quote: ${text}`, `tracker alias set ${name} 'COMMAND'`);
    return { argv: [...before, ...words, ...after] };
  }
  if (before.length > 0)
    throw usageError(`${name} stands for a shell command, which takes no global flags`, 'give its arguments after it');
  return { invocation: shellInvocation(name, text.slice(1), after) };
}

/**
 * The aliases on this computer, before there are any settings. None if the file cannot be read: other commands say why. Throws
 * Unsafe.
 */
export function loadAliases(parts: FoldersParts): Aliases {
  return attempt(() => readAliases(loadStored(join(findSafeFolders(parts).config(), 'config.json')))) ?? new Map();
}

/** Runs a script in the shell, with the arguments as `$1` and so on, and ends with its exit code. */
function shellInvocation(name: string, script: string, args: readonly string[]): Invocation {
  return {
    command: 'alias',
    args,
    flags: {},
    globals: {},
    verb: {
      prints: 'text',
      flags: {},
      examples: [],
      async run({ launch, settings: { env }, signal }) {
        const code = await launch.foreground({ command: ['sh', '-c', script, name, ...args], env, signal });
        if (signal.aborted && signal.reason instanceof TrackerError) throw signal.reason;
        if (code !== 0) throw new ExitWith(code);
      },
    },
  };
}
