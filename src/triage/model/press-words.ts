import type { State } from './state.js';

const names = { r: 'reply', n: 'note', u: 'undo', f: 'find', S: 'lists' } as const;

/** How keys are named in a notice: `press r or n`, or, where there is a menu instead, `choose reply or note`. */
export function pressWords(
  { isSpoken = false }: Pick<State, 'isSpoken'>,
  ...keys: readonly (keyof typeof names)[]
): string {
  return isSpoken ? `choose ${keys.map((key) => names[key]).join(' or ')}` : `press ${keys.join(' or ')}`;
}
