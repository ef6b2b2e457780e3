import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** The scope in which process ids are unique: one boot of one computer, and one container there. */
export interface ProcessSpace {
  readonly name: string;
  /** False if `/proc` shows the processes of another space, so ids cannot be checked. */
  readonly isSeen: boolean;
}

/** The space of this process, whose id is `id` (docs/requirements.md, D7). */
export function processSpace(id: number): ProcessSpace {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const isSeen = readlinkSync('/proc/self') === String(id);
    return { name: `${start}:${statSync('/proc/self/ns/pid').ino}${isSeen ? '' : ':unseen'}`, isSeen };
  } catch {
    return { name: hostname().replace(/\s/g, '') || 'here', isSeen: true };
  }
}
