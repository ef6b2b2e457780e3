import { toggle } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { findNamed } from '../../bulk/find-named.js';
import { oneReference } from '../../bulk/one-reference.js';
import { type Client, pathSegment } from '../../client/client.js';
import { type Row, refOf, rowAt, rowsWithin, uuidOf } from '../../contract/row.js';
import { peopleOfProjects, projectDetail, projectFields, projectLines } from '../../views/projects.js';
import { openInBrowser, refuseFormat } from '../open-web.js';
import { readBeside } from '../read-beside.js';
import { settingFor } from '../setting.js';

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
    if (web) return await openInBrowser(context, client, `projects/${pathSegment(found.uuid)}`);
    const envelope = await found.detail();
    // Some servers send the project itself, without a wrapper.
    const project = refOf(envelope) === '' ? rowAt(envelope, 'project') : envelope;
    const listed = await readBeside(context, 'its members', () => listedProjects(client));
    const setting = settingFor(context, client, listed && peopleOfProjects(listed));
    const row = listed?.find((each) => uuidOf(each) === found.uuid);
    const layout = () => projectDetail(envelope, setting, row);
    await context.show.detail({
      envelope,
      ref: refOf(project),
      uuid: uuidOf(project),
      setting,
      layout,
      fields: projectFields,
    });
  },
});

/** The rows of the list, which have the members; the lead may be a member of another project (docs/api.md, Project). */
async function listedProjects(client: Client): Promise<readonly Row[]> {
  return rowsWithin(await client.call('GET /projects'), 'projects');
}
