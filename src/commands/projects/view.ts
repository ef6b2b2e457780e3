import { toggle } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { type Row, refOf, rowAt, rowsWithin, uuidOf } from '../../contract/row.js';
import { pathOf } from '../../references/find-entity.js';
import { findNamed } from '../../references/find-named.js';
import { oneReference } from '../../references/read.js';
import { peopleOfProjects, projectDetail, projectLines, projectList } from '../../views/projects.js';
import { openInBrowser, refuseFormat } from '../showing/open-web.js';
import { readBeside, settingFor } from '../showing/setting.js';

export const verb = defineVerb({
  prints: { detail: projectLines },
  arguments: [{ value: ref('projects'), help: 'a project: its key, name, uuid or URL' }],
  flags: { web: toggle('--web', 'open its web page in the browser') },
  examples: [
    { line: 'tracker projects view SCM', does: 'view a project' },
    { line: 'tracker projects view scm --json | jq .project.taskCount', does: 'use it in a script' },
  ],
  run: async (context, [text = ''], { web }) => {
    if (web) refuseFormat(context, '--web');
    const client = await context.client();
    const found = await findNamed(context, 'project', await oneReference(context, text));
    if (web) return await openInBrowser(context, client, pathOf(found));
    const envelope = await found.detail();
    const project = rowAt(envelope, 'project');
    // The rows of the list have members; the lead may be one of another project (docs/api.md, Project).
    const listed = await readBeside(context, 'its members', async () =>
      rowsWithin(await client.call('GET /projects'), 'projects'),
    );
    const members = listed && peopleOfProjects(listed);
    const people = members && { ...(await teamFor(client, project, members)), ...members };
    const setting = settingFor(context, client, people);
    const row = listed?.find((each) => uuidOf(each) === found.uuid);
    const layout = () => projectDetail(envelope, setting, row);
    return {
      is: 'detail',
      data: {
        envelope,
        ref: refOf(project),
        uuid: uuidOf(project),
        setting,
        layout,
        fields: projectList.fields,
      },
    };
  },
});

/** The team, if no project has its lead as a member: no response about projects then has the name (docs/api.md, Project). */
async function teamFor(client: Client, { leadId }: Row, members: object): Promise<Readonly<Record<string, Row>>> {
  if (typeof leadId !== 'string' || Object.hasOwn(members, leadId)) return {};
  const { readTeam } = await import('../../references/people.js');
  // Without a name, the id is shown.
  const team = await readTeam(client).catch(() => []);
  return Object.fromEntries(team.map((person) => [uuidOf(person), person]));
}
