import type { Topic } from './topic.js';

/** What command lines may call things, people, days and times (docs/api.md, Conventions 6). */
export const topic: Topic = {
  summary: 'How tasks, tickets, people, days and times are named',
  blocks: [
    { heading: 'REF, a task, ticket or project' },
    {
      rows: [
        ['SCM-12', 'its reference, in any case; of a project its key or its name'],
        ['a uuid', 'as --json prints it'],
        ['a web address', 'of its page, under the server that is in use'],
        ['@branch', 'the reference in the name of the current git branch: SCM-12 in feature/scm-12-night-ferry'],
        [
          '-',
          'references from standard input, one a line; a line may also be a row of --jsonl, or of --tsv with the reference first',
        ],
        ['task:SCM-12', 'says which is meant where a command takes several kinds; ticket: and project: likewise'],
      ],
    },
    {
      text: 'A bare reference that is both a task and a ticket, or that fits several things, is not guessed: exit code 4, and the candidates are named. Where the usage says REF..., several may be given, one after the other or joined by commas; one that is named twice is handled once.',
    },
    {
      lines: [
        'tracker tasks view scm-12',
        'tracker tasks list --overdue -q | tracker tasks edit - --due +3d --dry-run',
        'tracker attachments list ticket:SCM-3',
      ],
    },
    { heading: 'Wiki pages, notes and chat threads' },
    {
      text: 'Their title or a unique part of it, in any case; their id, or its first eight characters as tables show them; or their web address.',
    },
    { lines: ['tracker wiki view "Restore a backup"', 'tracker chat view lunch'] },
    { heading: 'USER, a person' },
    {
      rows: [
        ['@me', 'you'],
        ['Mara Lindqvist', 'a name, or a unique part of one, in any case; letters without their marks will do'],
        ['an id', 'as people in --json has it'],
      ],
    },
    { heading: 'ORG and project' },
    {
      text: 'An organisation is named by its slug, its name or its id, a project by its key, its name or its id, in any case. Where one is needed and not given, .tracker.json may name it: {"instance": "work", "org": "casa-azul", "project": "SCM"}.',
    },
    { heading: 'Words of the server' },
    {
      text: 'Status, priority, type and category are the words of your server: any of them is accepted. In a filter a word that was never seen finds nothing, and a warning names the known ones; in a write the server decides. A minus and an underscore are the same in a filter: in-progress is in_progress.',
    },
    { heading: 'Days' },
    {
      rows: [
        ['2026-11-20', 'that day'],
        ['today', 'also tomorrow and yesterday'],
        ['+3d', 'in three days; -1w is a week ago'],
        ['fri', 'the next one, never today; friday is the same'],
        ['none', 'in a write: no day; in a filter: what has no day'],
      ],
    },
    {
      text: 'A filter also takes <DAY, <=DAY, >DAY, >=DAY and DAY..DAY, quoted because of the shell; such comparisons leave out what has no day. Today is the day where you are, and a day never passes through a time zone.',
    },
    { lines: ["tracker tasks list --scope all --due '<=+7d' --sort due"] },
    { heading: 'Durations and ages' },
    {
      rows: [
        ['90', 'minutes; 90m is the same'],
        ['1h30m', 'also 1.5h; whole minutes are sent'],
        ['3d', 'an age, as --stale takes it; also 12h and 2w'],
      ],
    },
    { heading: 'Several values' },
    {
      text: 'Flags that may be repeated say so by the names they take: statuses, priorities, types, tags, people, references and columns may be repeated or joined by commas; files are repeated only. Several values of one filter mean any of them, different filters mean all of them. No value is ever taken for a flag.',
    },
  ],
};
