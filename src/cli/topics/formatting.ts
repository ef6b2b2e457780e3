import { type AskedFormat, askedFormats, formats } from '../../output/formats.js';
import { rows, type Topic } from './layout.js';

/** What to say about a format beyond the help of its flag. */
const details: Partial<Readonly<Record<AskedFormat, string>>> = {
  json: 'One JSON document: an array of rows for a list, the object from the server for a view, the result for a write.',
  jsonl: 'One JSON object per line, for programs that read line by line and for - as a reference.',
  csv: 'RFC 4180: always a header, CRLF line ends, cells quoted when they need it.',
  tsv: 'One row per line, cells separated by tabs, no header, nothing shortened, times in ISO 8601.',
  yaml: 'The output of --json as YAML 1.2, to read or to paste. Strings that YAML 1.1 would misread, such as no or 1:30, are quoted. Errors stay plain lines.',
  brief:
    'For agents. Rows have the columns that matter most, cut after 40 characters, and there are at most 100 unless -L says more; a view cuts texts after 300. Each text is an indented block below a line that begins with customer, team or unknown and the name of the author. The last line is complete, or says what is missing and which command shows it.',
  quiet: 'References only, one per line.',
};

/** Formats, columns and colour, for people and for script authors. */
export const topic: Topic = [
  'Data goes to stdout; prompts, progress, hints, warnings and errors go to stderr. What a script gets depends only on its flags and on whether stdout is a terminal, never on stored settings.',
  { heading: 'Formats' },
  rows({
    'on a terminal':
      'A table fitted to the width, or a page to read. Times are relative (2h ago); a page shows dates for anything weeks away. A column without any values is left out. Output longer than the screen goes to the pager unless --no-pager is given.',
    'in a pipe': 'The same as --tsv, except that a view prints key<TAB>value lines, then its timeline.',
    '--pretty':
      'What a terminal would show, even in a pipe; with --color always, for fzf previews, watch -c and less -R. As wide as COLUMNS, or else 80.',
    ...Object.fromEntries(askedFormats.map((name) => [formats[name].flags, details[name] ?? formats[name].help])),
  }),
  'Only one format can be given; a combination that makes no sense is a usage error, never ignored.',
  { heading: 'Columns' },
  'The help of a list names its columns in order (tracker help tasks list). --fields chooses others, in the given order and in every format. A name is a column or a dotted path into the JSON of a row; a number in a path is an index. A field of the server has the value the server sent, ids for example; a column derived from it has a different name, such as assigneeNames. --json=ref,title is short for --json --fields ref,title. An unknown name is a usage error that lists the known ones; a field that a row lacks is empty, and null in JSON. If the rows of a list lack a field that the details have, such as tags on some servers, it is read from the details, for filters and --sort too. Reading more than 1,000 details requires --yes.',
  [
    'tracker tasks list --fields ref,due,title',
    'tracker tasks list --csv --fields ref,assigneeNames,tags',
    'tracker tickets list --json=ref,status',
  ],
  { heading: 'TSV' },
  'In a value, a tab is written \\t, a newline \\n, a carriage return \\r and a backslash \\\\, so every row is one line and every tab separates two cells. Other control characters are written \\uXXXX. A list in a cell is joined with commas; deeper values are JSON.',
  { heading: 'JSON' },
  'Values are as the server sent them, and fields this version does not know are kept. Every row, view and result also has:',
  rows({
    ref: 'what people call it: SCM-12, the key of a project, or the id if it has no other name',
    uuid: 'its uuid, or its id if it has none',
    people:
      'in rows and views with ids of people: {ID: {name, color, side}}, to save looking them up; side is customer, team, or unknown if the response itself does not show it',
  }),
  'They replace fields of the server with the same names. Control characters that could affect a terminal are written \\uXXXX.',
  '--jq takes a jq expression; jq itself need not be installed. Its input is the document that --json prints. env and $ENV hold the environment, without TRACKER_TOKEN and any other variable that contains the token. --json writes a lone surrogate (half a character) as \\uXXXX, which some versions of jq refuse to read; --jq reads it as U+FFFD.',
  'With --watch --jsonl, a list prints all its rows, and then those that are new or have changed. For a row that is no longer in the list, because it was deleted, no longer matches, or is beyond the limit, it prints only ref, uuid and "gone": true, whatever --fields says.',
  { heading: 'Order and limit' },
  '--sort a,-b sorts by several columns or paths; a leading - sorts in descending order. SCM-2 comes before SCM-10, statuses and priorities sort by meaning, and empty values come last. Without --sort, rows stay in the order of the server. -L N prints at most N rows. Only the inbox (30), --brief (100) and search on a terminal (100) have a default limit, and projects activity prints a page. Sorting, limits and filters work the same in every format. An empty list is not an error: it is [] in JSON, the header alone in CSV, and no output otherwise.',
  { heading: 'Colour and symbols' },
  'Only a terminal and --pretty get colour. Data in a pipe or a file, and JSON, CSV and TSV anywhere, are never coloured, even if colour is forced. Anything shown by colour is also shown by words or symbols. The first of these that applies decides:',
  rows({
    '--color': 'always or never; auto skips the setting and continues with the rest',
    NO_COLOR: 'no colour if set and not empty',
    FORCE_COLOR: 'colour if set; no colour if 0',
    CLICOLOR_FORCE: 'colour if set and not 0',
    TERM: 'no colour if dumb',
    color: 'the setting: tracker config set color never',
    otherwise: 'colour on a terminal',
  }),
  'With ACCESSIBLE=1, --accessible or tracker config set accessible on, a terminal and --pretty get output for screen readers: each row of a list is one line with all its columns by name, symbols are words, nothing is cut, and nothing moves the cursor. Text from the server never controls the terminal: control characters are made visible.',
  { heading: 'The commands as JSON' },
  'tracker help --json prints every command for programs: version, globalFlags, topics and nouns. A noun has name, aliases, summary, group, default (the verb a bare noun runs, or null), verbs, and command (what the noun does without a verb if that is not one of them, or null). A verb or command has name, aliases, usage, summary, details, prints, arguments, flags, examples, writes (whether it changes something on the server and takes --dry-run) and queues (whether it takes --queue). prints has as (list, detail, object, result, text or nothing), columns (the default ones, in order) and fields (others that --fields accepts).',
  'A flag has name, short (or null), value (what usage calls it, or null), repeatable, joined (whether its values may be joined with commas) and help. An argument has name, required, repeatable and help. An argument, and a flag that takes a value, also has kind (of the value, such as ref, day, user or task-status) and, if they apply, choices (the only words allowed), suggestions (common words) and of (the kinds of things a reference may name); an argument whose choices depend on the first argument has choicesAfter. tracker help NOUN [VERB] --json prints just that part.',
  { heading: 'Recipes' },
  [
    '# count the tickets in each status',
    'tracker tickets list --segment all --fields status | sort | uniq -c',
    '# who has the most to do',
    'tracker tasks --scope all --fields assigneeNames | sort | uniq -c | sort -rn',
    '# what finishing everything in review would send',
    'tracker tasks list --scope all -s in_review -q | tracker tasks done - -n',
    '# make a spreadsheet',
    'tracker tasks list --scope all --csv --fields ref,title,due > tasks.csv',
  ],
];
