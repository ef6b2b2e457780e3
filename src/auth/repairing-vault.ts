import { repairing } from '../config/repairing.js';
import { openVault, type SignInFiles, type Vault } from './vault.js';

/** The vault of a sign-in, and the warnings that are due once something has been stored. */
export interface RepairingVault {
  readonly vault: Vault;
  /** Which damaged files were set aside, and where they are kept. */
  readonly warnings: readonly string[];
}

/**
 * A vault for which a damaged file is empty until something is stored; then the file is kept aside (docs/requirements.md,
 * R65).
 */
export function openRepairingVault({ config, credentials }: SignInFiles): RepairingVault {
  const warnings: string[] = [];
  const told = (damaged: string, kept: string): void =>
    void warnings.push(`${damaged} was damaged and is kept as ${kept}`);
  return {
    vault: openVault({ config: repairing(config, told), credentials: repairing(credentials, told) }),
    warnings,
  };
}
