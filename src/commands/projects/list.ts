import { filterByText, filterByWord } from '../../args/filter.js';
import { names, text } from '../../args/flag.js';
import { pipedText, serverWord } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { rowsAt } from '../../contract/row.js';
import { listed } from '../../output/shown.js';
import { peopleOfProjects, projectList } from '../../views/projects.js';
import { withListPage } from '../showing/open-web.js';
import { sourceOf } from '../showing/row-source.js';

const list = defineVerb({
  prints: { list: projectList },
  flags: {
    status: names('-s, --status', 'only these statuses', serverWord('project-status')),
    search: text('--search', 'only projects with these words in their key, name or description', pipedText('line')),
  },
  examples: [
    { line: 'tracker projects', does: 'list all projects' },
    { line: 'tracker projects list -s active --fields ref,name,lead', does: 'list active projects with these columns' },
  ],
  run: async (context, _args, { status, search, sort, limit }) => {
    const client = await context.client();
    const rows = rowsAt(await client.call('GET /projects'), 'projects');
    const filters = [
      ...filterByWord('--status', 'status', status),
      ...filterByText(search, ['key', 'id', 'name', 'description']),
    ];
    const parts = { kind: 'project', view: projectList, rows, people: peopleOfProjects(rows) } as const;
    const source = sourceOf(context, client, parts);
    const arranged = await source.arrange(await source.filter(filters), { sort, limit });
    if (arranged.rows.length === 0) {
      const { warnUnseen } = await import('../work/words.js');
      await warnUnseen(context, client, [{ flag: '--status', kind: 'project-status', words: status }]);
    }
    return listed(projectList, { ...arranged, emptyHint: filters.length > 0 ? 'match' : 'that you can see' });
  },
});

export const verb: VerbBody = withListPage(list, 'projects');
