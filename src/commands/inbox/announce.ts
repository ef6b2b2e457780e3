import type { Context } from '../../args/context.js';
import { isTokenFromPipe } from '../../auth/tokens/token-file.js';
import type { Client } from '../../client/client.js';
import type { Env } from '../../config/folders.js';
import { accountVariable } from '../../config/settings.js';
import { TrackerError } from '../../contract/errors.js';
import { type Row, textOf, titleOf } from '../../contract/row.js';
import { cleanLine } from '../../contract/text/unsafe-characters.js';
import { identify } from '../../output/columns/identity.js';
import { toJson } from '../../output/data/json.js';
import type { ListData } from '../../output/shown.js';
import type { Setting } from '../../output/view.js';
import { nameOf } from '../../references/find-entity.js';
import { terminalNotification } from '../../terminal/programs/notifier.js';
import { personName } from '../../views/cells/people.js';

interface AnnounceOptions {
  readonly exec: string | undefined;
  readonly bell: boolean;
  readonly notify: 'auto' | 'always' | 'never';
}

export function createAnnouncer(context: Context, client: Client, { exec, bell, notify }: AnnounceOptions) {
  const { io, settings } = context;
  const terminal = [io.stdout, io.stderr].find(({ isTerminal }) => isTerminal);
  const isNotifying = notify === 'always' || (notify === 'auto' && io.stdout.isTerminal && !settings.env.CI);
  let commands = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  return {
    /** Announces the rows of a page; their commands run later, one after another. Throws if an earlier command could not be run. */
    async announce({ rows, setting }: ListData): Promise<void> {
      if (failure) throw failure.error;
      if (bell) await terminal?.write('\u0007');
      for (const row of rows) {
        if (isNotifying) await notifyOf(context, terminal, row, setting);
        if (exec === undefined) continue;
        const run = (): Promise<void> => execFor(context, client, exec, { row, setting });
        commands = commands.then(run).catch((error: unknown) => {
          failure ??= { error };
        });
      }
    },
    /** Waits until all commands have run. Throws if one of them could not. */
    async finish(): Promise<void> {
      await commands;
      if (failure) throw failure.error;
    },
  };
}

/** Shows a notification by the terminal, if it is known to, or else on the desktop. */
async function notifyOf(
  { launch, settings }: Context,
  terminal: { readonly write: (text: string) => Promise<void> } | undefined,
  row: Row,
  { people }: Setting,
): Promise<void> {
  const actor = cleanLine(personName(people, textOf(row.actorId)));
  const [title, text] = [`tracker${actor === '' ? '' : `, ${actor}`}`, cleanLine(titleOf(row))];
  const shown = terminal && terminalNotification(settings.env, title, text);
  if (shown === undefined) launch.notify(title, text);
  else await terminal?.write(shown);
}

/** Runs the command for one notification. What it says goes to the environment and to its input, never into the command. */
async function execFor(
  { launch, settings, show, signal }: Context,
  client: Client,
  script: string,
  { row, setting }: { readonly row: Row; readonly setting: Setting },
): Promise<void> {
  const [type, id] = [textOf(row.entityType) ?? '', textOf(row.entityId) ?? ''];
  const { ref } = type === '' || id === '' ? { ref: '' } : await nameOf(client, type, id);
  const words = {
    TRACKER_ID: textOf(row.id) ?? '',
    TRACKER_KIND: textOf(row.kind) ?? '',
    TRACKER_REF: ref,
    TRACKER_TITLE: titleOf(row),
    TRACKER_LINK: webAddress(textOf(row.url), client.base),
  };
  const input = `${toJson(identify(row, setting.people))}\n`;
  const code = await launch.feed({
    script,
    input,
    env: scriptEnvironment(client, settings.env, words),
    signal,
    terminate: settings.processes.terminate,
  });
  if (signal.aborted && signal.reason instanceof TrackerError) throw signal.reason;
  if (code !== 0) await show.warn(`the --exec command exited with ${code} for ${ref || words.TRACKER_ID}`);
}

/** The environment of a script of the user's, with what these variables say. */
export function scriptEnvironment(client: Client, env: Env, words: Readonly<Record<string, string>>): Env {
  // Commands write them to terminals and log files, where text of others must not drive anything (docs/requirements.md, R36).
  const own = Object.entries(words).map(([name, text]) => [name, cleanLine(text).slice(0, longest)]);
  return { ...env, ...ownAccount(client, env), ...Object.fromEntries(own) };
}

/**
 * What makes a command of tracker's in the script use this account of this server. No token goes there that was not for it, and one
 * from a pipe cannot be read again (docs/requirements.md, R97).
 */
function ownAccount({ base, instanceName, givenToken }: Client, env: Env): Env {
  const server = { TRACKER_URL: base.href.replace(/\/$/, '') };
  if (givenToken === undefined)
    return { ...server, [accountVariable]: instanceName, TRACKER_TOKEN: '', TRACKER_TOKEN_FILE: '' };
  return isTokenFromPipe(env) ? { ...server, TRACKER_TOKEN: givenToken } : server;
}

/** The longest variable (characters); systems refuse to start a command with one over 128 kB. The input has the whole text. */
const longest = 10_000;

/** The page of a notification; empty unless it is an http address. */
export function webAddress(path: string | undefined, base: URL): string {
  if (path === undefined || !URL.canParse(path, base.href)) return '';
  const url = new URL(path, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : '';
}
