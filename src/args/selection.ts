import { leaveOffline, type Settings } from '../config/settings.js';
import { shellWord } from '../contract/text/shell-word.js';
import type { Context } from './context.js';

/** The global flags to repeat in a command. */
export function selection({ settings }: Pick<Context, 'settings'>): string {
  const { target, insecureHttp } = settings;
  // TRACKER_URL comes with a token of its own, which -I would not use.
  const isNamed = target.kind === 'named' && target.source !== 'TRACKER_URL';
  return `${isNamed ? `-I ${shellWord(target.text)} ` : ''}${insecureHttp ? '--insecure-http ' : ''}`;
}

/** A command that asks the server, with the words of one that does not. */
export function onlineLine(settings: Pick<Settings, 'env'>, argv: readonly string[]): string {
  const unset = leaveOffline(settings).startsWith('unset') ? 'TRACKER_OFFLINE=0 ' : '';
  const words = argv.filter((word) => word !== '--offline').map(shellWord);
  return `${unset}tracker ${words.join(' ')}`;
}
