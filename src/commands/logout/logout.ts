import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import type { InstanceEntry } from '../../auth/instances.js';
import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';

export const verb = defineVerb({
  details:
    'Ends the session on the server where that can be done, and removes its token from this computer in any case.',
  flags: { all: toggle('--all', 'sign out of every server') },
  examples: [
    { line: 'tracker logout', does: 'sign out of the server in use' },
    { line: 'tracker logout -I work', does: 'sign out of another one' },
  ],
  run: async (context, _args, { all }) => {
    const entries = all ? await context.servers.vault.instances() : await chosenEntry(context);
    const signedIn: InstanceEntry[] = [];
    for (const entry of entries) if (await context.servers.vault.token(entry)) signedIn.push(entry);
    for (const entry of signedIn) await signOut(context, entry);
    const names = signedIn.map(({ name }) => name);
    const where = signedIn.map(({ name, url }) => `${name} (${url})`).join(', ');
    const sentence = signedIn.length === 0 ? 'You were not signed in.' : `Signed out of ${where}.`;
    await context.show.result(sentence, { signedOut: names }, names.join('\n'));
  },
});

/** The instance to sign out of; none when nobody ever signed in, which is no error. */
async function chosenEntry(context: Context): Promise<readonly InstanceEntry[]> {
  try {
    return [(await context.servers.chosen()).entry];
  } catch (error) {
    if (error instanceof TrackerError && error.kind === 'sign_in_required') return [];
    throw error;
  }
}

async function signOut(context: Context, entry: InstanceEntry): Promise<void> {
  try {
    await context.servers.endSession(entry);
  } catch (error) {
    if (context.signal.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    await context.show.warn(`the session on ${entry.url} may still be open: ${why}`);
  }
  await context.servers.vault.signOut(entry);
}
