import type { Found } from '../client/find/references.js';
import type { Context } from '../context.js';
import { isUuid, type Row } from '../contract/row.js';
import { TrackerError } from '../errors.js';
import { shownReference } from './piped-rows.js';

/** What a draft was written for: the uuids its references had then. */
interface Meant {
  readonly targets: Row;
  /** The command that sends the draft with this uuid in place of a reference. */
  readonly commandFor: (ref: string, uuid: string) => string;
}

const meant = new WeakMap<object, Meant>();

/** Called with a reference in lower case, and the uuid it was found to have. */
type OnFound = (ref: string, uuid: string) => void;

const noters = new WeakMap<object, OnFound>();

/** Remembers what the draft of this command was written for. */
export function expectTargets(context: object, expected: Meant): void {
  meant.set(context, expected);
}

/**
 * Throws `conflict` if a reference named another entity when the draft was written; otherwise notes what it is now
 * (docs/requirements.md, R79).
 */
export function requireMeantTarget(context: Context, text: string, { ref, uuid }: Found): void {
  const target = meantTarget(context, text);
  const name = keyOf(shownReference(context, text));
  if (target !== undefined && target !== uuid)
    throw new TrackerError(
      'conflict',
      `the draft was written for ${target}, but ${ref} is now ${uuid}; nothing was sent`,
      { hint: `specify the one you mean by its uuid: ${meant.get(context)?.commandFor(name, target)}` },
    );
  noteTarget(context, text, uuid);
}

/** The uuid that a reference had when the draft of this command was written, if that is known. */
export function meantTarget(context: object, text: string): string | undefined {
  const target = meant.get(context)?.targets[keyOf(shownReference(context, text))];
  return typeof target === 'string' && isUuid(target) ? target : undefined;
}

/** From now on, has every entity that this command finds noted, for a draft to remember. */
export function noteTargets(context: object, onFound: OnFound): void {
  noters.set(context, onFound);
}

/** A uuid is always the same entity. */
function noteTarget(context: object, text: string, uuid: string): void {
  const ref = keyOf(shownReference(context, text));
  if (!isUuid(ref)) noters.get(context)?.(ref, uuid);
}

/** A reference without its kind: `task:SCM-12` is `scm-12`. */
function keyOf(text: string): string {
  return text.toLowerCase().replace(/^[a-z]+:/, '');
}
