import type { Context } from '../../../context.js';
import { withClaim } from '../../../drafts/saved/claim.js';
import { openDrafts } from '../../../drafts/saved/store.js';
import { TrackerError } from '../../../errors.js';

/** The claim on the draft of the text that is being written, so that no other program offers or sends it. */
export interface DraftInUse {
  /** Claims this draft and no other; none without an id. */
  use(id: string | undefined): void;
  /** Gives it back. */
  end(): Promise<void>;
}

export function createDraftInUse(context: Context): DraftInUse {
  let used: string | undefined;
  let giveBack = (): void => undefined;
  let claiming: Promise<void> = Promise.resolve();
  const use: DraftInUse['use'] = (id) => {
    if (id === used) return;
    giveBack();
    used = id;
    if (id === undefined) return;
    const over = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    claiming = claim(context, id, over);
  };
  return {
    use,
    async end() {
      use(undefined);
      await claiming;
    },
  };
}

async function claim(context: Context, id: string, over: Promise<void>): Promise<void> {
  try {
    const drafts = openDrafts(context.settings.folders.state);
    await withClaim(context, { drafts, id, purpose: 'writing' }, async () => await over);
  } catch (error) {
    // Another program is just sending it, and removes it; the text here becomes a new draft with the next key.
    if (!(error instanceof TrackerError)) throw error;
  }
}
