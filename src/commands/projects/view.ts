import { toggle } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { withReference } from '../../client/references.js';
import { refOf, rowAt, uuidOf } from '../../contract/row.js';
import { projectDetail, projectFields, projectLines } from '../../views/projects.js';
import { openInBrowser, refuseFormat } from '../open-web.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  prints: { detail: projectLines },
  arguments: [{ value: ref('projects'), help: 'its key, its name, its uuid, or the address of its web page' }],
  flags: { web: toggle('--web', 'open its web page instead') },
  examples: [
    { line: 'tracker projects view SCM', does: 'read it' },
    { line: 'tracker projects view scm --json | jq .project.taskCount', does: 'for scripts' },
  ],
  run: async (context, [text = ''], { web }) => {
    if (web) refuseFormat(context, '--web');
    const client = await context.client();
    await withReference(client, 'project', text, async ({ uuid }) => {
      if (web) return await openInBrowser(context, client, `projects/${pathSegment(uuid)}`);
      const envelope = await client.call('GET /projects/:id', { id: uuid });
      // Some servers send the project itself, without a wrapper.
      const project = refOf(envelope) === '' ? rowAt(envelope, 'project') : envelope;
      const setting = settingFor(context, client, {});
      const layout = () => projectDetail(envelope, setting);
      await context.show.detail({
        envelope,
        ref: refOf(project),
        uuid: uuidOf(project),
        setting,
        layout,
        fields: projectFields,
      });
    });
  },
});
