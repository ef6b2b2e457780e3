import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault, type Vault } from '../../src/auth/vault.js';
import { openConfFile } from '../../src/config/conf-file.js';
import { realProcesses } from '../disk/real-processes.js';

/** A config folder of a test's own. */
export interface VaultFolder {
  readonly folder: string;
  /** The vault as one more process sees it. */
  open(): Vault;
  remove(): void;
}

export function makeVaultFolder(): VaultFolder {
  const home = mkdtempSync(join(tmpdir(), 'tracker-vault-'));
  const folder = join(home, 'tracker');
  const file = { folder: () => folder, processes: realProcesses };
  return {
    folder,
    open: () =>
      openVault({
        config: openConfFile({ ...file, name: 'config' }),
        credentials: openConfFile({ ...file, name: 'credentials' }),
        env: {},
      }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export const never = new AbortController().signal;
