import type { Context } from '../args/context.js';
import { toggle } from '../args/flag.js';
import { defineVerb } from '../args/verb.js';
import { entriesWithToken, forgetAccount, forgetTokens, type TakenToken, takeTokens } from '../auth/forget.js';
import type { InstanceEntry } from '../auth/instances.js';
import { allDrafts } from '../compose/saved/drafts.js';
import { DamagedFile } from '../config/stored-file.js';
import { accessWords } from '../contract/allowed.js';
import { interruption, undefinedIf, usageError } from '../contract/errors.js';
import { parseServerUrl } from '../contract/server-url.js';
import { isApiKey } from '../http/session.js';
import { nameOf, stateWords } from '../ledger/entry.js';
import { type Speaker, withRest } from '../output/shown.js';

export const verb = defineVerb({
  details: [
    'Always removes the token from this computer, and ends its session on the server if that is possible within 5 seconds. Also',
    'deletes damaged token files that an earlier sign-in set aside.',
  ].join('\n'),
  prints: 'result',
  flags: { all: toggle('--all', 'sign out of every server and remove all tokens') },
  examples: [
    { line: 'tracker logout', does: 'sign out of the server in use' },
    { line: 'tracker logout -I work', does: 'sign out of another one' },
  ],
  run: async (context, _args, { all }) => {
    const { servers, settings, show, signal } = context;
    const { vault } = servers;
    await show.expectResult(['signedOut', 'deleted']);
    const { target } = settings;
    if (all && target.kind === 'named' && target.source === '-I')
      throw usageError('--all and -I cannot be used together', 'tracker logout --help');
    const previous = all ? undefined : await vault.defaultName().catch(() => undefined);
    // If nobody has signed in, there is none, which is not an error.
    const chosen = all ? undefined : await undefinedIf(['sign_in_required'], servers.chosen());
    const entries = all ? await everyEntry(context) : [chosen?.entry ?? []].flat();
    const remove = async (): Promise<void> => {
      if (all) await forgetTokens(settings);
      else for (const entry of entries ?? []) await vault.signOut(entry);
      for (const entry of all ? [undefined] : (entries ?? [])) await forgetAccount(vault, settings.folders, entry);
    };
    const { tokens, deleted, problems, problem } = await takeTokens({ vault, entries: entries ?? [], remove, signal });
    const access = context.settings.access;
    // Nothing is sent if access does not allow it.
    if (access.level === 'full') await endSessions(context, tokens, problem === undefined);
    else if (tokens.length > 0)
      await show.warn(`sessions may still be open on their servers: nothing was sent, since ${accessWords(access)}`);
    for (const each of problems) await show.warn(each);
    if (problem !== undefined) throw problem;
    await warnOfEnvironment(context);
    await reportDeleted(context, deleted);
    const names = tokens.map(({ entry }) => entry.name);
    const result = { signedOut: names, ...(deleted.length > 0 && { deleted }) };
    const none = entries ? 'You were not signed in.' : 'Removed all tokens from this computer.';
    const sentence = tokens.length === 0 ? none : `Signed out of ${listOf(tokens)}.`;
    return await withRest({ is: 'result', sentence, object: result, quiet: names.join('\n') }, async (show) => {
      if (tokens.some(({ entry }) => entry.name === previous)) await moveDefault({ servers, show });
      for (const { entry } of tokens) await sayWhatWaits(context, { show }, entry);
    });
  },
});

/** Says what this account has written that has not been sent: it stays, and nobody else can send it. */
async function sayWhatWaits(context: Context, { show }: Speaker, { name, url, userId }: InstanceEntry): Promise<void> {
  const key = parseServerUrl(url).key;
  const drafts = await allDrafts(context).catch(() => []);
  const own = drafts.filter((draft) => draft.url === key && draft.userId === userId);
  // What waits comes first, then the newest.
  const first = own.find(({ state }) => state === 'waiting') ?? own[0];
  if (!first) return;
  const words = `${nameOf(first)} ${stateWords(first)}`;
  await show.warn(
    own.length === 1
      ? `${words}: it belongs to ${name}, and can be sent once you have signed in again`
      : `${words}, and ${own.length - 1} more: they belong to ${name}, and can be sent once you have signed in again`,
    'tracker drafts list --all',
  );
}

function listOf(tokens: readonly TakenToken[]): string {
  return tokens.map(({ entry: { name, url } }) => `${name} (${url})`).join(', ');
}

/** All instances with a token. Warns and returns undefined if the token file is damaged. */
async function everyEntry({ settings, show }: Context): Promise<readonly InstanceEntry[] | undefined> {
  try {
    return await entriesWithToken(settings);
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    await show.warn(`${settings.credentials.path} is damaged: its sessions cannot be ended on their servers`);
    return undefined;
  }
}

async function endSessions({ servers, show, signal }: Context, tokens: readonly TakenToken[], areRemoved: boolean) {
  const known = tokens.flatMap(({ entry, token }) => (typeof token === 'string' ? [{ entry, token }] : []));
  const keys = known.filter(({ token }) => isApiKey(token));
  if (keys.length > 0) await show.warn(`an API key stays valid until it is revoked in the web app: ${listOf(keys)}`);
  const sessions = known.filter(({ token }) => !isApiKey(token));
  const outcomes = await Promise.allSettled(sessions.map((each) => servers.endSession({ ...each, signal })));
  const open = [
    ...tokens.flatMap(({ entry, token }) => (typeof token === 'string' ? [] : [{ entry, why: messageOf(token) }])),
    ...sessions.flatMap(({ entry }, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'rejected' ? [{ entry, why: messageOf(outcome.reason) }] : [];
    }),
  ];
  if (signal.aborted) {
    const removed =
      areRemoved && tokens.length > 0 ? `removed from this computer: the sign-in to ${listOf(tokens)}; ` : '';
    const urls = open.map(({ entry }) => entry.url).join(', ');
    if (urls !== '') await show.warn(`${removed}sessions may still be open on ${urls}`);
    else if (removed !== '') await show.warn(removed.replace(/; $/, ''));
    throw interruption(signal);
  }
  for (const { entry, why } of open) await show.warn(`the session on ${entry.url} may still be open: ${why}`);
  for (const [index, { entry }] of sessions.entries())
    if (!areRemoved && outcomes[index]?.status === 'fulfilled' && (await servers.vault.isSignedIn(entry)))
      await show.warn(`the session on ${entry.url} has ended, but its token is still on this computer`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Warns about a token from the environment, which this program cannot remove. */
async function warnOfEnvironment({ settings: { env }, show }: Context): Promise<void> {
  const variable = ['TRACKER_TOKEN', 'TRACKER_TOKEN_FILE'].find((each) => env[each]);
  if (variable) await show.warn(`${variable} is set: its token stays valid, here and on its server`);
}

/** The default instance was signed out of: another one takes its place, if there is one. */
async function moveDefault({ servers: { vault }, show }: Pick<Context, 'servers'> & Speaker): Promise<void> {
  const others: string[] = [];
  for (const entry of await vault.instances()) if (await vault.isSignedIn(entry)) others.push(entry.name);
  const [first] = others;
  if (first === undefined) {
    await show.say('You are not signed in to any other server.');
    return;
  }
  await vault.makeDefault(first);
  await show.say(
    others.length === 1
      ? `The default instance is now ${first}.`
      : `The default instance is now ${first}; to switch: tracker instances use NAME (${others.slice(1).join(', ')})`,
  );
}

/** Says which damaged files were deleted along with a sign-in (docs/requirements.md, R23). */
export async function reportDeleted({ show }: Context, files: readonly string[]): Promise<void> {
  for (const file of files) await show.say(`Deleted ${file}, a damaged file with unusable tokens.`);
}
