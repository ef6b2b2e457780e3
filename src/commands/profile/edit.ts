import { text } from '../../args/flag.js';
import { kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import type { Client } from '../../client/client.js';
import type { Context } from '../../context.js';
import type { ProfilePatch } from '../../contract/session.js';
import { TrackerError, usageError } from '../../errors.js';

export const verb = defineVerb({
  details: 'Everybody may change their own profile, and nobody that of others. Servers may limit the length of a name.',
  prints: 'result',
  flags: {
    name: text('--name', 'your name as others see it', kind('text')),
    image: text('--image', 'the address of your picture; none takes it away', kind('url')),
  },
  examples: [
    { line: 'tracker profile edit --name "Mara Lindqvist"', does: 'another name' },
    { line: 'tracker profile edit --image none', does: 'no picture' },
  ],
  writes: true,
  run: async (context, _args, { name, image }) => {
    const patch = toPatch(name, image);
    const client = await context.client();
    const reply = await client.write('PATCH /me/profile', { body: patch });
    if (!reply) return;
    const user = reply.user ?? {};
    if (user.name) await rememberName(context, client, { id: user.id, name: user.name });
    const told = [
      patch.name !== undefined && `you are now called ${user.name ?? patch.name}`,
      patch.image !== undefined && (patch.image === null ? 'your picture is gone' : 'your picture is changed'),
    ].filter((each) => each !== false);
    const sentence = told.join(', and ');
    await context.show.result(
      `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}.`,
      reply,
      user.id ?? '',
    );
  },
});

/** `instances list` shows the name as it was at the sign-in. What was changed stays changed whether it can be stored or not. */
async function rememberName(
  context: Context,
  { instanceName, userId }: Client,
  { id, name }: { readonly id: unknown; readonly name: string },
): Promise<void> {
  if (userId === undefined || id !== userId) return;
  try {
    await context.servers.vault.renameUser({ name: instanceName, userId }, name);
  } catch (error) {
    if (!(error instanceof TrackerError) || error.kind === 'interrupted') throw error;
    await context.show.warn(
      `your profile was changed, but this computer keeps the old name: ${error.message}`,
      error.hint,
    );
  }
}

function toPatch(name: string | undefined, image: string | undefined): ProfilePatch {
  if (name === undefined && image === undefined) throw usageError('nothing to change: give --name or --image');
  if (name?.trim() === '') throw usageError('--name: a name cannot be empty');
  if (image?.trim() === '') throw usageError('--image is empty; --image none takes the picture away');
  return { ...(name !== undefined && { name: name.trim() }), ...(image !== undefined && { image: imageOf(image) }) };
}

function imageOf(given: string): string | null {
  return given.trim().toLowerCase() === 'none' ? null : given.trim();
}
