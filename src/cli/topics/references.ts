import { rows, type Topic } from './layout.js';

/** What people, things, days and times may be called on a command line (docs/api.md, Conventions 6). */
export const topic: Topic = [
  { heading: 'REF, a task, ticket or project' },
  rows({
    'SCM-12': 'its reference, in upper or lower case; for a project its key or name',
    'a uuid': 'as --json prints it',
    'a URL': 'of its page on the server in use',
    '@': 'the last thing shown or written in this terminal, or given by tracker next; pages, notes and threads too',
    '@branch': 'the reference in the name of the current git branch: SCM-12 in feature/scm-12-night-ferry',
    '-': 'references from standard input, one per line; a line may also be a row of --jsonl, or of --tsv with the reference first; where there are none, a command that takes several does nothing (exit code 0)',
    'task:SCM-12': 'says which kind is meant if a command takes several; also ticket: and project:',
  }),
  'A reference that matches both a task and a ticket, or several things, is asked about on a terminal; elsewhere it is an error (exit code 4) that lists the candidates, before anything is written. If the usage says REF..., give as many as you like, separated by spaces or commas; duplicates are handled once.',
  [
    'tracker tasks view scm-12',
    'tracker tasks list --overdue -q | tracker tasks edit - --due +3d --dry-run',
    'tracker attachments list ticket:SCM-3',
  ],
  { heading: 'Wiki pages, notes and chat threads' },
  'Their title or a unique part of it, in upper or lower case; their id, or the first eight characters of it that tables show; or their URL.',
  ['tracker wiki view "Restore a backup"', 'tracker chat view lunch'],
  { heading: 'USER, a person' },
  rows({
    '@me': 'you',
    'Mara Lindqvist': 'a name or a unique part of one; case and accents do not matter',
    'an id': 'as in people in --json',
  }),
  { heading: 'ORG and project' },
  'An organisation goes by its slug, name or id, a project by its key, name or id; case does not matter. If one is needed and not given, it is taken from .tracker.json: {"instance": "work", "org": "casa-azul", "project": "SCM"}.',
  { heading: 'Values defined by the server' },
  'Your server defines the values of status, priority, type and category, and any value is accepted. A filter by a value never seen before finds nothing, and warns with a list of the known ones; in a write, the server decides, but a word that is spelled almost like a known one is only sent with --yes. Case, spaces, - and _ make no difference: "In progress" and in-progress both mean in_progress.',
  { heading: 'Days' },
  rows({
    '2026-11-20': 'that day',
    today: 'also tomorrow, yesterday and "3 days ago"',
    '3d': 'in three days, also +3d or "in 3 days"; 2w is in two weeks, -1w a week ago',
    'next week':
      'its Monday; in a filter, the whole week, like "last week", "this week" and 2026-W47; 2026-11 is a month',
    fri: 'the next Friday, never today; also friday or "next fri"; the last one for --since and --date',
    'dec 3': 'the next one, or today; also "3 dec" and "dec 3 2027"; the last one for --since and --date',
    none: 'in a write: no day; in a filter: things without one',
  }),
  '--since and --until take the same, an age or a time; both days count, and WHEN..WHEN is short for both flags. A filter also takes <DAY, <=DAY, >DAY, >=DAY and DAY..DAY; quote them for the shell. Comparisons leave out things without a day. Today is the date where you are; days are never converted between time zones.',
  ["tracker tasks list --scope all --due '<=+7d' --sort due"],
  { heading: 'Durations and ages' },
  rows({
    '90': 'minutes; 90m is the same. Below 15, a terminal asks whether hours are meant, and elsewhere there is a warning',
    '1h30m': 'also 1h30, 1:30 and 1.5h; whole minutes are sent',
    '3d': 'an age, for --stale and --since; also 12h and 2w',
  }),
  { heading: 'Several values' },
  'Flags for statuses, priorities, types, tags, people, references and columns may be repeated, or their values joined with commas; flags for files may only be repeated. A row must match one value of each filter. A value is never taken for a flag; one that is a flag of the command, as in --body -n, is refused unless it is joined with =, as in --body=-n.',
];
