import { choice, type Flag, numberIn, text, toggle, value } from '../../args/flag.js';
import { freeText, kind, oneOf } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { isSshSession } from '../../auth/login/mode.js';
import { accessLevels } from '../../contract/allowed.js';
import { usageError } from '../../contract/errors.js';
import { chooseMode, flagsOfModes, loginMode, type ModeTable, signIn } from './sign-in.js';

/** What a timer of Node can wait at most (seconds). */
const longestWaitSeconds = 2_147_483;

/** For modes that wait for the login page. */
const waiting = {
  port: value('--port', 'listen on this port of 127.0.0.1 instead of any free one', {
    value: kind('number'),
    parse: numberIn(1024, 65_535),
  }),
  wait: value('--wait', 'how long to wait for the browser (default: 300)', {
    value: kind('seconds'),
    parse: numberIn(1, longestWaitSeconds),
  }),
};

const noBrowser: Flag<boolean> = {
  flags: '--no-browser',
  help: 'print the URL instead of opening a browser (the default over SSH)',
  initial: true,
};

/** The ways to sign in, by preference. Flags, help, completion and contradictions are derived from this table. */
export const modes = {
  address: loginMode({
    flags: { browser: noBrowser, ...waiting },
    applies: isSshSession,
    load: async () => (await import('../../auth/login/browser.js')).address,
  }),
  browser: loginMode({
    flags: { web: toggle('--web', 'open a browser even over SSH'), ...waiting },
    applies: () => true,
    load: async () => (await import('../../auth/login/browser.js')).browser,
  }),
  token: loginMode({
    flags: { token: toggle('--token', 'read a token from standard input or a hidden prompt') },
    applies: () => false,
    load: async () => (await import('../../auth/login/token-mode.js')).token,
  }),
} satisfies ModeTable;

export const verb = defineVerb({
  details: [
    'Opens your browser, where you sign in as usual; the token is then sent to this computer. Over SSH or with --no-browser, the',
    'URL is printed instead: open it anywhere, and either forward the port or paste the URL you end up at. With --token, an',
    'existing token is read from standard input or a hidden prompt.',
    '',
    'Without a URL, signs in again to the instance in use, as chosen by -I, TRACKER_INSTANCE or .tracker.json, or to the one',
    'given by --name. A different account is stored next to an existing one, unless you name its instance. The new sign-in',
    'becomes the default instance. An earlier sign-in stays valid until the new one works.',
    '',
    'With --access, the sign-in allows no more than that until you sign in again at a terminal with another --access.',
  ].join('\n'),
  prints: 'result',
  arguments: [{ value: kind('url'), isOptional: true, help: 'the URL of the server; https:// may be left out' }],
  flags: {
    ...flagsOfModes(modes),
    name: text(
      '--name',
      'sign in to the instance with this name, or store a new one under it (default: its host name)',
      freeText('name'),
    ),
    access: choice(
      '--access',
      'what this sign-in allows: full, propose (a person decides what is sent) or read',
      oneOf('level', accessLevels),
    ),
    serviceName: text('--service-name', 'the service name the server must report (default: tracker)', freeText('name')),
  },
  examples: [
    { line: 'tracker login https://tracker.example.com', does: 'sign in with the browser' },
    { line: 'tracker login tracker.example.com --no-browser', does: 'sign in on a computer without a browser' },
    { line: 'tracker login https://tracker.example.com --token < token.txt', does: 'use a token from a file' },
  ],
  run: async (context, [address], values) => {
    const url = address?.trim();
    const mode = chooseMode(modes, values, context.settings.env);
    if (url !== undefined) refuseTokenAsUrl(url, mode === modes.token);
    return await signIn(context, {
      url,
      name: values.name?.trim(),
      serviceName: values.serviceName,
      access: values.access,
      mode,
      values,
    });
  },
});

/** A name without a dot, such as `tracker`, is rarely longer (characters). */
const longestShortName = 24;

/**
 * With `--token SECRET`, the secret would be taken for an address and sent to the name server. What can hardly be an address
 * is refused before anything is sent, and never printed (docs/requirements.md, R12).
 */
function refuseTokenAsUrl(text: string, isTokenMode: boolean): void {
  // A name and password are refused later, with an error of their own.
  const address = text.replace(/^[^/?#]*@/, '');
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(address)?.[1] ?? '';
  const isAddress =
    /^https?:\/\//i.test(text) ||
    /^(localhost|\[[0-9a-f:]+\]|\d{1,3}(\.\d{1,3}){3})$/i.test(host) ||
    (/^[a-z0-9-]{1,40}(\.[a-z0-9-]{1,40})*\.[a-z][a-z0-9-]{1,20}$/.test(host) && host.length <= 100);
  if (isAddress) return;
  // Without --token, it may be the short name of a nearby host, or a name in capitals.
  if (!isTokenMode && (/[.:/]/.test(text) || text.length <= longestShortName)) return;
  throw usageError(
    isTokenMode ? '--token takes no value, and what follows it is not an address' : 'that is not a server address',
    'pipe the token in: tracker login URL --token < FILE',
  );
}
