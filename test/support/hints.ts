import { CommanderError } from 'commander';
import { readInvocation } from '../../src/cli/command-line/invocation.js';
import { outline } from '../../src/cli/command-line/outline.js';
import { buildProgram } from '../../src/cli/command-line/with-commander.js';
import { topics } from '../../src/cli/topics/index.js';
import { splitWords } from './words.js';

/** What is tried in place of the words in capitals. */
const samples: Readonly<Record<string, string>> = {
  REF: 'SCM-12',
  STATUS: 'in_progress',
  USER: 'zoë',
  TAG: 'late',
  PRIORITY: 'high',
  DAY: 'fri',
  DURATION: '1h30m',
  WHEN: 'tomorrow',
  OTHER: 'SCM-13',
  ITEM: '1',
  FILE: 'package.json',
  TITLE: 'Lines',
  TEXT: 'Seen',
  NAME: 'zz',
  SHELL: 'bash',
  URL: 'https://tracker.example.com',
  KEY: 'SCM',
  ID: '1',
  NUMBER: '1',
  COMMAND: 'tasks list',
};

/** The commands in a hint, with something to try in place of the words in capitals. */
export function commandsIn(hint: string, ref = 'SCM-12'): readonly string[] {
  return linesIn(hint).map((each) =>
    each.replaceAll(/\b[A-Z]{2,}\b(?!-)/g, (word) => (word === 'REF' ? ref : (samples[word] ?? word))),
  );
}

/** The commands in a hint that can be run as they are, none of which may lack an option that was typed. */
export function readyLines(hint: string): readonly string[] {
  return linesIn(hint).filter((each) => !each.startsWith('tracker help') && !/ [A-Z]{2,}\b(?!-)/.test(each));
}

function linesIn(hint: string): readonly string[] {
  return hint
    .split(/,? (?:or|and) (?=tracker )|,? (?:then )?(?=tracker )|; | \| |, then | to try /)
    .map((each) => each.replace(/^.*?(?=tracker )/, '').replace(/ [<>] .*$/, ''))
    .filter((each) => each.startsWith('tracker '));
}

/** Parses a command without running it: the error as a run would print it, or nothing. */
export async function parsed(
  words: readonly string[],
): Promise<{ readonly code: number; readonly stderr: string } | undefined> {
  if (words[0] === 'help' && topics.some(({ name }) => name === words[1])) return undefined;
  if (words[0] === 'help') return await parsed([...words.slice(1), '--help']);
  try {
    const seen = await outline(words);
    if (readInvocation(seen, new Date())) return undefined;
    await buildProgram(seen, new Date()).parseAsync([...seen.words], { from: 'user' });
    return { code: 2, stderr: 'is no command' };
  } catch (error) {
    if (error instanceof CommanderError && ['commander.helpDisplayed', 'commander.version'].includes(error.code))
      return undefined;
    return { code: 2, stderr: String(error) };
  }
}

/** The commands of hints that the parser has taken: most hints are printed by many tests. */
const taken = new Set<string>();

/** Throws an Error if a hint on standard error names a command that the parser refuses. */
export async function checkHints(stderr: string, where: string): Promise<void> {
  for (const hint of hintsIn(stderr))
    for (const command of commandsIn(hint)) {
      if (taken.has(command)) continue;
      const refusal = await parsed(splitWords(command).slice(1));
      if (refusal) throw new Error(`the hint "${hint}" of tracker ${where} does not work: ${refusal.stderr}`);
      taken.add(command);
    }
}

function hintsIn(stderr: string): readonly string[] {
  return stderr.split('\n').flatMap((line) => {
    const [, hint] = /^hint: (.*)$/.exec(line) ?? [];
    if (hint !== undefined) return [hint];
    const [, quoted] = /"hint":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
    return quoted === undefined ? [] : [String(JSON.parse(quoted))];
  });
}
