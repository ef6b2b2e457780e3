import { type AskedFormat, askedFormats, formats } from '../../output/formats.js';
import type { Topic } from './topic.js';

/** What there is to say of a format beyond the help of its flag. */
const details: Partial<Readonly<Record<AskedFormat, string>>> = {
  json: 'One JSON document: a list is an array of rows, a view is the object of the server, a write is its result.',
  jsonl: 'One JSON row a line, for programs that read line by line, and for - as a reference.',
  csv: 'RFC 4180: always a header, lines end in CRLF, cells are quoted where they have to be.',
  tsv: 'One row a line, cells divided by tabs, never a header, nothing shortened, times in ISO 8601.',
  yaml: 'The value of --json as YAML 1.2, to read or to paste. What YAML 1.1 would take for something else, such as no or 1:30, is quoted. Errors stay plain lines.',
  quiet: 'References only, one a line.',
};

/** Formats, columns and colour, for people who read and people who write scripts. */
export const topic: Topic = {
  summary: 'Formats, columns, order and colour of what is printed',
  blocks: [
    {
      text: 'Data goes to stdout; questions, progress, hints, warnings and errors go to stderr. What a script gets depends on its flags and on whether stdout is a terminal, and on nothing that is stored.',
    },
    { heading: 'Formats' },
    {
      rows: [
        [
          'on a terminal',
          'A table fitted to the width, or a page for reading; times relative (2h ago). What is longer than the screen goes through the pager, unless --no-pager is given.',
        ],
        ['in a pipe', 'As --tsv. A view prints key<TAB>value lines instead, and then its timeline.'],
        ...askedFormats.map((name) => [formats[name].flags, details[name] ?? formats[name].help] as const),
      ],
    },
    {
      text: 'Formats exclude each other; a combination that means nothing is a usage error, never ignored.',
    },
    { heading: 'Columns' },
    {
      text: 'The columns of a list, in their order, stand in its help (tracker help tasks list). --fields chooses others, in the order given and in every format. A name is a column, or a dotted path into the JSON of a row in which a number is a place in a list. A field of the server is given as the server sent it, ids for example; a column that makes something else of it has a name of its own, such as assigneeNames. --json=ref,title is short for --json --fields ref,title. A name nobody knows is a usage error that lists the known ones; one that a row does not have is empty, and null in JSON.',
    },
    {
      lines: [
        'tracker tasks list --fields ref,due,title',
        'tracker tasks list --csv --fields ref,assigneeNames,tags',
        'tracker tickets list --json=ref,status',
      ],
    },
    { heading: 'TSV' },
    {
      text: 'A tab in a value is written \\t, a newline \\n, a carriage return \\r and a backslash \\\\, so that every row is one line and every tab divides two cells. Other control characters are written \\uXXXX. Lists within a cell are joined by commas; what is nested deeper is JSON.',
    },
    { heading: 'JSON' },
    {
      text: 'Values are equal to what the server sent, and fields that this version does not know are kept. Added to every row, view and result are:',
    },
    {
      rows: [
        ['ref', 'what people call it: SCM-12, the key of a project, or the id of what has no other name'],
        ['uuid', 'its uuid, or its id where it has none'],
        ['people', 'in rows that hold ids of people: {ID: {name, color}}, so that names need no further request'],
      ],
    },
    {
      text: 'They win over fields of the server with these names. Control characters that could drive a terminal are written \\uXXXX.',
    },
    {
      text: '--jq takes an expression of jq, and no program of that name has to be installed. It sees one document, the one --json prints, and as env and $ENV the environment, without TRACKER_TOKEN and whatever holds that token. Half a character, which no text should hold, is written \\uXXXX by --json, and some versions of jq refuse to read that; --jq reads it, as U+FFFD.',
    },
    { heading: 'Order and number' },
    {
      text: '--sort a,-b sorts by several columns or paths, a minus turns the order round; SCM-2 stands before SCM-10, statuses and priorities stand in the order of their meaning, and what is empty stands last. Without --sort the order of the server is kept. -L N prints at most N rows. There is no other limit but that of the inbox, which is 30. Both, and every filter, hold for each format. An empty list is no error: [] in JSON, no line elsewhere, the header alone in CSV.',
    },
    { heading: 'Colour and symbols' },
    {
      text: 'Only a terminal gets colour: data in a pipe or a file, and JSON, CSV and TSV anywhere, never hold any, whatever is forced. On a terminal the first of these that says something decides; nothing is said by colour alone.',
    },
    {
      rows: [
        ['--color', 'always or never; auto goes on with what follows, but for the setting'],
        ['NO_COLOR', 'if it is set and not empty: no colour'],
        ['FORCE_COLOR', 'if it is set: colour; none if it is 0'],
        ['CLICOLOR_FORCE', 'if it is set and not 0: colour'],
        ['TERM', 'if it is dumb: no colour'],
        ['color', 'the setting: tracker config set color never'],
        ['otherwise', 'colour'],
      ],
    },
    {
      text: 'ACCESSIBLE=1 means words instead of symbols, and nothing that moves. Text of a server never drives the terminal: what could is made visible.',
    },
    { heading: 'The commands as JSON' },
    {
      text: 'tracker help --json prints every command for programs: version, globalFlags, topics and nouns. A noun has name, aliases, summary, group, default (the verb that a bare noun means, or null), verbs, and command (its own, where it has no verbs). A verb or command has name, aliases, usage, summary, details, arguments, flags, examples and writes (whether it changes something, so that --dry-run has a meaning). A flag has name, short, value (what stands for its value, or null), repeatable, help and, where only a few words are allowed, choices. tracker help NOUN [VERB] --json prints the part.',
    },
    { heading: 'Recipes' },
    {
      lines: [
        '# how many tickets there are in each status',
        'tracker tickets list --segment all --fields status | sort | uniq -c',
        '# who has most to do',
        'tracker tasks --scope all --fields assigneeNames | sort | uniq -c | sort -rn',
        '# what finishing everything in review would send',
        'tracker tasks list --scope all -s in_review -q | tracker tasks done - -n',
        '# a spreadsheet',
        'tracker tasks list --scope all --csv --fields ref,title,due > tasks.csv',
      ],
    },
  ],
};
