import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { pathSegment } from '../../client/client.js';
import { type Row, rowAt, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { keepTitled, oneReference } from '../../references/read.js';
import { findTitled } from '../../references/titled.js';
import { noteDetail, noteFields, noteLines } from '../../views/notes.js';
import { openInBrowser } from '../showing/open-web.js';
import { pageFlags, printSource, requireOneWay } from '../showing/page-source.js';
import { settingFor } from '../showing/setting.js';

export const verb = defineVerb({
  details: [
    'Prints the note formatted for reading; --html prints its HTML unchanged, and --markdown prints it as Markdown.',
    'A quick note is visible to its owner and those it is shared with, a meeting note to the whole internal team.',
  ].join('\n\n'),
  prints: { detail: noteLines },
  arguments: [{ value: ref('notes'), help: 'a note: its title or a unique part of it, its id, its URL, or @' }],
  flags: pageFlags,
  examples: [
    { line: 'tracker notes view "Before the demo"', does: 'view a note' },
    { line: 'tracker notes view demo --markdown > demo.md', does: 'save it as Markdown' },
    { line: 'tracker notes view demo --json | jq -r .note.bodyHtml', does: 'use it in a script' },
  ],
  run: async (context, [text = ''], given) => {
    requireOneWay(context, given);
    const client = await context.client();
    const named = await oneReference(context, text, 'note');
    const { id } = await findTitled(client, { kind: 'note', text: named.text });
    if (given.web) return await openInBrowser(context, client, `notes/${pathSegment(id)}`);
    const envelope = await client.call('GET /notes/:id', { id });
    // Some servers send the note itself, without a wrapper.
    const note: Row = uuidOf(envelope) === '' ? rowAt(envelope, 'note') : envelope;
    await keepTitled(context, { kind: 'note', id: uuidOf(note) || id, title: titleOf(note) });
    const source = textOf(note.bodyHtml) ?? textOf(note.body) ?? '';
    if (await printSource(context, source, given)) return;
    const setting = settingFor(context, client, {});
    const layout = () => noteDetail(envelope, setting);
    await context.show.detail({ envelope, ref: uuidOf(note), uuid: uuidOf(note), setting, layout, fields: noteFields });
  },
});
