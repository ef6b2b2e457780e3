import { selection } from '../../../args/selection.js';
import type { Client } from '../../../client/client.js';
import type { ReferenceIndex } from '../../../client/state/references.js';
import { Ambiguous, attempt, joined, type Sentence } from '../../../contract/errors.js';
import { isRow, rowAt, rowsOf, textOf } from '../../../contract/row.js';
import { shellWord } from '../../../contract/text/shell-word.js';
import type { Lead } from '../../../output/prose/node.js';
import { findAnyEntity } from '../../../references/any-kind.js';
import { subjectOfRow } from '../../../triage/model/decisions/rights.js';
import type { Followable } from '../../../triage/model/mode.js';
import type { Item } from '../../../triage/model/state.js';
import type { EffectOf } from '../../../triage/model/step.js';
import { attachmentName, sizeCell } from '../../../views/cells/columns.js';
import { attachmentRows } from '../../../views/parts.js';
import type { RowDetail } from '../reading/details.js';
import { itemOf } from '../reading/sources.js';
import { listIn, runVerb } from '../run-verb.js';
import { isRecoverable, type SessionParts, say } from '../shared.js';

type ShownDetail = Pick<RowDetail, 'layout' | 'envelope'>;

/** Follows the files, links, references and people in details of rows. */
export class FollowTargets {
  readonly #found = new Map<string, readonly Followable[]>();

  /** `layOut` waits until the row at the cursor has been read, and lays it out. */
  constructor(
    readonly shared: SessionParts,
    readonly layOut: (uuid: string) => Promise<unknown>,
  ) {}

  /** To be called when a detail has been laid out, with where its texts lead. */
  laidOut(uuid: string, detail: ShownDetail, leads: readonly Lead[]): void {
    this.#found.set(uuid, followableIn(detail, leads, this.shared.client));
  }

  readonly effects = {
    follow: async ({ uuid }: EffectOf<'follow'>): Promise<void> => {
      if (!this.#found.has(uuid)) await this.layOut(uuid);
      this.shared.dispatch({ is: 'followable', uuid, all: this.#found.get(uuid) });
    },
    download: async ({ row, id, name }: EffectOf<'download'>): Promise<void> => {
      const { context, state, folder, done } = this.shared;
      const { kind, uuid, ref } = subjectOfRow(state(), row) ?? {};
      const options = { given: { dir: folder }, onProgress: (line: Sentence) => say(this.shared, line, 'plain') };
      try {
        const saved =
          listIn(await runVerb(context, 'attachments download', [`${kind}:${uuid}`, id], options))?.rows ?? [];
        say(this.shared, `saved ${textOf(saved[0]?.path) ?? name}`, 'good');
        const dir = folder === undefined ? [] : ['--dir', folder];
        const words = [ref ?? '', id, ...dir].map(shellWord).join(' ');
        done.push({ decision: `tracker ${selection(context)}attachments download ${words}`, entry: undefined });
      } catch (error) {
        if (!isRecoverable(error)) throw error;
        say(this.shared, joined([`${name} was not downloaded`, error.message], ': '));
      }
    },
    'open-link': async ({ url }: EffectOf<'open-link'>): Promise<void> => {
      const { settings, launch } = this.shared.context;
      const isOpen = !settings.offline && (await launch.browser(url));
      if (isOpen) say(this.shared, `opened ${url}`, 'good');
      else say(this.shared, `no browser could be started; open it yourself: ${url}`);
    },
  };
}

/** Everything in a detail that can be followed: files, links, references, then people. */
function followableIn(
  { layout, envelope }: ShownDetail,
  leads: readonly Lead[],
  client: Client,
): readonly Followable[] {
  const files = (attempt(() => attachmentRows(envelope)) ?? []).map((file): Followable => {
    return { does: 'download', text: attachmentName(file), id: textOf(file.id) ?? '', size: sizeCell(file) };
  });
  const links = leads.flatMap(({ to }): readonly Followable[] => {
    if (/^https?:/i.test(to)) return [{ does: 'open', text: to, url: to }];
    const address = /^mailto:([^?]+)/i.exec(to)?.[1];
    return address === undefined ? [] : [{ does: 'copy', text: address, value: address }];
  });
  const authors = Object.entries(isRow(envelope.authors) ? envelope.authors : {});
  const people = [
    ...authors.flatMap(([id, person]) => (isRow(person) ? [{ id, text: textOf(person.name) ?? '' }] : [])),
    ...leads.flatMap(({ to, text }) => (to.startsWith('person:') ? [{ id: to.slice('person:'.length), text }] : [])),
  ].filter(({ id, text }) => id !== client.userId && text !== '');
  const names = new Set(people.map(({ text }) => text));
  const copies = [...names].map((text): Followable => ({ does: 'copy', text, value: text }));
  return [...files, ...links, ...referencesIn({ layout, envelope }, leads, client), ...copies];
}

/** Other tasks and tickets: the tasks made from a ticket, those that its texts link to, and those that they name. */
function referencesIn(
  { layout, envelope }: ShownDetail,
  leads: readonly Lead[],
  { index }: Client,
): readonly Followable[] {
  const { body = {}, timeline = [], title, ref } = layout;
  const texts = [title, ...Object.values(body), ...timeline.map(({ text }) => text)].join('\n');
  const named = new Set(texts.match(/(?<![\w-])[A-Z][A-Z0-9]*-\d{1,9}(?![\w-])/g));
  const linked = rowsOf(envelope.linkedTasks).flatMap((task) => itemOf(task, 'task'));
  const all: readonly Lead[] = [
    ...linked.map((task) => ({ to: `task:${task.uuid}`, text: task.ref })),
    ...leads.filter(({ to }) => /^(?:task|ticket):/.test(to)),
    ...[...named].flatMap((text) => knownBy(text, index)),
  ];
  // An unknown one may not be a reference at all, such as UTF-8.
  const keys = new Set([keyOf(ref), ...projectKeys(index)]);
  const found = new Map<string, Followable>();
  const seen = new Set([ref]);
  for (const { to, text } of all) {
    const isNamed = to === text;
    if (text === ref || found.has(to) || (isNamed && (seen.has(text) || !keys.has(keyOf(text))))) continue;
    seen.add(text);
    const kind = /^(task|ticket):/.exec(to)?.[1] as 'task' | 'ticket' | undefined;
    const known = kind && index.find(`${kind}s`, text)?.title;
    found.set(to, { does: 'go to', to, text: known ? `${text}  ${known}` : text });
  }
  return [...found.values()];
}

/** What has this reference here, or else the reference: where only a ticket has it, there may also be a task. */
function knownBy(text: string, index: ReferenceIndex): readonly Lead[] {
  const [task, ticket] = [index.find('tasks', text)?.uuid, index.find('tickets', text)?.uuid];
  const isSure = task !== undefined || !projectKeys(index).has(keyOf(text));
  return [
    ...(task === undefined ? [] : [{ to: `task:${task}`, text }]),
    ...(ticket === undefined || !isSure ? [] : [{ to: `ticket:${ticket}`, text }]),
    { to: text, text },
  ];
}

function projectKeys(index: ReferenceIndex): ReadonlySet<string> {
  return new Set(index.all('projects').map(({ ref }) => ref));
}

function keyOf(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('-'));
}

/** Finds the task or ticket with this reference, or of this kind and id; a reference that both have is asked about. */
export async function findExactly({ reads }: Pick<SessionParts, 'reads'>, name: string) {
  try {
    const entity = await findAnyEntity(await reads.client(), name, ['task', 'ticket']);
    const kind = entity.kind === 'task' ? 'task' : 'ticket';
    return {
      items: itemOf(rowAt(await entity.detail(), kind), kind),
      options: [{ text: entity.ref, value: entity.uuid }],
    };
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    const candidates = error instanceof Ambiguous ? error.candidates : [];
    const options = candidates.map((each) => ({ text: each.name, value: each.value.replace(/^\w+:/, '') }));
    const items = candidates.flatMap(({ name: own, value }): readonly Item[] => {
      const [kind, uuid = ''] = value.split(':');
      const ref = /^\w+:(\S+)/.exec(own)?.[1] ?? name;
      return kind === 'task' || kind === 'ticket' ? [{ uuid, ref, kind, row: {} }] : [];
    });
    return { items, options, ...(items.length === 0 && { why: error.message }) };
  }
}
