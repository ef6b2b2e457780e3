import { toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { entriesWithToken, forgetTokens } from '../../auth/forget.js';
import type { InstanceEntry } from '../../auth/instances.js';
import { DamagedFile } from '../../config/stored-file.js';
import type { Context } from '../../context.js';
import { TrackerError } from '../../errors.js';
import { tellDeleted } from '../tell-deleted.js';

export const verb = defineVerb({
  details: [
    'Ends the session on the server where that can be done, and removes its token from this computer in any case. Damaged',
    'files of tokens that a sign-in has kept aside are deleted too.',
  ].join('\n'),
  flags: { all: toggle('--all', 'sign out of every server, and forget every token') },
  examples: [
    { line: 'tracker logout', does: 'sign out of the server in use' },
    { line: 'tracker logout -I work', does: 'sign out of another one' },
  ],
  run: async (context, _args, { all }) => {
    const { vault } = context.servers;
    const entries = all ? await everyEntry(context) : await chosenEntry(context);
    const signedIn: InstanceEntry[] = [];
    for (const entry of entries ?? []) if (await vault.token(entry)) signedIn.push(entry);
    for (const entry of signedIn) await signOut(context, entry);
    if (all) await forgetTokens(context.settings);
    const deleted = await vault.sweep();
    await warnOfEnvironment(context);
    await tellDeleted(context, deleted);
    const names = signedIn.map(({ name }) => name);
    const result = { signedOut: names, ...(deleted.length > 0 && { deleted }) };
    const where = signedIn.map(({ name, url }) => `${name} (${url})`).join(', ');
    const none = entries ? 'You were not signed in.' : 'Every token is gone from this computer.';
    await context.show.result(where === '' ? none : `Signed out of ${where}.`, result, names.join('\n'));
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

/** All instances with a token; undefined, with a warning, where the file of tokens is damaged. */
async function everyEntry({ settings, show }: Context): Promise<readonly InstanceEntry[] | undefined> {
  try {
    return await entriesWithToken(settings);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    await show.warn(`${settings.credentials.path} is damaged: its sessions cannot be ended on their servers`);
    return undefined;
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

/** A token of the environment is not this program's to remove. */
async function warnOfEnvironment({ settings: { env }, show }: Context): Promise<void> {
  const variable = ['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'].find((each) => env[each]);
  if (variable) await show.warn(`${variable} is set: its token stays in force, here and on its server`);
}
