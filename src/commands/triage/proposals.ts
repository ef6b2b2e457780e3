import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attempt, orElse } from '../../contract/errors.js';
import type { Row } from '../../contract/row.js';
import { withClaim } from '../../ledger/claim.js';
import { isTakenBack, messagesWith } from '../../triage/model/decisions/proposals.js';
import { markOf } from '../../triage/model/rows/rows.js';
import { lastRead } from '../sending/last-read.js';
import { type SessionParts, say } from './shared.js';

/** How long to wait before checking again whether what comes first has been sent (milliseconds). */
const pauseMs = 100;

/**
 * A person accepts what an agent has proposed, which waits from then on: once what is being sent for the same row has arrived, it may be
 * sent in its turn as this user (docs/requirements.md, R98). If what comes first was refused, or it was taken back, it is proposed again.
 * Where triage ends before the messages are sent that it was accepted with, it waits behind them.
 */
export async function acceptProposal(
  shared: SessionParts,
  { draft, row, onQueued }: { readonly draft: string; readonly row: string; readonly onQueued: () => void },
): Promise<void> {
  const { kept, context, state, ending, inTurn } = shared;
  const { ledger } = kept.parts;
  const read = async (): Promise<Row | undefined> => {
    const entry = ledger.find(Number(draft));
    return entry && (await lastRead(context, entry));
  };
  const parts = { ...kept.parts, held: kept.claims.lockOf };
  const wait = async (seen: Row | undefined, then: () => void): Promise<void> =>
    await withClaim(parts, { number: Number(draft) }, async () => {
      if (isTakenBack(state(), draft)) return;
      ledger.step(Number(draft), 'queue', { ...kept.account, seen });
      then();
    });
  const atFirst = await read();
  await kept.claims.isHeld(Number(draft));
  await wait(atFirst, () => undefined);
  const isFirst = (): boolean => !state().pending.some(({ targets }) => targets.some(({ uuid }) => uuid === row));
  while (!isFirst() && !isTakenBack(state(), draft) && !ending.isOver()) await pause(pauseMs);
  // What was being sent at the end has arrived by then, or not.
  if (ending.isOver()) await inTurn(async () => undefined);
  const goes = (message: string): boolean => /^(?:waiting|done)$/.test(ledger.find(Number(message))?.state ?? '');
  const isLeft = ending.isOver() && !messagesWith(state(), draft).every(goes);
  const { trouble, conflicts } = markOf(state(), row);
  if (isLeft || trouble !== undefined || conflicts !== undefined) return;
  await wait(ending.isOver() ? atFirst : await read(), onQueued);
}

/** Waits for this, or says why it was not possible, such as that somebody else was faster. */
export async function deciding(shared: SessionParts, work: Promise<unknown>): Promise<void> {
  await orElse(work, ({ message }) => say(shared, message));
}

/** How often to check whether others have written to the ledger (milliseconds). */
const lookMs = 2_000;

/** Calls this whenever another program may have added something to the ledger, until the signal. */
export function watchLedger({ context }: SessionParts, onChange: () => void, signal: AbortSignal): void {
  const { state } = context.settings.folders;
  const changedAt = (): number | undefined => attempt(() => statSync(join(state(), 'ledger')).mtimeMs);
  let known = changedAt();
  const timer = setInterval(() => {
    const now = changedAt();
    if (now !== known) onChange();
    known = now;
  }, lookMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
