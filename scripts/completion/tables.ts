import type { CommandTree, FlagRow, Word } from './tree.js';

/** How a shell writes a function that sets a list, or prints it, depending on its first argument. */
export interface Dialect {
  /** A text as the shell has to read it. */
  quote(text: string): string;
  /** The function; `always` is added to every case. */
  table(name: string, cases: readonly Case[], always: readonly string[]): string;
}

export interface Case {
  readonly path: string;
  readonly rows: readonly string[];
}

/** Whether the shell shows what a word or flag is for. */
export type Summaries = 'with' | 'without';

/**
 * The tables of a script: `words` has `name|other names|summary`, `flags` has `names|source|summary`, `args` the source of
 * each argument, and `columns` the names of columns in one row, by the command they belong to.
 */
export function writeTables({ words, leaves, globals }: CommandTree, dialect: Dialect, summaries: Summaries): string {
  const told = (summary: string): readonly string[] => (summaries === 'with' ? [summary] : []);
  const wordRow = ({ name, aliases, summary }: Word): string => [name, aliases.join(' '), ...told(summary)].join('|');
  const flagRow = ({ names, source, summary }: FlagRow): string =>
    [names.join(' '), source, ...told(summary)].join('|');
  const tables = [
    dialect.table(
      'words',
      [...words].map(([path, rows]) => ({ path, rows: rows.map(wordRow) })),
      [],
    ),
    dialect.table(
      'flags',
      leaves.filter(({ flags }) => flags.length > 0).map(({ path, flags }) => ({ path, rows: flags.map(flagRow) })),
      globals.map(flagRow),
    ),
    dialect.table(
      'args',
      leaves.filter(({ args }) => args.length > 0).map(({ path, args }) => ({ path, rows: args })),
      [],
    ),
    dialect.table(
      'columns',
      leaves
        .filter(({ columns }) => columns.length > 0)
        .map(({ path, columns }) => ({ path, rows: [columns.join(' ')] })),
      [],
    ),
  ];
  return tables.join('\n\n');
}

/** bash and zsh: functions that set `reply`. */
export const posix: Dialect = {
  quote: quotePosix,
  table: (name, cases, always) =>
    [
      `_tracker_${name}() {`,
      '  reply=()',
      '  case $1 in',
      ...cases.map(({ path, rows }) => [
        `    ${quotePosix(path)})`,
        '      reply=(',
        ...rows.map((row) => `        ${quotePosix(row)}`),
        '      )',
        '      ;;',
      ]),
      '  esac',
      ...(always.length > 0 ? ['  reply+=(', ...always.map((row) => `    ${quotePosix(row)}`), '  )'] : []),
      '}',
    ]
      .flat()
      .join('\n'),
};

/** fish: functions that print. */
export const fish: Dialect = {
  quote: quoteFish,
  table: (name, cases, always) =>
    [
      `function __tracker_${name}`,
      '    switch "$argv[1]"',
      ...cases.map(({ path, rows }) => [
        `        case ${quoteFish(path)}`,
        ...[`            printf '%s\\n'`, ...rows.map((row) => `                ${quoteFish(row)}`)].map(
          (line, at, all) => (at < all.length - 1 ? `${line} \\` : line),
        ),
      ]),
      '    end',
      ...(always.length > 0 ? [`    printf '%s\\n' ${always.map(quoteFish).join(' \\\n        ')}`] : []),
      'end',
    ]
      .flat()
      .join('\n'),
};

/** PowerShell: one hash table of lists each; what is always added stands under `*`. */
export const powershell: Dialect = {
  quote: quotePowershell,
  table: (name, cases, always) =>
    [
      `$global:tracker_${name} = @{`,
      ...[...cases, ...(always.length > 0 ? [{ path: '*', rows: always }] : [])].map(({ path, rows }) => [
        `  ${quotePowershell(path)} = @(`,
        ...rows.map((row) => `    ${quotePowershell(row)}`),
        '  )',
      ]),
      '}',
    ]
      .flat()
      .join('\n'),
};

function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** PowerShell takes typographic quotes for quotes too, and may read the script in another encoding than it was written in. */
function quotePowershell(text: string): string {
  const plain = text.replaceAll('…', '...');
  return `'${plain.replace(/['‘’‚‛]/g, '$&$&')}'`;
}
