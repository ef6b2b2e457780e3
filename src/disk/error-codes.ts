/** The codes of an error, of an AggregateError's errors, and of their causes. */
export function codesOf(error: unknown): readonly string[] {
  return errorsIn(error).flatMap((each) => ('code' in each && typeof each.code === 'string' ? [each.code] : []));
}

/** An error, an AggregateError's errors, and their causes. */
export function errorsIn(error: unknown, depth = 0): readonly Error[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const gathered = error instanceof AggregateError ? error.errors.flatMap((each) => errorsIn(each, depth + 1)) : [];
  return [error, ...gathered, ...errorsIn(error.cause, depth + 1)];
}
