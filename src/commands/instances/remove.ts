import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { forgetAccount } from '../../auth/forget.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { reportDeleted } from '../logout.js';
import { findInstance } from './use.js';

export const verb = defineVerb({
  details: 'Removes the instance from this computer only. To end the session on the server too, use tracker logout.',
  prints: 'result',
  arguments: [{ value: kind('instance', 'name'), help: 'its name in tracker instances list' }],
  examples: [{ line: 'tracker instances remove sandbox --yes', does: 'remove it without confirmation' }],
  run: async (context, [name = '']) => {
    await context.show.expectResult(['removed', 'url']);
    const entry = await findInstance(context, name);
    await confirmOrThrow(context, `Forget ${entry.name} (${entry.url}) and its token?`, 'nothing was removed');
    const { vault } = context.servers;
    const previous = await vault.defaultName();
    const problems = await vault.erasingKeys(() => vault.remove(entry));
    for (const each of problems) await context.show.warn(each);
    await forgetAccount(vault, context.settings.folders, entry);
    const next = await vault.defaultName();
    await reportDeleted(context, await vault.sweep());
    const isMoved = next !== undefined && next !== previous;
    const sentence = `Forgot ${entry.name} (${entry.url})${isMoved ? `; ${next} is now the default instance` : ''}.`;
    return { is: 'result', sentence, object: { removed: entry.name, url: entry.url }, quiet: entry.name };
  },
});
