import { refuseTwice } from '../args/flag.js';
import type { Env } from '../config/folders.js';
import type { StoredSettings } from '../config/stored-settings.js';
import { usageError } from '../contract/errors.js';
import { askedFormats, formats } from '../output/formats.js';
import type { OutputChoice } from '../output/show.js';
import type { GlobalValues } from './command-line/global-flags.js';

/**
 * Reads the output flags. Throws a usage error for two formats, for columns with a format that has none, and for either of
 * these in a dry run, which prints requests.
 */
export function chooseOutput(globals: GlobalValues): OutputChoice {
  const chosen = askedFormats.filter((format) => globals[format]);
  const [first, second] = chosen;
  if (first && second) throw usageError(`--${first} and --${second} cannot be used together`);
  const { jq } = globals;
  const data = first ?? (jq === undefined ? undefined : 'jq');
  if (globals.pretty && data) throw usageError(`--pretty and --${data} cannot be used together`);
  if (jq !== undefined && first !== undefined && first !== 'json')
    throw usageError(`--jq and --${first} cannot be used together`);
  const fields = globals.fields ?? [];
  refuseTwice(fields, '--fields');
  const isReference = first !== undefined && formats[first].prints === 'references';
  if (isReference && fields.length > 0)
    throw usageError(`--${first} prints references only and cannot be used with --fields`);
  if (globals.dryRun && isReference) throw usageError('a dry run has no references to print', `leave out --${first}`);
  if (globals.dryRun && fields.length > 0)
    throw usageError('a dry run shows requests, which have no columns to choose', 'leave out --fields');
  return { format: jq === undefined ? (first ?? 'auto') : 'json', fields, jq, pager: globals.pager ?? true };
}

interface ColorChoice {
  readonly when: GlobalValues['color'];
  readonly stored: StoredSettings['color'];
}

/**
 * Decides whether an output is coloured. The first of these that applies wins: `--color`; NO_COLOR, FORCE_COLOR,
 * CLICOLOR_FORCE and TERM; the setting in the config file; whether the output is a terminal.
 */
export function decideColor({ when, stored }: ColorChoice, env: Env, isTerminal: boolean): boolean {
  if (when === 'always') return true;
  if (when === 'never') return false;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  if (env.CLICOLOR_FORCE && env.CLICOLOR_FORCE !== '0') return true;
  if (env.TERM === 'dumb') return false;
  if (when === undefined && stored !== undefined && stored !== 'auto') return stored === 'always';
  return isTerminal;
}

/** Terminals that support links, by the variables they set, with versions in their own notation. */
const openers: readonly ((env: Env) => boolean)[] = [
  ({ TERM_PROGRAM = '' }) => /^(?:iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|Tabby|WarpTerminal)$/i.test(TERM_PROGRAM),
  ({ TERM = '' }) => /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/.test(TERM),
  ({ WT_SESSION, KITTY_WINDOW_ID, DOMTERM }) => Boolean(WT_SESSION || KITTY_WINDOW_ID || DOMTERM),
  ({ VTE_VERSION }) => Number(VTE_VERSION) > 5000,
  ({ KONSOLE_VERSION }) => Number(KONSOLE_VERSION) >= 201200,
];

/**
 * Whether the terminal is known to support links (OSC 8). FORCE_HYPERLINK decides if it is set. Terminal multiplexers are left
 * out: they may drop a link together with its address.
 */
export function opensLinks(env: Env): boolean {
  if (env.ACCESSIBLE) return false;
  if (env.FORCE_HYPERLINK) return env.FORCE_HYPERLINK !== '0';
  if (env.CI || env.TMUX || env.STY || env.TERM === 'dumb') return false;
  return openers.some((isOpener) => isOpener(env));
}
