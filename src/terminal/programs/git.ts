/** Why git failed in a folder: in git's words, unless it is simply not in a repository. */
export function gitTrouble(folder: string, stderr: string): string {
  return stderr.includes('not a git repository') || stderr === ''
    ? `${folder} is not in a git repository`
    : `git: ${gitReason(stderr)}`;
}

export function gitReason(stderr: string): string {
  return (
    stderr
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/^(?:fatal|error): /, '')
      .slice(0, 400) || 'unknown error'
  );
}
