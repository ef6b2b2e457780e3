/**
 * The command that signs in again: to the instance of this name, since several may share an address, or to the address
 * where no name is known (docs/requirements.md, R22).
 */
export function loginCommand(url: string, name?: string): string {
  // A name written by hand may hold what a shell reads as something else.
  const isPlain = name !== undefined && /^[a-z0-9][\w.:@-]*$/i.test(name);
  return `tracker login ${isPlain ? `--name ${name}` : url.replace(/\/$/, '')}`;
}
