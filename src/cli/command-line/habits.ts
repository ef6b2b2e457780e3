/**
 * What people type out of habit, and what does the same here. Hints are derived from these tables, and a test runs them all.
 * Words in capitals stand for what was typed after the word; REF is a reference, which comes first.
 */

/** A table in which several words have the same. It has nothing for any other word, such as `constructor`. */
function forWords<T>(
  rows: readonly (readonly [words: string, meant: T])[],
  between = ' ',
): Readonly<Record<string, T>> {
  const entries = rows.flatMap(([words, meant]) => words.split(between).map((word) => [word, meant]));
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** Flags: of the flags listed, the first one that the verb has is suggested. */
export const flagHabits = forWords<readonly string[]>([
  ['--label --labels --tags -l', ['--tag']],
  ['--add-label', ['--add-tag']],
  ['--remove-label', ['--remove-tag']],
  ['--assign --assign-to --assigned --assigned-to --assignees --owner --user', ['--assignee']],
  ['--assignee -a --person --who', ['--user']],
  ['--group --group-by', ['--by']],
  ['--unassign', ['--remove-assignee', '--unassigned']],
  ['--milestone', ['--project']],
  ['--body-text --description --text', ['--body']],
  ['--message -m --comment', ['--body', '--note']],
  ['--template', ['--body-file', '--jq']],
  ['--all -A', ['--scope all', '--segment all', '--state all']],
  ['--mine', ['--scope mine', '--segment mine']],
  ['--open', ['--state open']],
  ['--closed --finished', ['--state finished']],
  ['--done', ['--check', '--state finished']],
  ['--undone', ['--uncheck']],
  ['--summary --name', ['--title', '--subject']],
  ['--title', ['--subject']],
  ['--subject', ['--title']],
  ['--author --reporter --requester', ['--customer']],
  ['--created --updated --after', ['--since']],
  ['--reason --state', ['--status']],
  ['-w --browser', ['--web']],
  ['-t', ['--type']],
  ['--component', ['--category']],
  ['--scope', ['--segment']],
  ['--segment', ['--scope']],
  ['-S --query --filter', ['--search']],
  ['--team --organization --organisation', ['--org']],
  ['--order --order-by --sort-by', ['--sort']],
  ['--due-date --deadline', ['--due']],
  ['--file --files --attachment', ['--attach']],
  ['--follow', ['--watch']],
  ['--columns', ['--fields']],
  ['--max --count --per-page', ['--limit']],
  ['--format --output -o', ['--json']],
  ['--with-token', ['--token']],
  ['--verbose', ['--debug']],
  ['--no-color --no-colour', ['--color never']],
  ['--plain --no-headers', ['--tsv']],
]);

/** Flags for which another command is needed, or that no command can have, of the verb that lacks them, or its noun and itself. */
export const flagCommands: readonly (readonly [verb: string, flags: string, meant: string])[] = [
  ['reply', '--internal --private', 'tracker note REF'],
  ['note', '--public', 'tracker reply REF'],
  ['assign', '--remove --unassign', 'tracker unassign REF USER'],
  ['close', '--comment -c', 'tracker reply REF TEXT --status closed, or tracker comment REF TEXT --status done'],
  ['done', '--comment -c', 'tracker comment REF TEXT --status done'],
  [
    'edit edit',
    '--title -t --subject --summary --name',
    "for a task, use --title; a ticket's subject cannot be changed",
  ],
  ['edit edit', '--body-text --description --text', "for a task, use --body; a ticket's description cannot be changed"],
  ['edit edit', '--due-date --deadline', 'for a task, use --due'],
  ['tickets edit', '--title -t --subject --summary --name', 'the subject of a ticket cannot be changed'],
  [
    'tickets edit',
    '--body -b --body-file -F --editor -e --body-text --description --text',
    'the description of a ticket cannot be changed',
  ],
  ['completion', '--shell -s', 'the shell is an argument: tracker completion SHELL'],
];

/** Verbs, with or without tasks or tickets before them. */
export const verbHabits = forWords<string>([
  ['update modify change', 'tracker edit REF'],
  ['start', 'tracker edit REF --status in_progress'],
  ['move mv transition status', 'tracker edit REF --status STATUS'],
  ['pause', 'tracker edit REF --status paused'],
  ['resolve solve', 'tracker close REF --status resolved'],
  ['finish complete', 'tracker close REF'],
  ['answer respond message', 'tracker reply REF TEXT'],
  ['log worklog track', 'tracker time REF DURATION'],
  ['tag tags label labels', 'tracker edit REF --tag TAG'],
  ['defer postpone', 'tracker snooze REF WHEN'],
  ['untag', 'tracker edit REF --remove-tag TAG'],
  ['priority', 'tracker edit REF --priority PRIORITY'],
  ['due', 'tracker tasks edit REF --due DAY'],
  ['plan', 'tracker tasks edit REF --planned DAY'],
  ['estimate', 'tracker tasks edit REF --estimate DURATION'],
  ['rename', 'tracker tasks edit REF --title TITLE'],
  ['link depends', 'tracker tasks edit REF --depends-on OTHER'],
  ['take claim', 'tracker assign REF @me'],
  ['drop release', 'tracker unassign REF @me'],
  ['check', 'tracker checklist REF ITEM'],
  ['files', 'tracker attachments list REF'],
  ['download', 'tracker attachments download REF'],
  ['browse open', 'tracker open REF'],
  ['upload', 'tracker attach REF FILE'],
  ['history comments', 'tracker view REF --comments all'],
  ['follow', 'tracker watch REF'],
  ['develop checkout', 'tracker tasks branch REF'],
]);

/** Other words, alone or before another word or a reference (`auth login`), or after a noun, where they count before all others. */
export const wordHabits = forWords<string>(
  [
    ['mine, my', 'tracker tasks list or tracker tickets list'],
    ['my tasks', 'tracker tasks list'],
    ['my tickets', 'tracker tickets list'],
    ['overdue', 'tracker tasks list --overdue'],
    ['waiting, queue, queues', 'tracker tickets list --segment all --waiting'],
    ['timesheet, worklog', 'tracker time list --since mon'],
    ['timesheet REF, worklog REF, worklog add, worklog log', 'tracker time REF DURATION'],
    ['signin, auth login, auth refresh, init, setup', 'tracker login'],
    ['signout, auth logout', 'tracker logout'],
    ['users, user list, team, members', 'tracker people'],
    ['create task, new task, add task', 'tracker tasks create TITLE'],
    ['create ticket, new ticket, add ticket', 'tracker tickets create TITLE'],
    ['user, auth status', 'tracker whoami'],
    ['auth token', 'tracker token'],
    ['auth', 'tracker login, tracker logout, tracker whoami or tracker token'],
    ['settings', 'tracker config list'],
    ['preferences', 'tracker prefs list'],
    ['server, servers, account, accounts, context, contexts', 'tracker instances list'],
    ['organization, organizations, organisation, organisations, company, companies', 'tracker orgs list'],
    ['macro, macros', 'tracker templates list'],
    ['page, pages', 'tracker wiki list'],
    ['dashboard', 'tracker status'],
    ['use, switch, auth switch', 'tracker instances use NAME'],
    ['version', 'tracker --version'],
    ['tasks mine, tasks my', 'tracker tasks list'],
    ['tasks waiting', 'tracker tasks list --overdue'],
    ['tasks search, tasks find', 'tracker tasks list --search TEXT'],
    ['tasks reply, tasks note, tasks answer', 'tracker comment REF TEXT'],
    ['tickets mine, tickets my', 'tracker tickets list'],
    ['tickets search, tickets find', 'tracker tickets list --search TEXT'],
    ['tickets comment', 'tracker reply REF TEXT, or tracker note REF TEXT'],
    ['tickets done', 'tracker close REF'],
    ['projects search, projects find', 'tracker search TEXT --type project'],
    ['projects tasks', 'tracker tasks list --project PROJECT'],
    ['notes search, notes find', 'tracker search TEXT --type note'],
    ['wiki search, wiki find', 'tracker search TEXT --type wiki'],
    ['orgs tickets', 'tracker tickets list --org ORG'],
    ['orgs people', 'tracker people'],
    ['instances add, instances create', 'tracker login'],
    ['instances switch', 'tracker instances use NAME'],
    ['drafts clear, drafts empty', 'tracker drafts list -q | tracker drafts delete - --yes'],
    ['comment list, comment ls', 'tracker view REF --comments all'],
    ['report week', 'tracker report day --since mon'],
    ['time log, time add, time track', 'tracker time REF DURATION'],
    ['time today', 'tracker time list --since today'],
    ['time yesterday', 'tracker time list --since yesterday'],
    ['time week, time report, time summary', 'tracker time list --since mon'],
    ['checklist add', 'tracker checklist REF --add TEXT'],
    ['checklist check', 'tracker checklist REF ITEM'],
    ['checklist uncheck', 'tracker checklist REF --uncheck ITEM'],
    ['checklist remove, checklist rm, checklist delete', 'tracker checklist REF --remove ITEM'],
  ],
  ', ',
);

/** Other words for verbs of a noun; the rest of the line stays as it is. */
export const verbNames = forWords<string>([
  ['add make write', 'create'],
  ['get read cat info describe', 'view'],
  ['post send say answer', 'reply'],
]);

/** The verb that is meant where a noun is followed by the name of something. */
export const verbForName = forWords<string>([
  ['projects wiki notes chat views drafts', 'view'],
  ['instances', 'use'],
  ['attachments', 'list'],
  ['alias', 'set'],
]);

/** What other trackers call tasks and tickets. */
export const workNames: ReadonlySet<string> = new Set('issue issues story stories bug bugs case cases'.split(' '));
