import { shellWord } from '../contract/shell-word.js';
import type { Context } from './context.js';

/** The global flags to repeat in a command. */
export function selection({ settings }: Pick<Context, 'settings'>): string {
  const { target, insecureHttp } = settings;
  // TRACKER_URL comes with a token of its own, which -I would not use.
  const isNamed = target.kind === 'named' && target.source !== 'TRACKER_URL';
  return `${isNamed ? `-I ${shellWord(target.text)} ` : ''}${insecureHttp ? '--insecure-http ' : ''}`;
}
