import type { InstanceEntry } from '../auth/instances.js';
import type { RequestedWrite } from '../client/client.js';
import type { Settings } from '../config/settings.js';
import { requireWritable, toPropose, withSignIn } from '../contract/allowed.js';
import { withAccess } from '../http/access.js';
import type { Send } from '../http/message.js';
import { authorIn } from '../ledger/entry.js';
import { openProposal } from '../ledger/proposals.js';
import { openLedger } from '../ledger/store.js';

interface GuardParts {
  readonly settings: Settings;
  /** Whether a write may be kept for a person to decide on. */
  readonly mayWait: boolean;
  readonly host: { readonly now: () => Date };
}

/** Sends only what the process may send with this sign-in. */
export function withAllowed(send: Send, { settings }: GuardParts, entry: InstanceEntry): Send {
  return withAccess(send, withSignIn(settings.access, entry), new URL(entry.url).pathname);
}

/**
 * Throws the error for a write that access does not allow, or that belongs to an open proposal of the same agent
 * (docs/requirements.md, R98).
 */
export function requireWrite(
  write: RequestedWrite,
  { settings, mayWait, host }: GuardParts,
  entry: InstanceEntry,
): void {
  const access = withSignIn(settings.access, entry);
  if (access.level === 'full') return;
  requireWritable(access, write, mayWait);
  if (write.id === undefined || !mayWait) return;
  const ledger = openLedger(settings.folders.state, host.now);
  if (openProposal(ledger, { author: authorIn({ access }), url: entry.url }, [{ name: write.id, uuid: write.id }]))
    throw toPropose(access);
}
