import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../errors.js';
import { tellDeleted } from '../tell-deleted.js';
import { findInstance } from './find.js';

export const verb = defineVerb({
  details: 'Only this computer forgets it; the session on the server ends with tracker logout.',
  arguments: [{ usage: '<name>', help: 'its name in tracker instances list' }],
  flags: {},
  examples: [{ line: 'tracker instances remove sandbox --yes', does: 'without being asked' }],
  run: async (context, [name = '']) => {
    const entry = await findInstance(context, name);
    const question = {
      message: `Forget ${entry.name} (${entry.url}) and its token?`,
      instead: 'add --yes',
      signal: context.signal,
    };
    if (!context.settings.yes && !(await context.prompt.confirm(question)))
      throw new TrackerError('interrupted', 'nothing was removed');
    await context.servers.vault.remove(entry);
    await tellDeleted(context, await context.servers.vault.sweep());
    await context.show.result(
      `Forgot ${entry.name} (${entry.url}).`,
      { removed: entry.name, url: entry.url },
      entry.name,
    );
  },
});
