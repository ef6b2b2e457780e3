import type { SentEntry } from '../../args/context.js';
import { TrackerError } from '../../contract/errors.js';
import { isUuid } from '../../contract/row.js';
import { plainName } from '../../ledger/entry.js';
import { type Reference, shown } from '../../references/read.js';

/** What a draft was written for, and the command that sends it with a uuid in place of a reference. */
export type DraftTargets = Pick<SentEntry, 'targets' | 'commandFor'>;

/** Called with a reference in lower case, and the uuid it was found to have; undefined if it names nothing of its kind. */
export type OnFound = (ref: string, uuid: string | undefined) => void;

/**
 * A reference of a draft: finding it throws `conflict` if it named something else when the draft was written, and otherwise
 * reports what it is now (docs/requirements.md, R79).
 */
export function inDraft(reference: Reference, meant: DraftTargets | undefined, onFound?: OnFound): Reference {
  const name = plainName(shown(reference));
  const stored = meant?.targets[name];
  const target = typeof stored === 'string' && isUuid(stored) ? stored : undefined;
  return {
    ...reference,
    uuid: target ?? reference.uuid,
    async check({ ref, uuid }) {
      await reference.check?.({ ref, uuid });
      if (target !== undefined && target !== uuid)
        throw new TrackerError(
          'conflict',
          `the draft was written for ${target}, but ${ref} is now ${uuid}; nothing was sent`,
          { hint: `specify the one you mean by its uuid: ${meant?.commandFor(name, target)}` },
        );
      // A uuid is always the same entity.
      if (!isUuid(name)) onFound?.(name, uuid);
    },
    onMissing() {
      // A draft that knows what it was written for goes on to know it.
      if (target === undefined) onFound?.(name, undefined);
    },
  };
}
