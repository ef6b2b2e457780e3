import { repairing } from '../config/repairing.js';
import { openVault, type SignInFiles, type Vault } from './vault.js';

/** The vault for a sign-in, and the warnings to show after storing. */
export interface RepairingVault {
  readonly vault: Vault;
  /** One for each damaged file that was set aside, and for a config file that may not be written. */
  readonly warnings: readonly string[];
}

/**
 * A vault that treats a damaged file as empty. When something is stored, the damaged file is set aside
 * (docs/requirements.md, R65).
 */
export function openRepairingVault({ config, credentials }: SignInFiles): RepairingVault {
  const warnings: string[] = [];
  const onSetAside = (damaged: string, kept: string): void =>
    void warnings.push(`${damaged} was damaged and is kept as ${kept}`);
  return {
    vault: openVault(
      { config: repairing(config, onSetAside), credentials: repairing(credentials, onSetAside) },
      ({ message }) => void warnings.push(`${message}; the server is stored in ${credentials.path} instead`),
    ),
    warnings,
  };
}
