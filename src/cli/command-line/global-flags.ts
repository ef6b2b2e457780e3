import { choice, type Flag, type FlagTable, names, text, toggle, value } from '../../args/flag.js';
import { freeText, kind, oneOf } from '../../args/value.js';
import { usageError } from '../../contract/errors.js';
import { type AskedFormat, askedFormats, formats } from '../../output/formats.js';

/** A flag that is on unless negated. */
const negated = (flags: string, help: string): Flag<boolean> => ({ flags, help, initial: true });

/** A flag that may be repeated with the same value, as shell aliases do. */
const again = <T>(flag: Flag<T>): Flag<T> => ({ ...flag, mayRepeat: true });

const { quiet, ...dataFormats } = Object.fromEntries(
  askedFormats.map((name) => [name, toggle(formats[name].flags, formats[name].help)]),
) as Record<AskedFormat, Flag<boolean>>;

/** The flags every command takes, before or after the noun, or after the verb. */
export const globalFlags = {
  instance: again(
    value('-I, --instance', 'use this server instead of the default one', {
      value: kind('instance', 'name|url'),
      parse: parseInstance,
    }),
  ),
  ...dataFormats,
  fields: names(
    '--fields',
    'exactly these columns, in this order; dotted paths reach into the JSON',
    kind('columns', 'a,b.c'),
  ),
  jq: text('--jq', 'filter the JSON with a jq expression; strings are printed raw', freeText('expression')),
  quiet,
  teamOnly: toggle('--team-only', 'leave out what customers wrote; subjects are marked'),
  input: negated('--no-input', 'never prompt; fail if a prompt would be needed'),
  yes: toggle('-y, --yes', 'answer yes to every confirmation'),
  dryRun: toggle('-n, --dry-run', 'say what would change and show the requests, without sending them'),
  readOnly: toggle('--read-only', 'send nothing that would change anything'),
  offline: toggle('--offline', 'send nothing; show what was read before'),
  maxAge: again(text('--max-age', 'show what was read within this time, without asking the server', kind('age'))),
  refresh: toggle('--refresh', 'ask the server, even if max-age is set'),
  queue: toggle('--queue', 'if the server cannot be reached, keep the command and send it later'),
  mayQueue: negated('--no-queue', 'fail instead of queuing, even if the setting queue is on'),
  accessible: again(
    toggle('--accessible', 'print for screen readers: rows as labelled lines, nothing cut, nothing redrawn'),
  ),
  color: again(
    choice(
      '--color',
      'auto, always or never; in a pipe only with --pretty',
      oneOf('when', ['auto', 'always', 'never']),
    ),
  ),
  pretty: toggle('--pretty', 'print what a terminal would show, even in a pipe'),
  pager: negated('--no-pager', 'never use a pager'),
  timeout: again(
    value('--timeout', 'give up if the server is silent for this long (default 30)', {
      value: kind('seconds'),
      parse: parseSeconds,
    }),
  ),
  insecureHttp: toggle('--insecure-http', 'allow plain http to another computer'),
  debug: toggle('--debug', 'log requests and timings to stderr, with secrets masked'),
} satisfies FlagTable;

/** The flags that Commander adds, which every command answers without running. */
export const addedFlags = {
  help: toggle('-h, --help', 'show help'),
  version: toggle('-V, --version', 'print the version'),
} satisfies FlagTable;

/** Only `tracker` itself has this flag. */
export const licensesFlag = toggle('--licenses', 'print the licences of everything inside');

/** In a script, an empty one is a variable that was not set; the default server is not what was meant. */
function parseInstance(given: string, flag: string): string {
  if (given.trim() === '') throw usageError(`${flag} cannot be empty`);
  return given;
}

const mostSeconds = 86_400;

function parseSeconds(given: string, flag: string): number {
  const seconds = Number(given);
  if (seconds > mostSeconds)
    throw usageError(`${flag} takes at most ${mostSeconds} seconds, not ${JSON.stringify(given)}`);
  if (/^\d+(\.\d+)?$/.test(given) && seconds > 0) return seconds;
  throw usageError(`${flag} takes a number of seconds above 0, not ${JSON.stringify(given)}`);
}

/** The values of the global flags; undefined if a flag was not given. */
export type GlobalValues = {
  readonly [K in keyof typeof globalFlags]?: (typeof globalFlags)[K] extends Flag<infer T> ? T : never;
};
