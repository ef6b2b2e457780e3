import { shownReference } from '../../bulk/piped-rows.js';
import type { Client } from '../../client/client.js';
import { type EntityKind, findEntity } from '../../client/find/references.js';
import type { Context } from '../../context.js';
import { isUuid } from '../../contract/row.js';
import { isOwn } from '../saved/draft-owner.js';
import { plainName, targetOf } from '../saved/draft-targets.js';
import { type Draft, openDrafts } from '../saved/store.js';

/** A command that is about to write a text to a server. */
interface Writing {
  readonly command: string;
  readonly url: string;
}

/** What it is about. */
export interface Subject {
  /** Its names in lower case, without its kind. */
  readonly names: readonly string[];
  /** Undefined if nobody knows it. */
  readonly uuid: string | undefined;
}

/** The newest unsent draft of the same command for one of the same references, whose uuids are read if that matters. */
export async function findUnsent(
  context: Context,
  { refs, ...writing }: Writing & { readonly refs: readonly string[] },
): Promise<Draft | undefined> {
  const client = await context.client();
  const drafts = draftsOf(context, client, writing);
  if (drafts.length === 0) return undefined;
  const kind = kindOf(writing);
  const known = new Set(drafts.flatMap((draft) => draft.words.slice(2).flatMap((word) => namesIn(draft, word))));
  const subjects: Subject[] = [];
  for (const ref of refs) {
    const names = [plainName(ref), plainName(shownReference(context, ref))];
    const given = names.find(isUuid);
    const likely = given ?? rememberedUuid(client, kind, plainName(ref));
    const isRead = given === undefined && [...names, likely ?? ref].some((name) => known.has(name));
    subjects.push({ names, uuid: kind && isRead ? await readUuid(client, kind, ref).catch(() => likely) : likely });
  }
  return await findUnsentFor(context, { ...writing, subjects });
}

/**
 * The newest unsent draft of the same command for one of these subjects. One that knows the uuid it was written for is only for
 * that, whatever its reference means now (docs/requirements.md, R79).
 */
export async function findUnsentFor(
  context: Context,
  { subjects, ...writing }: Writing & { readonly subjects: readonly Subject[] },
): Promise<Draft | undefined> {
  const client = await context.client();
  const isFor = (draft: Draft, word: string): boolean => {
    const target = targetOf(draft, word);
    if (target !== undefined) return subjects.some(({ uuid }) => uuid === target);
    const name = plainName(word);
    const likely = rememberedUuid(client, kindOf(writing), name) ?? '';
    return subjects.some(({ names, uuid }) => names.includes(name) || uuid === likely);
  };
  return draftsOf(context, client, writing).find((draft) => draft.words.slice(2).some((word) => isFor(draft, word)));
}

function draftsOf(context: Context, client: Client, { command, url }: Writing): readonly Draft[] {
  const drafts = openDrafts(context.settings.folders.state).all();
  return drafts.filter((each) => isOwn(each, client, url) && each.words.slice(0, 2).join(' ') === command);
}

function kindOf({ command }: Writing): EntityKind | undefined {
  return (['task', 'ticket', 'project'] as const).find((kind) => command.startsWith(`${kind}s `));
}

function namesIn(draft: Draft, word: string): readonly string[] {
  return [plainName(word), targetOf(draft, word) ?? word];
}

function rememberedUuid({ index }: Client, kind: EntityKind | undefined, name: string): string | undefined {
  return kind && index.find(`${kind}s`, name)?.uuid.toLowerCase();
}

async function readUuid(client: Client, kind: EntityKind, ref: string): Promise<string> {
  return (await findEntity(client, kind, ref)).uuid.toLowerCase();
}
