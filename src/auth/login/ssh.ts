/** Whether this is an SSH session, in which a browser would open on the wrong machine (docs/api.md, Authentication 6). */
export function isSshSession(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY);
}

/** The command that makes the callback's port reachable from the machine the browser runs on. */
export function sshForwardLine(port: number, host: string): string {
  return `ssh -L ${port}:127.0.0.1:${port} ${host}`;
}
