import { count, type Flag, text, toggle } from '../../args/flag.js';
import { defineVerb } from '../../args/verb.js';
import { signIn } from './sign-in.js';

const browser: Flag<boolean> = {
  flags: '--no-browser',
  help: 'print the address instead of opening a browser; chosen by itself over SSH',
  initial: true,
};

export const verb = defineVerb({
  details: [
    'Opens your browser, where you sign in as usual; the token comes back to this computer. Over SSH, or with',
    '--no-browser, the address is printed instead: open it anywhere, and forward the port or paste the address you',
    'end up at. With --token a token made elsewhere is read from standard input, or from a hidden prompt.',
    '',
    'Without a URL you sign in again to the server in use. An old sign-in stays valid until the new one works.',
  ].join('\n'),
  arguments: [{ usage: '[url]', help: 'the address of the server; https is meant where it says nothing' }],
  flags: {
    browser,
    web: toggle('--web', 'open a browser even over SSH'),
    token: toggle('--token', 'read a token from standard input or a hidden prompt'),
    port: count('--port <number>', 'listen on this port of 127.0.0.1 instead of any free one'),
    name: text('--name <name>', 'store the server under this name (default: its host)'),
    serviceName: text('--service-name <name>', 'the service name the server must give (default: tracker)'),
    wait: count('--wait <seconds>', 'how long to wait for the browser (default: 300)'),
  },
  examples: [
    { line: 'tracker login https://tracker.example.com', does: 'sign in with the browser' },
    { line: 'tracker login tracker.example.com --no-browser', does: 'on a machine without one' },
    { line: 'tracker login https://tracker.example.com --token < token.txt', does: 'with a token from a file' },
  ],
  run: async (context, [url], flags) => await signIn(context, { ...flags, url }),
});
