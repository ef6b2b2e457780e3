import type { Context } from '../../args/context.js';
import type { Client } from '../../client/client.js';
import { isUuid } from '../../contract/row.js';
import { isFree } from '../../ledger/claim.js';
import { type EntityKind, findEntity } from '../../references/find-entity.js';
import { type Reference, shown } from '../../references/read.js';
import { argumentsOf, type Draft, ledgerOf, ownDrafts, plainName, targetOf } from '../saved/drafts.js';

/** A command that is about to write a text to a server. */
interface Writing {
  readonly command: string;
  readonly url: string;
  /** The numbers of drafts that are not wanted. */
  readonly except?: readonly number[];
}

/** What it is about. */
export interface Subject {
  /** Its names in lower case, without its kind. */
  readonly names: readonly string[];
  /** Undefined if nobody knows it. */
  readonly uuid: string | undefined;
  /** Reads the uuid, if what is known may be out of date. */
  readonly readUuid?: () => Promise<string | undefined>;
}

/** The newest unsent draft of the same command for one of the same references. */
export async function findUnsent(
  context: Context,
  { refs, ...writing }: Writing & { readonly refs: readonly Reference[] },
): Promise<Draft | undefined> {
  const client = await context.client();
  // What is remembered takes a moment to read.
  const drafts = await draftsOf(context, writing);
  if (drafts.length === 0) return undefined;
  const kind = kindOf(writing);
  const subjects = refs.map((reference): Subject => {
    const { text } = reference;
    const names = [plainName(text), plainName(shown(reference))];
    const given = names.find(isUuid);
    const uuid = given ?? rememberedUuid(client, kind, plainName(text));
    if (given !== undefined || kind === undefined) return { names, uuid };
    let reading: Promise<string | undefined> | undefined;
    const read = async (): Promise<string> => (await findEntity(client, kind, text)).uuid.toLowerCase();
    return { names, uuid, readUuid: () => (reading ??= read().catch(() => uuid)) };
  });
  return await findUnsentFor(context, drafts, { ...writing, subjects });
}

/**
 * The newest unsent draft of the same command for one of these subjects that no other process is writing or sending. One that
 * knows the uuid it was written for is only for that, whatever its reference means now (docs/requirements.md, R79).
 */
async function findUnsentFor(
  context: Context,
  drafts: readonly Draft[],
  { subjects, ...writing }: Writing & { readonly subjects: readonly Subject[] },
): Promise<Draft | undefined> {
  const client = await context.client();
  for (const draft of drafts) {
    if (!(await isFree(ledgerOf(context), draft.number))) continue;
    for (const word of argumentsOf(draft)) {
      const target = targetOf(draft, word);
      const name = plainName(word);
      const likely = target ?? rememberedUuid(client, kindOf(writing), name) ?? '';
      const found = subjects.filter(({ names, uuid }) => uuid === likely || names.includes(name));
      if (target === undefined && found.length > 0) return draft;
      for (const { uuid, readUuid } of found) if ((readUuid ? await readUuid() : uuid) === target) return draft;
    }
  }
  return undefined;
}

/** The newest unsent draft of the same command for all of these subjects, and for nothing else. */
export async function findUnsentForAll(
  context: Context,
  { subjects, ...writing }: Writing & { readonly subjects: readonly Subject[] },
): Promise<Draft | undefined> {
  return (await draftsOf(context, writing)).find((draft) => {
    const words = argumentsOf(draft);
    const isFor = ({ names, uuid }: Subject): boolean =>
      words.some((word) => {
        const target = targetOf(draft, word);
        return target === undefined ? names.includes(plainName(word)) : uuid === target;
      });
    return words.length === subjects.length && subjects.every(isFor);
  });
}

async function draftsOf(context: Context, { command, url, except = [] }: Writing): Promise<readonly Draft[]> {
  const drafts = await ownDrafts(context, { url, commands: [command] });
  return drafts.filter(({ number }) => !except.includes(number));
}

function kindOf({ command }: Writing): EntityKind | undefined {
  return (['task', 'ticket', 'project'] as const).find((kind) => command.startsWith(`${kind}s `));
}

function rememberedUuid({ index }: Client, kind: EntityKind | undefined, name: string): string | undefined {
  return kind && index.find(`${kind}s`, name)?.uuid.toLowerCase();
}
