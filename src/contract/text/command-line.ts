/** A piece of a command line: blanks between words, or part of a word as it is written, and what it stands for. */
export interface CommandPart {
  readonly kind: 'blank' | 'plain' | 'escaped' | 'single' | 'double';
  readonly written: string;
  readonly text: string;
}

const posixPart =
  /(?<blank>[ \t\n]+)|\\\n|\\(?<escaped>.)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|(?<plain>[^ \t\n\\'"]+)/sy;

// A backslash is part of a path there.
const windowsPart = /(?<blank>\s+)|'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<plain>[^\s'"]+)/sy;

/** The parts of a command line, quoted as in a POSIX shell; undefined if a quote is not closed. Nothing is expanded. */
export function commandParts(command: string, platform = ''): readonly CommandPart[] | undefined {
  const part = platform === 'win32' ? windowsPart : posixPart;
  const parts: CommandPart[] = [];
  for (let at = 0; at < command.length; at = part.lastIndex) {
    part.lastIndex = at;
    const found = part.exec(command);
    if (!found) return undefined;
    const [kind, written = ''] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    // The line goes on after a backslash at its end.
    if (kind !== undefined)
      parts.push({ kind: kind as CommandPart['kind'], written, text: meaning(kind, written, platform) });
  }
  return parts;
}

function meaning(kind: string, written: string, platform: string): string {
  if (kind !== 'double' || platform === 'win32') return written;
  return written.replace(/\\([$`"\\\n])/g, (_, escaped: string) => (escaped === '\n' ? '' : escaped));
}

/** The words of a command line such as `firefox --new-tab "%s"`; undefined if a quote is not closed. */
export function splitCommand(command: string, platform?: string): readonly string[] | undefined {
  const words: string[] = [];
  const parts = commandParts(command, platform);
  let isOpen = false;
  for (const { kind, text } of parts ?? []) {
    if (isOpen && kind !== 'blank') words[words.length - 1] += text;
    else if (kind !== 'blank') words.push(text);
    isOpen = kind !== 'blank';
  }
  return parts && words;
}

/** Whether a command line is more than the name of a program, for instance quoted, with arguments, or below `~`. */
export function needsShell(line: string, platform: string): boolean {
  return platform !== 'win32' && /[|&;<>()$`\\"' \t\n*?[#~=%]/.test(line);
}

/** The words that run a command line with more arguments, as git starts an editor: by the shell if it needs one. */
export function shellCommand(line: string, args: readonly string[], platform: string): readonly string[] {
  if (needsShell(line, platform)) return ['sh', '-c', `${line} "$@"`, line, ...args];
  return [...((platform === 'win32' && splitCommand(line, platform)) || [line]), ...args];
}
