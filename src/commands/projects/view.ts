import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { refOf, rowAt, uuidOf } from '../../contract/row.js';
import { linesHelp, projectDetail, projectFields } from '../../views/projects.js';
import { findNamed } from '../find-named.js';
import { openInBrowser, refuseFormat } from '../open-web.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: linesHelp,
  arguments: [{ usage: '<ref>', help: 'its key, its name, its uuid, or the address of its web page' }],
  flags: { web: toggle('--web', 'open its web page instead') },
  examples: [
    { line: 'tracker projects view SCM', does: 'read it' },
    { line: 'tracker projects view scm --json | jq .project.taskCount', does: 'for scripts' },
  ],
  run: async (context, [text = ''], { web }) => {
    if (web) refuseFormat(context, '--web');
    const client = await context.client();
    const found = await findNamed(context, 'project', text);
    if (web) return await openInBrowser(context, client, `projects/${pathSegment(found.uuid)}`);
    const envelope = await found.detail();
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
  },
});
