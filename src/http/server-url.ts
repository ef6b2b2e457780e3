/**
 * Whether a path has a `.` or `..` segment, including those that only a server would see: percent-encoded once or several
 * times, or separated by an encoded slash or a backslash, which `URL` does not change (docs/requirements.md, R29 and R34).
 */
export function climbs(path: string): boolean {
  const decoded = path.replace(/%(?:25)*(2e|2f|5c)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return decoded.split(/[/\\]/).some((step) => step === '.' || step === '..');
}
