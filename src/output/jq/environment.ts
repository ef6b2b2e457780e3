/** The environment as it is given to the program. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * What stands before a jq expression that uses the environment, so that `env` and `$ENV` are this one: jq in WebAssembly has
 * one of its own making. On one line, so that places keep their numbers. Whatever holds the
 * token of `TRACKER_TOKEN`, and variables named so, are left out. Empty for an expression that does not use it.
 */
export function environmentFor(expression: string, env: Env): string {
  if (!/\benv\b|\$ENV\b/.test(expression)) return '';
  const token = env.TRACKER_TOKEN || undefined;
  const shown = Object.entries(env).filter(
    ([name, value = '']) => !/^TRACKER_TOKEN/i.test(name) && (token === undefined || !value.includes(token)),
  );
  return `def env: ${JSON.stringify(Object.fromEntries(shown))}; env as $ENV | `;
}
