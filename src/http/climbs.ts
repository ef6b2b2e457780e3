/**
 * Whether a path has a step `.` or `..`, also one that only a server sees: written in percent-encoding, once or more often, or
 * divided by an encoded slash or a backslash, which `URL` leaves as they are (docs/requirements.md, R29 and R34).
 */
export function climbs(path: string): boolean {
  const decoded = path.replace(/%(?:25)*(2e|2f|5c)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return decoded.split(/[/\\]/).some((step) => step === '.' || step === '..');
}
