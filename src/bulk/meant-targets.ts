import { type Found, isUuid } from '../client/find/references.js';
import type { Context } from '../context.js';
import type { Row } from '../contract/row.js';
import { TrackerError } from '../errors.js';

/** What a draft was written for: the uuids its references had then. */
interface Meant {
  readonly targets: Row;
  /** The command that sends the draft to the entity with this uuid. */
  readonly commandFor: (uuid: string) => string;
}

const meant = new WeakMap<object, Meant>();

/** Remembers what the draft of this command was written for. */
export function expectTargets(context: object, expected: Meant): void {
  meant.set(context, expected);
}

/** Throws `conflict` if a reference named another entity when the draft was written (docs/requirements.md, R79). */
export function requireMeantTarget(context: Context, text: string, { ref, uuid }: Found): void {
  const expected = meant.get(context);
  const target = expected?.targets[text.toLowerCase().replace(/^[a-z]+:/, '')];
  if (!expected || typeof target !== 'string' || !isUuid(target) || target === uuid) return;
  throw new TrackerError(
    'conflict',
    `the draft was written for ${target}, but ${ref} is now ${uuid}; nothing was sent`,
    {
      hint: `specify the one you mean by its uuid: ${expected.commandFor(target)}`,
    },
  );
}
