/** The data of a new sandbox: a named seed, and a number that varies it. */
export interface SeedChoice {
  readonly name: string;
  readonly number: number;
  /** Whether the number was given explicitly: such data is the same on any day. */
  readonly isFixed: boolean;
}

/** Parses `NAME` or `NAME:NUMBER`. Throws an Error that lists the known names or says what the number must be. */
export function readSeedChoice(text: string, names: readonly string[]): SeedChoice {
  const [name = '', number, ...rest] = text.split(':');
  if (!names.includes(name))
    throw new Error(`there is no seed ${JSON.stringify(name)}; choose from: ${names.join(', ')}`);
  if (number === undefined) return { name, number: 1, isFixed: false };
  if (rest.length > 0 || !/^\d{1,9}$/.test(number)) {
    throw new Error(`${JSON.stringify(text)} is not a seed: write NAME or NAME:NUMBER, for example ${name}:7`);
  }
  return { name, number: Number(number), isFixed: true };
}
