import { setTimeout as pause } from 'node:timers/promises';
import type { KnownTexts, SimilarText } from '../../../client/client.js';
import { orElse } from '../../../contract/errors.js';
import { type Row, rowAt } from '../../../contract/row.js';
import { subjectOfRow } from '../../../triage/model/decisions/rights.js';
import type { SimilarItem } from '../../../triage/model/state.js';
import { comparedWords } from '../../search/similar.js';
import type { SessionParts } from '../shared.js';

const most = 3;

/** How long texts that were read count as new (milliseconds). */
const youngMs = 60_000;

/** How long the screen has to itself before the texts that were read are compared (milliseconds). */
const restMs = 300;

/** Finds similar tickets and tasks for the row at the cursor among those that were read on this computer. Sends no request. */
export class SimilarTexts {
  /** Read again once they are old, since others are read meanwhile: 5,000 texts take a tenth of a second. */
  #texts: Promise<KnownTexts | undefined> | undefined;
  /** Until when they count as new, by the clock of the process. */
  #youngUntil = 0;

  constructor(readonly shared: SessionParts) {}

  /** To be called once a row has been read. */
  async look(uuid: string): Promise<void> {
    const { context, state, seen, dispatch } = this.shared;
    const subject = subjectOfRow(state(), uuid);
    const found = seen.get(uuid);
    // What is neither, such as a page that a notification is about, has no texts.
    if (!subject || subject.kind === 'notification' || !found || state().similar?.of.has(subject.uuid)) return;
    if (!this.#texts || performance.now() > this.#youngUntil) {
      this.#texts = this.#read();
      this.#youngUntil = performance.now() + youngMs;
    }
    const texts = await this.#texts;
    // The cursor may have moved on; whatever it is on now asks for itself.
    if (!texts || state().at !== uuid) return;
    const like = texts.like(subject.kind === 'task' ? 'tasks' : 'tickets', subject.uuid, found.envelope, most);
    const similar = await Promise.all(like.map(async (each) => await this.#itemOf(each)));
    dispatch({ is: 'similar', uuid: subject.uuid, similar, among: comparedWords(context, texts.count) });
  }

  async #read(): Promise<KnownTexts | undefined> {
    const { client, ending, state } = this.shared;
    if (!state().isSpoken) await pause(restMs);
    return await client.memory
      ?.store()
      .then(async (store) => await store?.compare(ending.signal))
      .catch(() => undefined);
  }

  async #itemOf({ kind, id, ref, title, words }: SimilarText): Promise<SimilarItem> {
    const type = kind === 'tasks' ? 'task' : 'ticket';
    const remembered = this.shared.client.remembered();
    const detail = await orElse(remembered.call(`GET /${type}s/:id`, { id }), (): Row => ({}));
    return {
      uuid: id,
      ref,
      kind: type,
      row: { id, displayId: ref, subject: title, title, ...rowAt(detail, type) },
      words,
    };
  }
}
