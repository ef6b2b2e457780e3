import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineVerb } from '../../args/verb.js';
import { openDrafts } from '../../compose/saved/store.js';
import { targetNames } from '../../compose/saved/target-names.js';
import { TrackerError } from '../../contract/errors.js';
import { codeOf, fileTrouble } from '../../disk/file-trouble.js';
import { draftList, draftListNaming } from '../../views/drafts.js';
import { arrange } from '../showing/arrange.js';
import { draftRow, knownInstances } from './draft-row.js';

export const verb = defineVerb({
  details: [
    'Newest first, for all instances. Two accounts on one server are two instances: only the account that wrote a draft can send',
    'it. "May have arrived" means that the server did not answer, or that tracker was stopped while sending. Check before you send',
    'such a draft again.',
  ].join('\n'),
  prints: { list: draftList, isLocal: true },
  flags: {},
  examples: [
    { line: 'tracker drafts', does: 'list what has not been sent' },
    { line: 'tracker drafts list --json=ref,command,targets,subject', does: 'use it in a script' },
  ],
  run: async (context, _args, order) => {
    const known = await knownInstances(context);
    const drafts = openDrafts(context.settings.folders.state).all();
    if (drafts.length === 0) requireReadable(context.settings.folders.state);
    const rows = drafts.map((draft) => draftRow(draft, known));
    const setting = { people: {}, now: context.now(), me: undefined };
    const view = draftListNaming(await targetNames(context, drafts));
    await context.show.list(view, { ...arrange(view, rows, { ...order, setting }), emptyHint: 'to send' });
  },
});

/** Throws `failed` if there may be drafts that cannot be read. */
function requireReadable(stateFolder: () => string): void {
  try {
    readdirSync(join(stateFolder(), 'drafts'));
  } catch (error) {
    if (error instanceof TrackerError || codeOf(error) === 'ENOENT') return;
    throw fileTrouble('read the folder', join(stateFolder(), 'drafts'), error);
  }
}
