import type { Seen } from './lock-file.js';
import { hasEnded, type Processes } from './processes.js';
import type { ProcessSpace } from './space.js';

/** How long a lock file may stay unchanged before its owner counts as dead (milliseconds). */
const stillMs = {
  /** One that its owner may still be writing. */
  unwritten: 2_000,
  /** One whose owner cannot be checked: in another container, on another computer, or unreadable. Owners touch it every second. */
  foreign: 4_000,
  /** One whose owner exists but is stopped, as after Ctrl-Z. */
  stopped: 10_000,
};

/** Decides whether the owner of a lock file is dead. It measures time with a monotonic clock. */
export type Judge = (file: string, seen: Seen) => boolean;

export function createJudge(processes: Processes, space: ProcessSpace): Judge {
  const watched = new Map<string, { readonly key: string; readonly since: number }>();
  const unchangedMs = (file: string, key: string): number => {
    const now = performance.now();
    const before = watched.get(file);
    if (before?.key === key) return now - before.since;
    watched.set(file, { key, since: now });
    return 0;
  };
  return (file, { key, text }) => {
    const still = unchangedMs(file, key);
    if (text?.endsWith('\n') === false) return still > stillMs.unwritten;
    const [, id, startedAt, there] = /^(\d+) (\S*)(?: (\S+) \S+)?\n$/.exec(text ?? '') ?? [];
    const isOwnSpace = space.isSeen && (there ?? space.name) === space.name;
    if (id === undefined || !isOwnSpace) return still > stillMs.foreign;
    return still > stillMs.stopped || hasEnded(processes, Number(id), startedAt ?? '');
  };
}
