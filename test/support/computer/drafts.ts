import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.js';

/** What has not been sent, as an entry of the ledger on disk. */
export interface KeptDraft {
  /** Its number, as people type it. */
  readonly id: string;
  readonly path: string;
  /** The permission bits, such as 0o600. */
  readonly mode: number;
  readonly state: string;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  /** The uuids its references had. */
  readonly targets?: Readonly<Record<string, unknown>>;
}

/** The drafts on a computer, the oldest first. */
export function draftsOf({ folder }: Pick<Machine, 'folder'>): readonly KeptDraft[] {
  return draftsIn(join(folder, 'state'));
}

/** The drafts in a state folder, the oldest first. */
export function draftsIn(stateFolder: string): readonly KeptDraft[] {
  const place = join(stateFolder, 'ledger');
  return numbersIn(place).flatMap((id) => {
    const path = join(place, `${id}.jsonl`);
    const [head = ''] = readFileSync(path, 'utf8').split('\n');
    if (head === '') return [];
    // The program's own file, which the test is about.
    const entry = JSON.parse(head) as Omit<KeptDraft, 'id' | 'path' | 'mode'>;
    const isOver = entry.flags === undefined || ['done', 'undone', 'deleted'].includes(entry.state);
    return isOver ? [] : [{ ...entry, id, path, mode: statSync(path).mode & 0o777 }];
  });
}

/** What is left beside the entries, outlines and marks in the ledger: files of drafts, and locks. */
export function besideDrafts({ folder }: Pick<Machine, 'folder'>): readonly string[] {
  return readdirSync(join(folder, 'state', 'ledger')).filter(
    (name) => !/\.jsonl$|^(?:settled|waiting|outlines\.json)$/.test(name),
  );
}

function numbersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .flatMap((name) => /^(\d+)\.jsonl$/.exec(name)?.[1] ?? [])
      .sort((one, other) => Number(one) - Number(other));
  } catch {
    return [];
  }
}
