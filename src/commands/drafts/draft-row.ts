import type { Context } from '../../context.js';
import type { Draft } from '../../drafts/saved/store.js';
import { subjectOf } from '../../drafts/saved/subject.js';
import { commandOf } from '../../drafts/unsent/report-unsent.js';
import { parseServerUrl } from '../../http/server-url.js';
import type { JsonObject } from '../../output/view.js';
import { shellWord } from '../../terminal/programs/shell-word.js';

/** The instances that drafts are compared with. */
export interface Known {
  /** The address of the instance in use; undefined if none is. */
  readonly url: string | undefined;
  /** Their names by address. */
  readonly names: ReadonlyMap<string, string>;
}

/** Reads the instance in use and the names of all. Sends no request; needs no sign-in. */
export async function knownInstances({ servers }: Context): Promise<Known> {
  const instances = await servers.vault.instances();
  const chosen = await servers.chosen().catch(() => undefined);
  return {
    url: chosen && keyOf(chosen.entry.url),
    // The first of several with the same address is the one -I would choose by that address.
    names: new Map(instances.toReversed().map(({ name, url }) => [keyOf(url), name])),
  };
}

function keyOf(url: string): string {
  return parseServerUrl(url).key;
}

/** A draft as a row of `drafts list`, and as `drafts view` prints it. */
export function draftRow(draft: Draft, known: Known): JsonObject {
  const { id, createdAt, url, words, flags, mayHaveArrived = false } = draft;
  return {
    id,
    createdAt,
    command: words.slice(0, 2).join(' '),
    targets: words.slice(2),
    subject: subjectOf(draft),
    mayHaveArrived,
    instance: known.names.get(url) ?? url,
    isElsewhere: isElsewhere(draft, known),
    url,
    flags,
    send: `tracker ${selection(draft, known)}${commandOf(draft)} --from-draft ${id}`,
  };
}

/** Whether a draft was written for another instance than the one in use. */
export function isElsewhere({ url }: Draft, known: Known): boolean {
  return url !== known.url;
}

/** `-I work `: the global flag that chooses the instance of a draft, if that is not the one in use. */
export function selection(draft: Draft, known: Known): string {
  return isElsewhere(draft, known) ? `-I ${shellWord(known.names.get(draft.url) ?? draft.url)} ` : '';
}
