import { type Flag, text, toggle, value } from '../../args/flag.js';
import { freeText, kind } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { usageError } from '../../errors.js';
import { signIn } from './sign-in.js';

const browser: Flag<boolean> = {
  flags: '--no-browser',
  help: 'print the URL instead of opening a browser (the default over SSH)',
  initial: true,
};

/** What a timer of Node can wait at most (seconds). */
const longestWaitSeconds = 2_147_483;

export const verb = defineVerb({
  details: [
    'Opens your browser, where you sign in as usual; the token is then sent to this computer. Over SSH or with --no-browser, the',
    'URL is printed instead: open it anywhere, and either forward the port or paste the URL you end up at. With --token, an',
    'existing token is read from standard input or a hidden prompt.',
    '',
    'Without a URL, signs in again to the instance in use, as chosen by -I, TRACKER_INSTANCE or .tracker.json, or to the one',
    'given by --name. A different account is stored next to an existing one, unless you name its instance. The new sign-in',
    'becomes the default instance. An earlier sign-in stays valid until the new one works.',
  ].join('\n'),
  prints: 'result',
  arguments: [{ value: kind('url'), isOptional: true, help: 'the URL of the server; https:// may be left out' }],
  flags: {
    browser,
    web: toggle('--web', 'open a browser even over SSH'),
    token: toggle('--token', 'read a token from standard input or a hidden prompt'),
    port: value('--port', 'listen on this port of 127.0.0.1 instead of any free one', {
      value: kind('number'),
      parse: between(1024, 65_535),
    }),
    name: text(
      '--name',
      'sign in to the instance with this name, or store a new one under it (default: its host name)',
      freeText('name'),
    ),
    serviceName: text('--service-name', 'the service name the server must give (default: tracker)', freeText('name')),
    wait: value('--wait', 'how long to wait for the browser (default: 300)', {
      value: kind('seconds'),
      parse: between(1, longestWaitSeconds),
    }),
  },
  examples: [
    { line: 'tracker login https://tracker.example.com', does: 'sign in with the browser' },
    { line: 'tracker login tracker.example.com --no-browser', does: 'sign in on a computer without a browser' },
    { line: 'tracker login https://tracker.example.com --token < token.txt', does: 'use a token from a file' },
  ],
  run: async (context, [url], flags) => await signIn(context, { ...flags, url }),
});

function between(low: number, high: number): (given: string, flag: string) => number {
  return (given, flag) => {
    const number = Number(given);
    if (/^\d{1,16}$/.test(given) && number >= low && number <= high) return number;
    throw usageError(`${flag} takes a whole number from ${low} to ${high}, not ${JSON.stringify(given)}`);
  };
}
