import { nouns } from '../../commands/nouns.js';

const examples = [
  ['tracker next', 'show the ticket that has waited longest'],
  ['tracker reply @ "On it."', 'answer what was shown last'],
  ['tracker tasks', 'list your tasks'],
  ['tracker view SCM-12', 'read a task or a ticket'],
  ['tracker sandbox start', 'try everything on a local service'],
  ['tracker login URL', 'sign in'],
] as const;

/** What `tracker` alone prints: every command by name, and where to begin. Fits 24 rows of 80 columns. */
export function startPage(columns: number): string {
  const groups = [...new Set(nouns.map(({ group }) => group))];
  const width = Math.max(...groups.map((group) => group.length)) + 2;
  const names = (group: string): readonly string[] => {
    const members = nouns.filter((noun) => noun.group === group).map(({ name }) => name);
    return wrap(members, Math.min(columns, 100) - width).map(
      (line, at) => `${(at === 0 ? group : '').padEnd(width)}${line}`,
    );
  };
  const lines = examples.map(([line, does]) => `  ${line.padEnd(28)}${does}`);
  return [
    'The terminal client of your issue tracker.',
    '',
    'Usage: tracker <noun> <verb> [arguments] [flags]',
    '',
    ...groups.flatMap(names),
    '',
    ...lines,
    '',
    'More: tracker help, tracker help <noun> [<verb>]',
    '',
  ].join('\n');
}

/** The words, separated by commas, on lines of at most `width` characters. */
function wrap(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const [at, word] of words.entries()) {
    const text = at === words.length - 1 ? word : `${word},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= width) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
  }
  return lines;
}
