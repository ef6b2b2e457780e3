/**
 * The command to sign in again: by instance name, since several may share an address, or by address if no name is known
 * (docs/requirements.md, R22).
 */
export function loginCommand(url: string, name?: string): string {
  // A name edited by hand may contain characters that are special to a shell.
  const isPlain = name !== undefined && /^[a-z0-9][\w.:@-]*$/i.test(name);
  return `tracker login ${isPlain ? `--name ${name}` : url.replace(/\/$/, '')}`;
}
