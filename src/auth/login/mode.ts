import type { Settings } from '../../config/settings.js';
import type { Sentence } from '../../contract/errors.js';
import type { ServerUrl } from '../../contract/server-url.js';
import type { Launch } from '../../terminal/programs/create-launch.js';
import type { Prompt } from '../../terminal/prompt/prompt.js';
import type { Io } from '../../terminal/streams/io.js';
import type { ReceivedToken } from '../callback/pasted.js';
import type { Servers } from '../servers.js';

/** What a mode may use to get a token. */
export interface LoginHost {
  readonly io: Pick<Io, 'stdin' | 'stderr' | 'fullScreen'>;
  readonly settings: Settings;
  readonly servers: Servers;
  readonly prompt: Prompt;
  readonly launch: Launch;
  /** Writes a sentence to stderr, wrapped at words on a terminal. */
  readonly say: (sentence: Sentence) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The server to sign in to, which has been probed. */
export interface LoginTarget {
  readonly server: ServerUrl;
  /** The command that signs in to it, such as `tracker login https://tracker.example.com`. */
  readonly again: string;
}

/** A way to get a token from a server. `values` are those of its flags. */
export interface LoginMode<V = unknown> {
  signIn(host: LoginHost, target: LoginTarget, values: V): Promise<ReceivedToken>;
}

/** Whether this is an SSH session, in which a browser would open on the wrong machine (docs/api.md, Authentication 6). */
export function isSshSession(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY);
}
