/** The environment of the program. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * The prefix of a jq expression that uses the environment: it defines `env` and `$ENV`, because jq in WebAssembly makes up its
 * own. It is a single line, so line numbers stay right. Variables that hold the token of `TRACKER_TOKEN`, and the variable
 * itself, are left out. Empty if the expression does not use the environment.
 */
export function environmentFor(expression: string, env: Env): string {
  if (!/\benv\b|\$ENV\b/.test(expression)) return '';
  const token = env.TRACKER_TOKEN || undefined;
  const shown = Object.entries(env).filter(
    ([name, value = '']) => !/^TRACKER_TOKEN/i.test(name) && (token === undefined || !value.includes(token)),
  );
  return `def env: ${JSON.stringify(Object.fromEntries(shown))}; env as $ENV | `;
}
