import type { Context } from '../../args/context.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { instanceAt, looksLikeUrl } from '../../auth/servers.js';
import { TrackerError } from '../../contract/errors.js';
import { quoteTyped } from '../../contract/text/mask-url.js';

export const verb = defineVerb({
  prints: 'result',
  arguments: [{ value: kind('instance', 'name'), help: 'its name in tracker instances list, or its URL' }],
  examples: [
    { line: 'tracker instances use sandbox', does: 'use it for all commands from now on' },
    { line: 'tracker instances use https://tracker.example.com', does: 'choose it by its URL' },
  ],
  run: async (context, [name = '']) => {
    await context.show.expectResult(['default', 'url']);
    const { name: found, url } = await findByNameOrUrl(context, name);
    await context.servers.vault.makeDefault(found);
    const sentence = `${found} (${url}) is now the default instance.`;
    return { is: 'result', sentence, object: { default: found, url }, quiet: found };
  },
});

/** A URL means the instance that `-I` with the same URL would choose. */
async function findByNameOrUrl(context: Context, text: string): Promise<InstanceEntry> {
  const { vault } = context.servers;
  const instances = await vault.instances();
  if (instances.some(({ name }) => name === text) || !looksLikeUrl(text)) return await findInstance(context, text);
  const { entry, known } = await instanceAt(vault, instances, text);
  return known ? entry : await findInstance(context, text);
}

/** The instance with this name. Throws `not_found`, listing the known ones. */
export async function findInstance(context: Context, name: string): Promise<InstanceEntry> {
  const instances = await context.servers.vault.instances();
  const entry = instances.find((each) => each.name === name.trim());
  if (entry) return entry;
  const known = instances.map((each) => each.name).join(', ') || 'none';
  throw new TrackerError('not_found', `there is no instance ${quoteTyped(name, 80)} (known: ${known})`, {
    hint: instances.length === 0 ? 'tracker login URL' : 'tracker instances list',
  });
}
