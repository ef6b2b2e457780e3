const cleanUps: (() => void)[] = [];

/** Runs `cleanUp` at the end of the test file. */
export function atEnd(cleanUp: () => void): void {
  cleanUps.push(cleanUp);
}

/** Runs everything that `atEnd` was given; `each-file.ts` calls it. */
export function cleanUpFile(): void {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
}
