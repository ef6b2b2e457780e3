import type { ConfFile } from './conf-file.js';
import { DamagedFile } from './stored-file.js';

/**
 * The same file for a sign-in: if it is damaged it reads as empty, and the first change sets it aside and calls
 * `onSetAside` (docs/requirements.md, R65).
 */
export function repairing(file: ConfFile, onSetAside: (damaged: string, kept: string) => void): ConfFile {
  return {
    get path() {
      return file.path;
    },
    async read(again) {
      try {
        return await file.read(again);
      } catch (error) {
        if (error instanceof DamagedFile) return {};
        throw error;
      }
    },
    update: (change, options) => file.update(change, { ...options, repair: (kept) => onSetAside(file.path, kept) }),
    prepare: file.prepare,
    sweep: file.sweep,
    locked: file.locked,
  };
}
