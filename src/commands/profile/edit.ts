import type { Context } from '../../args/context.js';
import { text } from '../../args/flag.js';
import { isNone, kind, pipedText } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import { orElse, phrase, usageError } from '../../contract/errors.js';
import type { ProfilePatch } from '../../contract/shapes/session.js';
import { capitalized, withoutStop } from '../../output/text/sentence.js';

export const verb = defineVerb({
  details: 'You can only change your own profile. Servers may limit the length of a name.',
  prints: 'result',
  flags: {
    name: text('--name', 'your display name', pipedText('line')),
    image: text('--image', 'the URL of your picture; none removes it', kind('url')),
  },
  examples: [
    { line: 'tracker profile edit --name "Mara Lindqvist"', does: 'change your name' },
    { line: 'tracker profile edit --image none', does: 'remove your picture' },
  ],
  writes: ['PATCH /me/profile'],
  run: async (context, _args, given) => {
    const patch = toPatch(given.name, given.image);
    const client = await context.client();
    const isStored = await holds(client, patch);
    const reply = await client.write('PATCH /me/profile', { body: patch, isStored });
    if (!reply) return undefined;
    const user = reply.user ?? {};
    if (user.name) await rememberName(context, client, { id: user.id, name: user.name });
    const picture = patch.image === undefined ? undefined : patch.image === null ? 'removed' : 'changed';
    const changes = [
      ...(patch.name === undefined ? [] : [nameWords(patch.name, user.name ?? patch.name)]),
      ...(picture ? [`${picture} your picture`] : []),
    ];
    const sentence = phrase`${capitalized(withoutStop(changes.join(' and ')))}.`;
    return { is: 'result', sentence, object: reply, quiet: user.id ?? '' };
  },
});

/** What became of the name. A server may have another one than was asked for, such as the one before. */
function nameWords(asked: string, stored: string): string {
  return stored === asked
    ? `changed your name to ${asked}`
    : `asked for the name ${asked}, and the server has ${stored}`;
}

/** Updates the name that `instances list` shows. A failure is only a warning, because the profile has been changed. */
async function rememberName(
  context: Context,
  { instanceName, userId }: Client,
  { id, name }: { readonly id: unknown; readonly name: string },
): Promise<void> {
  if (userId === undefined || id !== userId) return;
  const renamed = context.servers.vault.renameUser({ name: instanceName, userId }, name);
  const what = 'your profile was changed, but the new name could not be saved on this computer';
  await orElse(renamed, async ({ message, hint }) => await context.show.warn(phrase`${what}: ${message}`, hint));
}

/** Whether the profile is so already, as far as it can be read. */
async function holds(client: Client, patch: ProfilePatch): Promise<boolean> {
  const me = await orElse(client.call('GET /me'), () => undefined);
  return me !== undefined && Object.entries(patch).every(([field, given]) => (me.user?.[field] ?? null) === given);
}

function toPatch(name: string | undefined, image: string | undefined): ProfilePatch {
  if (name === undefined && image === undefined) throw usageError('nothing to change; use --name or --image');
  if (name?.trim() === '') throw usageError('--name cannot be empty');
  if (image?.trim() === '') throw usageError('--image cannot be empty', 'use --image none to remove the picture');
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(image !== undefined && { image: isNone(image.trim()) ? null : image.trim() }),
  };
}
