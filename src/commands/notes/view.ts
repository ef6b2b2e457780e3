import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { noteRows } from '../../client/notes.js';
import { resolveTitled } from '../../client/titled.js';
import { type Row, rowAt, uuidOf } from '../../contract/row.js';
import { linesHelp, noteDetail, noteFields } from '../../views/notes.js';
import { openInBrowser, refuseFormat } from '../open-web.js';
import { oneReference } from '../reference.js';
import { settingFor } from '../setting.js';

export const verb = defineVerb({
  details: [
    'A quick note is seen by its owner and those it is shared with, a meeting note by the whole internal team; nobody else\nsees notes.',
    linesHelp,
  ].join('\n\n'),
  arguments: [{ usage: '<ref>', help: 'its title or a unique part of it, its id, or the address of its web page' }],
  flags: { web: toggle('--web', 'open its web page instead') },
  examples: [
    { line: 'tracker notes view "Before the demo"', does: 'read it' },
    { line: 'tracker notes view demo --json | jq -r .note.bodyHtml', does: 'for scripts' },
  ],
  run: async (context, [text = ''], { web }) => {
    if (web) refuseFormat(context, '--web');
    const client = await context.client();
    const wanted = { kind: 'note', text: await oneReference(context, text) } as const;
    const { id } = await resolveTitled(client, wanted, async () => noteRows(await client.call('GET /notes/list')));
    if (web) return await openInBrowser(context, client, `notes/${pathSegment(id)}`);
    const envelope = await client.call('GET /notes/:id', { id });
    // Some servers send the note itself, without a wrapper.
    const note: Row = uuidOf(envelope) === '' ? rowAt(envelope, 'note') : envelope;
    const setting = settingFor(context, client, {});
    const layout = () => noteDetail(envelope, setting);
    await context.show.detail({ envelope, ref: uuidOf(note), uuid: uuidOf(note), setting, layout, fields: noteFields });
  },
});
