import { TrackerError } from '../../contract/errors.js';
import { groupedBy } from '../../contract/row.js';

/** What is read of several parts, each of which may fail without the others. */
export function openBlocks() {
  const failures: Failure[] = [];
  let count = 0;
  return {
    /** What a part gives; undefined if it cannot be loaded. */
    async ask<T>(block: string, read: () => Promise<T>): Promise<T | undefined> {
      count += 1;
      return await read().catch((error: unknown) => {
        failures.push([block, error]);
        return undefined;
      });
    },
    /** Error messages by part. */
    errors: (): Readonly<Record<string, string>> =>
      Object.fromEntries(failures.map(([block, error]) => [block, reasonOf(error)])),
    /** One error for all, if any: the common one if all parts failed in the same way, else `partial`. Thrown if nothing was loaded. */
    failure(): unknown {
      const failure = failures.length > 0 ? summarize(failures, count) : undefined;
      if (failure !== undefined && failures.length === count) throw failure;
      return failure;
    },
  };
}

type Failure = readonly [block: string, error: unknown];

function summarize(failures: readonly Failure[], count: number): unknown {
  const [first] = failures;
  const kinds = new Set(failures.map(([, error]) => (error instanceof TrackerError ? error.kind : 'failed')));
  const isSignIn = failures.find(([, error]) => error instanceof TrackerError && error.kind === 'sign_in_required');
  if (isSignIn) return isSignIn[1];
  if (failures.length === count && kinds.size === 1) return first?.[1];
  const byReason = groupedBy(failures, ([, error]) => reasonOf(error));
  const reasons = [...byReason].map(([reason, own]) => `${own.map(([block]) => block).join(', ')}: ${reason}`);
  const hints = failures.flatMap(([, error]) => (error instanceof TrackerError ? (error.hint ?? []) : []));
  return new TrackerError('partial', `could not load ${reasons.join('; ')}`, { hint: hints[0] });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'failed';
}
