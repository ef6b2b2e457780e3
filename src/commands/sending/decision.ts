import { followingIn } from '../../contract/following.js';
import { type Row, textOf, textsOf } from '../../contract/row.js';
import type { Entry } from '../../ledger/entry.js';
import type { Decision } from '../../triage/model/decisions/decision.js';

/** The decision of an entry, with the text as it is on disk, but without a number; undefined if it is something else. */
export function decisionOf(entry: Partial<Entry>): Decision | undefined {
  const { words = [], decision, flags, notBefore } = entry;
  const shown = decision as Partial<Decision> | undefined;
  if (typeof shown?.what !== 'string' || typeof shown.kind !== 'string' || !Array.isArray(shown.targets))
    return undefined;
  const { what, kind, value = '', shown: text = '' } = shown;
  // What has been sent of it is no longer among its words.
  const targets = shown.targets.filter(({ uuid, ref, about = { uuid, ref } }) =>
    words.includes(about.ref || about.uuid),
  );
  const isMessage = what === 'reply' || what === 'note';
  const message = isMessage && flags ? messageOf(entry, flags) : shown.message;
  return {
    ...{ ...shown, id: 0, what, kind, targets, value, shown: text, notBefore: notBefore ?? shown.notBefore },
    ...(message && { message }),
  };
}

function messageOf({ number, targets }: Partial<Entry>, flags: Row): Decision['message'] {
  const { body, attach } = flags;
  return {
    ...{ draft: String(number), body: textOf(body) ?? '', attach: textsOf(attach) },
    ...messageFlagsIn({ flags, targets }),
  };
}

/** What follows a message, in the flags of its entry. */
export function messageFlagsIn({ flags, targets = {} }: Pick<Entry, 'flags' | 'targets'>) {
  const { status, ...also } = followingIn(flags ?? {});
  const ref = textOf(flags?.original);
  const original = ref === undefined ? undefined : { ref, uuid: textOf(targets[ref.toLowerCase()]) ?? ref };
  return { status, ...(Object.keys(also).length > 0 && { also }), ...(original && { original }) };
}
