import type { ConfFile } from '../config/conf-file.js';
import { DamagedFile } from '../config/stored-file.js';
import { phrase, type Sentence } from '../contract/errors.js';
import type { SignInFiles } from './helper/form.js';
import { openVault } from './vault.js';

/**
 * A vault that treats a damaged file as empty. When something is stored, the damaged file is set aside
 * (docs/requirements.md, R65). There is a warning for each such file, and for a config file that may not be written.
 */
export function openRepairingVault(files: SignInFiles) {
  const { config, credentials } = files;
  const warnings: Sentence[] = [];
  const onSetAside = (damaged: string, kept: string): void =>
    void warnings.push(`${damaged} was damaged and is kept as ${kept}`);
  return {
    vault: openVault(
      { ...files, config: repairing(config, onSetAside), credentials: repairing(credentials, onSetAside) },
      ({ message }) => void warnings.push(phrase`${message}; the server is stored in ${credentials.path} instead`),
    ),
    warnings,
  };
}

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
