import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** Where process numbers mean the same: one start of one computer, and there one container. */
export interface ProcessSpace {
  readonly name: string;
  /** False where `/proc` shows the processes of another space, so that numbers tell nothing. */
  readonly isSeen: boolean;
}

/** The space of this process, whose number is `id` (docs/requirements.md, D7). */
export function processSpace(id: number): ProcessSpace {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const isSeen = readlinkSync('/proc/self') === String(id);
    return { name: `${start}:${statSync('/proc/self/ns/pid').ino}${isSeen ? '' : ':unseen'}`, isSeen };
  } catch {
    return { name: hostname().replace(/\s/g, '') || 'here', isSeen: true };
  }
}
