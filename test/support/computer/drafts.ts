import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';

/** A draft on disk. */
export interface KeptDraft {
  readonly id: string;
  readonly path: string;
  /** The permission bits, such as 0o600. */
  readonly mode: number;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** The uuids its references had. */
  readonly targets?: Readonly<Record<string, unknown>>;
}

/** The drafts on a computer, by name. */
export function draftsOf({ folder }: Machine): readonly KeptDraft[] {
  const place = join(folder, 'state', 'drafts');
  return namesIn(place).map((name) => {
    const path = join(place, name);
    const draft: unknown = JSON.parse(readFileSync(path, 'utf8'));
    // The program's own file, which the test is about.
    return { ...(draft as Omit<KeptDraft, 'path' | 'mode'>), path, mode: statSync(path).mode & 0o777 };
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch {
    return [];
  }
}
