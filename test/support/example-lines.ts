import { splitWords } from './words.js';

/**
 * The words after `tracker` of every command in a shell line: in a pipeline, a list or a loop, and inside `$(…)` and
 * `sh -c '…'`. Redirections are left out.
 */
export function commandsIn(line: string): readonly (readonly string[])[] {
  const inner: string[] = [];
  const outer = line.replace(/\$\(([^()]*)\)/g, (_whole, command: string) => {
    inner.push(command);
    return 'x';
  });
  const found: (readonly string[])[] = [];
  for (const part of [outer, ...inner]) {
    // A semicolon may directly follow a word.
    const words = splitWords(part.replace(/;(?=\s|$)/g, ' ;'));
    for (const stage of parted(words)) {
      const at = stage.indexOf('tracker');
      const isCommand = at === 0 || (at === 1 && (stage[0] === 'do' || /^\w+=/.test(stage[0] ?? '')));
      if (isCommand) found.push(withoutRedirections(stage.slice(at + 1)));
      const script = stage.findIndex((word, index) => word === '-c' && stage[index - 1] === 'sh');
      if (script >= 0) found.push(...commandsIn(stage[script + 1] ?? ''));
    }
  }
  return found;
}

const operators: readonly string[] = ['|', ';', '&&', '||', '&'];

function parted(words: readonly string[]): readonly (readonly string[])[] {
  const stages: string[][] = [[]];
  for (const word of words) {
    if (operators.includes(word)) stages.push([]);
    else stages.at(-1)?.push(word);
  }
  return stages;
}

function withoutRedirections(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !isRedirection(word) && !isRedirection(words[at - 1] ?? ''));
}

function isRedirection(word: string): boolean {
  return word === '<' || word === '>' || word === '>>';
}
