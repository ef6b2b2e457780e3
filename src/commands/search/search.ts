import type { Context } from '../../args/context.js';
import { filterByText } from '../../args/filter.js';
import { names, text, toggle } from '../../args/flag.js';
import { choices } from '../../args/more-flags.js';
import { selection } from '../../args/selection.js';
import { periodFlags, readPeriod } from '../../args/since.js';
import { freeText, kind, oneOf, serverWord } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { NeverRead } from '../../contract/never-read.js';
import { groupedBy, type Row, refOf, rowsAt } from '../../contract/row.js';
import { toPlainLetters, toSearchKey } from '../../contract/text/plain-letters.js';
import { soughtIn } from '../../contract/text/search-words.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { knownFields } from '../../output/columns/fields.js';
import { firstStep } from '../../output/columns/path.js';
import { dataText } from '../../output/data/json.js';
import { listed } from '../../output/shown.js';
import { resolveOrg } from '../../references/people.js';
import { shortId } from '../../views/cells/columns.js';
import { matchesOf, searchList } from '../../views/search.js';
import { settingFor } from '../showing/setting.js';
import type { Results } from './texts.js';

const words = ['task', 'ticket', 'project', 'wiki', 'note'] as const;

const types = choices('--type', `only these: ${words.join(', ')}`, oneOf('type', words));

function singular(given: string): string {
  return given.replace(/\b(task|ticket|project|wiki|note)s\b/gi, '$1');
}

/** The most rows at a terminal, unless `--limit` says more: a common word is in everything. */
const mostShown = 100;

export const verb = defineVerb({
  details: [
    'Servers search titles and references, and return a few results of each kind. Words may be in any order; what is in double',
    `quotes stays together ('"rate limit"'). All kinds of quotes count as the same, and so do all dashes. A terminal shows ${mostShown} results unless`,
    '--limit is given.',
    '',
    'For --status, --since, --until and --sort, the details of what was found are read, and pages, notes and projects are left out.',
    '--fields also accepts fields that only these details have, such as status; they are empty for pages, notes and projects.',
    '',
    '--messages also searches the titles, descriptions, messages, comments and notes that were read on this computer, such as by',
    'tracker sync, and adds what the server did not find. With --offline, only these are searched. match is the line with the',
    'words. Case and accents do not matter there, and all words must be in the same task, ticket, project, page or note. If',
    'something was only listed, only its title is searched, and with TRACKER_TOKEN not even that. The time shown offline is that',
    'of the oldest result.',
  ].join('\n'),
  prints: { ordered: searchList, instead: { '--messages or --offline': matchesOf([]) } },
  arguments: [
    { value: freeText('query'), isRepeatable: true, help: 'what to search for; several words are one query' },
  ],
  flags: {
    type: { ...types, parse: (given, ...rest) => types.parse?.(singular(given), ...rest) ?? [] } satisfies typeof types,
    org: text('--org', 'only tickets of this organisation: slug, name or id', kind('org')),
    status: names('-s, --status', 'only tasks and tickets with these statuses', serverWord('ticket-status')),
    ...periodFlags('only tasks and tickets changed'),
    sort: names(
      '--sort',
      'sort tasks and tickets by these fields, such as updated or -priority',
      kind('order', 'a,-b'),
    ),
    messages: toggle('--messages', 'also search the texts that were read on this computer'),
  },
  examples: [
    { line: 'tracker search roster', does: 'search everything' },
    { line: 'tracker search --type ticket,task invoice', does: 'search tickets and tasks only' },
    { line: 'tracker search SCM-1 -q', does: 'print references only' },
    { line: 'tracker search --messages "rate limit"', does: 'also search what people wrote' },
  ],
  run: async (context, given, { type, org, messages, status, since, until, sort, limit: asked }) => {
    const isForPeople = context.io.stdout.isTerminal && !context.show.isAsked;
    const limit = asked ?? (isForPeople ? mostShown : undefined);
    const q = given.join(' ').trim();
    const sought = soughtIn(q, toPlainLetters);
    if (sought.length === 0 && type.length === 0) throw usageError('specify what to search for');
    const client = await context.client();
    const orgId = org === undefined ? undefined : await resolveOrg(client, org);
    const types = type.length > 0 ? [...new Set(type)].join(',') : undefined;
    const ask = async (text: string): Promise<readonly Row[]> => {
      const query = { q: text, ...(types && { types }), ...(orgId && { orgId }) };
      return rowsAt(await client.call('GET /search', { query }), 'results');
    };
    const answer = await findInAnyOrder(q, ask).catch((error: unknown) => {
      if (error instanceof NeverRead) return error;
      throw error;
    });
    const results = answer instanceof NeverRead ? undefined : answer;
    const period = await readPeriod({ since, until }, context.now());
    const byDetails = Object.entries({ status: status[0], since, until, sort: sort[0] });
    const detailed = byDetails.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
    const isByDetails = detailed.length > 0;
    const isInTexts = messages || results === undefined;
    const asking = { query: q, types: type, orgId, answer: results, limit: isByDetails ? undefined : limit };
    const texts = isInTexts && (await (await import('./texts.js')).searchTexts(context, client, asking));
    if (answer instanceof NeverRead && !texts) throw answer.kind === 'not_found' ? nothingRead(context) : answer;
    const found: Results = texts || { rows: results ?? [], total: results?.length ?? 0 };
    const plain = { view: isInTexts ? matchesOf(sought) : searchList, rows: found.rows, people: {} };
    const { fields } = context.show.choice;
    const isArranged = isByDetails || !fields.every((name) => knownFields(plain.view, plain.rows).has(firstStep(name)));
    const first = isByDetails ? plain : { ...plain, rows: plain.rows.slice(0, limit) };
    const by = { status, period, sort, fields, flags: detailed };
    const shown = isArranged
      ? await (await import('./by-details.js')).arrangeByDetails(context, client, first, by)
      : plain;
    const [rows, total] = [shown.rows.slice(0, limit), isByDetails ? shown.rows.length : found.total];
    const { age } = found;
    if (age && results === undefined) await client.memory?.answerFrom(age.from, age.changed);
    const after = async (): Promise<void> => {
      if (age && results) await context.show.age({ ...age, why: 'texts as they were read before' });
      if (!isForPeople) return;
      const next = viewCommands(rows, context);
      await context.show.say(next.length > 0 ? `To read one: ${next.join(', ')}` : whereElse(q, isInTexts, context));
    };
    const setting = settingFor(context, client, shown.people);
    return { ...listed(shown.view, { rows, total, setting, emptyHint: `for ${JSON.stringify(q)}` }), after };
  },
});

/** Where to search for what was not found. */
function whereElse(q: string, isInTexts: boolean, context: Pick<Context, 'settings'>): string {
  const tracker = `tracker ${selection(context)}`.trim();
  if (!isInTexts) return `To search what people wrote, too: ${tracker} search --messages ${shellWord(q)}`;
  const more = `To download more of what can be searched: ${tracker} sync`;
  return context.settings.offline ? `${more}; to ask the server, leave out --offline` : more;
}

function nothingRead(context: Context): TrackerError {
  return new TrackerError('not_found', 'nothing that could be searched has been read on this computer', {
    hint: `to download what you need: tracker ${selection(context)}sync`,
  });
}

/** A reference, a day or an id, whose signs are always the same. */
const isId = /^[a-z][a-z\d]*-\d+$|^[\da-f-]{8,}$/;

/** More words of a query are not asked for one by one. */
const mostWords = 5;

/** What a server finds for a query, and then, asked for each word, what has them in another order or with other signs in them. */
async function findInAnyOrder(q: string, ask: (text: string) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const sought = soughtIn(q, toSearchKey);
  const typed = sought.some((each) => each.includes(' ')) ? sought.join(' ') : q;
  // A server finds nothing for a single letter.
  const pieces = sought
    .flatMap((each) => (isId.test(each) ? each : each.split(/['"-]+/)))
    .filter(({ length }) => length > 1);
  const words = [...new Set(pieces)].filter((word) => word !== typed.toLowerCase()).slice(0, mostWords);
  if (words.length === 0) return await ask(typed);
  const [whole = [], ...others] = await Promise.all([typed, ...words].map(ask));
  const filters = filterByText(q, ['displayId', 'id', 'title', 'subtitle']);
  const more = others.flat().filter((row) => filters.every(({ keeps }) => keeps(row)));
  const found = groupedBy([...whole, ...more], (row) => `${dataText(row.type)} ${refOf(row)}`);
  const rows = [...found.values()].map(([first = {}]) => first);
  const types = [...new Set(rows.map(({ type }) => type))];
  return rows.toSorted((one, other) => types.indexOf(one.type) - types.indexOf(other.type));
}

/** The commands that show the first result of each type. */
function viewCommands(rows: readonly Row[], context: Pick<Context, 'settings'>): readonly string[] {
  const byType = groupedBy(rows, (row) => words.find((each) => each === row.type));
  return [...byType].map(([type, [first = {}]]) => {
    const noun = type === 'wiki' ? type : `${type}s`;
    return `tracker ${selection(context)}${noun} view ${shellWord(shortId(refOf(first)).text)}`;
  });
}
