import { shellWord } from '../contract/text/shell-word.js';
import type { FormatLimits } from '../output/format.js';
import type { Invocation } from './command-line/invocation.js';

/** The most rows of `--brief`, unless the command says how many. */
const mostRows = 100;

/** What `--brief` names for what it leaves out: the command line as it was typed, with a few words changed. */
export function goOn(
  argv: readonly string[],
  { command, flags, globals }: Pick<Invocation, 'command' | 'flags' | 'globals'>,
): FormatLimits {
  const again = (added: readonly string[], isLeft: (word: string) => boolean): string => {
    const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
    const words = withoutLimit(argv.slice(0, end)).filter((word) => !isLeft(word));
    return ['tracker', ...words, ...added, ...argv.slice(end)].map(shellWord).join(' ');
  };
  return {
    command,
    most: flags.limit === undefined && flags.all !== true ? mostRows : undefined,
    flags: `${flags.public === true ? ' --public' : ''}${globals.teamOnly ? ' --team-only' : ''}`,
    rows: (most) => again(['-L', String(most)], () => false),
    inJson: () => again(['--json'], (word) => word === '--brief'),
  };
}

/** The words without `-L N` in any of its forms. */
function withoutLimit(words: readonly string[]): readonly string[] {
  const isAlone = (word: string | undefined): boolean => word === '-L' || word === '--limit';
  return words.filter((word, at) => !isAlone(word) && !isAlone(words[at - 1]) && !/^(?:-L\d+|--limit=.*)$/.test(word));
}
