import { existsSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import type { Context } from '../../../args/context.js';
import type { Env } from '../../../config/folders.js';
import { attempt, TrackerError } from '../../../contract/errors.js';
import { maskUrl } from '../../../contract/mask-url.js';
import { shellWord } from '../../../contract/shell-word.js';
import { codeOf } from '../../../disk/file-trouble.js';
import { readRegular } from '../../../disk/read-regular.js';
import { findProxy } from '../../../http/transport/choose.js';

/** The result of one check. */
export interface Finding {
  /** What was checked, in one word. */
  readonly check: string;
  /** An error keeps commands from working; a warning does not, and a remark is only an offer. */
  readonly state: 'ok' | 'remark' | 'warning' | 'error';
  /** What was found. Contains no secrets. */
  readonly detail: string;
  /** What to do about it, or the next command to run. */
  readonly remedy?: string | undefined;
}

const findingOf =
  (state: Finding['state']) =>
  (check: string, detail: string, remedy?: string): Finding => ({ check, state, detail, remedy });

export const [ok, warning, broken] = [findingOf('ok'), findingOf('warning'), findingOf('error')] as const;

/** What went wrong, in the words of the command that would have failed. A missing sign-in is only a warning. */
export function failed(check: string, error: unknown): Finding {
  if (!(error instanceof TrackerError)) throw error;
  const isSignedOut = error.kind === 'sign_in_required' && error.status === undefined;
  return (isSignedOut ? warning : broken)(check, error.message, error.hint);
}

/** Runs a check, and makes what it throws its result. */
export async function checking(check: string, work: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    // Not JSON.
    return error instanceof SyntaxError ? broken(check, 'the response cannot be read') : failed(check, error);
  }
}

/** The folder for what programs keep for the user who runs them. */
export function userData({ XDG_DATA_HOME: folder = '', HOME: home = '/' }: Env): string {
  return isAbsolute(folder) ? folder : join(home, '.local/share');
}

/** Which proxy leads to the server; without a server, whether one is set. */
export async function checkProxy({ settings: { env } }: Context, server: URL | undefined): Promise<Finding> {
  return await checking('proxy', () => {
    const target = server ?? new URL('https://tracker.example.com');
    const proxy = findProxy(target, env);
    const shown = proxy && maskUrl(proxy);
    if (!server) return ok('proxy', shown ?? 'none');
    return ok('proxy', `${server.host} is reached ${shown ? `through ${shown}` : 'directly'}`);
  });
}

/** Whether more certificate authorities are set and can be read, and whether certificates are checked at all. */
export function checkCertificates({ settings: { env } }: Context): Finding {
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: rejects } = env;
  if (rejects === '0')
    return warning('certificates', 'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked', 'unset it');
  if (!file) return ok('certificates', 'those that come with Node');
  const remedy = 'set NODE_EXTRA_CA_CERTS to a file of certificates in PEM format, or unset it';
  try {
    if (readRegular(file).includes('-----BEGIN CERTIFICATE-----')) return ok('certificates', `also those in ${file}`);
    return broken('certificates', `${file} has no certificate in PEM format`, remedy);
  } catch (error) {
    return broken('certificates', `${file} cannot be read: ${codeOf(error)}`, remedy);
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
export function checkCompletion({ settings: { env } }: Context): Finding {
  const name = basename(env.SHELL ?? '');
  const shell = Object.hasOwn(shells, name) ? shells[name] : undefined;
  if (!shell || !env.HOME) return ok('completion', 'not checked in this shell', 'tracker help completion');
  const home = env.HOME;
  const { files, data, loader = home, install } = shell;
  const inData = existsSync(loader) ? [userData(env), '/usr/share'].map((folder) => join(folder, data)) : [];
  const found = [...files.map((file) => join(home, file)), ...inData].find((file) =>
    attempt(() => readRegular(file).includes('tracker')),
  );
  if (found !== undefined) return ok('completion', `${name} loads it from ${shellWord(found)}`);
  return findingOf('remark')('completion', `not set up for ${name}`, install);
}
