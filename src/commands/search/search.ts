import { text } from '../../args/flag.js';
import { choices } from '../../args/more-flags.js';
import { freeText, kind, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { resolveOrg } from '../../client/find/orgs.js';
import { type Row, refOf, rowsAt, textOf } from '../../contract/row.js';
import { usageError } from '../../errors.js';
import { shellWord } from '../../terminal/programs/shell-word.js';
import { arrange } from '../../views/arrange.js';
import { shortId } from '../../views/cells/short-id.js';
import { searchList } from '../../views/search.js';
import { settingFor } from '../showing/setting.js';

export const verb = defineVerb({
  details: 'Servers search titles and references, and return a few results of each kind.',
  prints: { ordered: searchList },
  arguments: [
    { value: freeText('query'), isRepeatable: true, help: 'what to search for; several words are one query' },
  ],
  flags: {
    type: choices(
      '--type',
      'only these: task, ticket, project, wiki, note',
      oneOf('type', ['task', 'ticket', 'project', 'wiki', 'note']),
    ),
    org: text('--org', 'only tickets of this organisation: slug, name or id', kind('org')),
  },
  examples: [
    { line: 'tracker search roster', does: 'search everything' },
    { line: 'tracker search --type ticket,task invoice', does: 'search tickets and tasks only' },
    { line: 'tracker search SCM-1 -q', does: 'print references only' },
  ],
  run: async (context, words, { type, org, limit }) => {
    const q = words.join(' ').trim();
    if (q === '' && type.length === 0) throw usageError('specify what to search for');
    const client = await context.client();
    const orgId = org === undefined ? undefined : await resolveOrg(client, org);
    const types = type.length > 0 ? [...new Set(type)].join(',') : undefined;
    const reply = await client.call('GET /search', { query: { q, ...(types && { types }), ...(orgId && { orgId }) } });
    const setting = settingFor(context, client, {});
    const arranged = arrange(searchList, rowsAt(reply, 'results'), { sort: [], limit, setting });
    await context.show.list(searchList, { ...arranged, setting, emptyHint: `for ${JSON.stringify(q)}` });
    const next = viewCommands(arranged.rows);
    if (next.length > 0 && context.io.stdout.isTerminal && !context.show.isAsked)
      await context.show.say(`To read one: ${next.join(', ')}`);
  },
});

/** What shows a result, by its type. */
const viewers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    task: 'tasks view',
    ticket: 'tickets view',
    project: 'projects view',
    wiki: 'wiki view',
    note: 'notes view',
  }),
);

/** The commands that show the first result of each kind. */
function viewCommands(rows: readonly Row[]): readonly string[] {
  const firsts = new Map<string, string>();
  for (const row of rows) {
    const viewer = viewers.get(textOf(row.type) ?? '');
    if (viewer !== undefined && !firsts.has(viewer)) firsts.set(viewer, shortId(refOf(row)).text);
  }
  return [...firsts].map(([viewer, name]) => `tracker ${viewer} ${shellWord(name)}`);
}
