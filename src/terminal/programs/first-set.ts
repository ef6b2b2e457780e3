/** The first of these command lines that is set; a blank one counts as unset. */
export function firstSet(...lines: readonly (string | undefined)[]): string | undefined {
  return lines.find((line) => line !== undefined && line.trim() !== '')?.trim();
}
