import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Context } from '../../../args/context.js';
import { agentIn } from '../../../config/access.js';
import type { Env } from '../../../config/folders.js';
import { realPath } from '../../../config/leftovers.js';
import type { Settings } from '../../../config/settings.js';
import { ageIn } from '../../../contract/age.js';
import { accessWords } from '../../../contract/allowed.js';
import { attempt, phrase } from '../../../contract/errors.js';
import { maskUrl } from '../../../contract/text/mask-url.js';
import { shellWord } from '../../../contract/text/shell-word.js';
import { quote } from '../../../contract/text/unsafe-characters.js';
import { codeOf } from '../../../disk/file-trouble.js';
import { readRegular } from '../../../disk/read-regular.js';
import { findProxy } from '../../../http/transport/choose.js';
import type { Launch } from '../../../terminal/programs/create-launch.js';
import { broken, type Finding, ok, type Result, remark, warning } from './finding.js';

/** The words that start this program: the Node binary and the script, or the single file that has both. */
type Words = Launch['self'];

/** The oldest Node this program runs on, as in package.json: of Node 20, and of all later ones. */
const firstNodes = ['20.19', '22.3'] as const;

/** Whether this version of Node is new enough, and where it is. */
export function checkNode(version: string, [node = '', script]: Words): Result {
  const first = firstNodes[version.startsWith('20.') ? 0 : 1];
  const isOld = version.localeCompare(first, 'en', { numeric: true }) < 0;
  if (!isOld) return ok(`${version}, ${script === undefined ? 'inside the program' : node}`);
  return broken(`${version} is too old (${node})`, `install Node ${firstNodes.join(', or ')} or newer`);
}

/** How this program was installed, and where it is. */
export function checkInstallation([file = '', script]: Words, env: Env): Result {
  if (script !== undefined) return ok(describePackage(script));
  const name = debianPackage(file);
  if (name !== undefined) return ok(`${file}, from the Debian package ${name}`);
  // install.sh notes which files it installs, with their checksums.
  const noted = linesOf(join(userData(env), 'tracker', 'installed')).map((line) => line.replace(/^\w+ {2}/, ''));
  return ok(`${file}, ${noted.some((each) => realPath(each) === file) ? 'from install.sh' : 'a single file'}`);
}

function debianPackage(file: string): string | undefined {
  const lists = '/var/lib/dpkg/info';
  const names = attempt(() => readdirSync(lists)) ?? [];
  const list = names.find((each) => /^tracker.*\.list$/.test(each) && linesOf(join(lists, each)).includes(file));
  return list && basename(list, '.list');
}

/** Where a package is, from its script, which is in its folder `bin`. */
function describePackage(script: string): string {
  const folder = dirname(dirname(realPath(script)));
  if (existsSync(join(folder, 'src'))) return `${folder}, a checkout`;
  const [, above, place] = /^(.*?)([\\/]_npx[\\/].*|)[\\/]node_modules[\\/]/.exec(folder) ?? [];
  if (above === undefined) return folder;
  if (place !== '') return `${folder}, from npx`;
  return `${folder}, ${existsSync(join(above, 'package.json')) ? 'installed in a project' : 'installed globally'}`;
}

function linesOf(file: string): readonly string[] {
  return attempt(() => readRegular(file).toString('utf8').split('\n')) ?? [];
}

/** The folder for what programs keep for the user who runs them. */
function userData({ XDG_DATA_HOME: folder = '', HOME: home = '/' }: Env): string {
  return isAbsolute(folder) ? folder : join(home, '.local/share');
}

/** Whether output is for screen readers, which nobody finds out in any other way. */
export function checkAccessible({ env, stored }: Pick<Settings, 'env' | 'stored'>): Result {
  if (stored.accessible === 'on') return ok('on, as config.json says');
  return env.ACCESSIBLE ? ok('on') : ok('off; for screen readers: tracker config set accessible on');
}

/** A variable for which every command that reads is refused. */
export function checkVariables({ TRACKER_MAX_AGE: age }: Env): readonly Finding[] {
  if (!age || ageIn(age) !== undefined) return [];
  const why = phrase`TRACKER_MAX_AGE: ${quote(age)} is not an age`;
  return [{ check: 'environment', ...broken(why, 'unset it, or set an age such as 30s, 10m, 1h or 2d') }];
}

/** Which proxy leads to the server; without a server, whether one is set. */
export function checkProxy(env: Env, server: URL | undefined): Result {
  const proxy = findProxy(server ?? new URL('https://tracker.example.com'), env);
  const shown = proxy && maskUrl(proxy);
  if (!server) return ok(shown ?? 'none');
  return ok(`${server.host} is reached ${shown ? `through ${shown}` : 'directly'}`);
}

/** Whether more certificate authorities are set and can be read, and whether certificates are checked at all. */
export function checkCertificates({ NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: rejects }: Env): Result {
  if (rejects === '0') return warning('NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked', 'unset it');
  if (!file) return ok('those that come with Node');
  const remedy = 'set NODE_EXTRA_CA_CERTS to a file of certificates in PEM format, or unset it';
  try {
    if (readRegular(file).includes('-----BEGIN CERTIFICATE-----')) return ok(`also those in ${file}`);
    return broken(`${file} has no certificate in PEM format`, remedy);
  } catch (error) {
    return broken(`${file} cannot be read: ${codeOf(error)}`, remedy);
  }
}

interface Shell {
  /** Files below the home folder. */
  readonly files: readonly string[];
  /** A file below the data folder of the user or the system, and what must be there for it to be loaded. */
  readonly data: string;
  readonly loader?: string;
  readonly install: string;
}

/** Where each shell loads completion from, and how to install it there. */
const shells: Readonly<Record<string, Shell>> = {
  bash: {
    files: ['.bashrc', '.bash_profile'],
    data: 'bash-completion/completions/tracker',
    loader: '/usr/share/bash-completion/bash_completion',
    install: `echo 'eval "$(tracker completion bash)"' >> ~/.bashrc`,
  },
  zsh: {
    files: ['.zshrc'],
    data: 'zsh/vendor-completions/_tracker',
    install: `echo 'eval "$(tracker completion zsh)"' >> ~/.zshrc`,
  },
  fish: {
    files: ['.config/fish/completions/tracker.fish', '.config/fish/config.fish'],
    data: 'fish/vendor_completions.d/tracker.fish',
    install: 'tracker completion fish > ~/.config/fish/completions/tracker.fish',
  },
};

/** Whether the shell seems to load completion. Only a remark: it may come from elsewhere. */
export function checkCompletion(env: Env): Result {
  const name = basename(env.SHELL ?? '');
  const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
  if (!shell || !env.HOME) return ok('not checked in this shell', 'tracker help completion');
  const home = (name === 'zsh' && env.ZDOTDIR) || env.HOME;
  const { files, data, loader = home, install } = shell;
  const inData = existsSync(loader) ? [userData(env), '/usr/share'].map((folder) => join(folder, data)) : [];
  const found = [...files.map((file) => join(home, file)), ...inData].find((file) =>
    attempt(() => readRegular(file).includes('tracker')),
  );
  if (found !== undefined) return ok(`${name} loads it from ${shellWord(found)}`);
  return remark(`not set up for ${name}`, home === env.HOME ? install : install.replace('~', '"$ZDOTDIR"'));
}

/** What this process may do, and why; an agent that may do everything gets the command that has a person approve what it sends. */
export async function checkAccess({ settings }: Pick<Context, 'settings'>): Promise<Result> {
  const { access, env } = settings;
  const agent = agentIn(env);
  const words = `${accessWords(access)}${agent ? `, started by ${agent.name} (${agent.variable})` : ''}`;
  return agent && access.level === 'full'
    ? remark(words, 'to approve what agents send: tracker config set agents propose')
    : ok(words);
}
