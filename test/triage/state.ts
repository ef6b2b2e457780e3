import type { Row } from '../../src/contract/row.js';
import type { Decision } from '../../src/triage/model/decisions/decision.js';
import { unseenHere } from '../../src/triage/model/decisions/unseen.js';
import type { UnsentText } from '../../src/triage/model/mode.js';
import { newsOf } from '../../src/triage/model/rows/rows.js';
import type { Fill, Item, State } from '../../src/triage/model/state.js';
import type { Effect } from '../../src/triage/model/step.js';
import { type Event, update } from '../../src/triage/model/update.js';

/** A ticket on the screen. */
export function ticket(ref: string, row: Row = {}): Item {
  return {
    ...{ uuid: `id-${ref}`, ref, kind: 'ticket' },
    row: {
      uuid: `id-${ref}`,
      id: ref,
      subject: `Subject of ${ref}`,
      status: 'open',
      priority: 'medium',
      assignees: [],
      tags: [],
      ...row,
    },
  };
}

/** A screen with these rows, which has just been opened. */
export function stateWith(items: readonly Item[], more: Partial<State> = {}): State {
  const at = items[0]?.uuid ?? '';
  return {
    ...{ title: 'waiting on us', kind: 'ticket', me: 'me', host: 'sandbox', items, fresh: items, at },
    signIn: 'tracker login --name sandbox',
    drafts: 'tracker drafts',
    people: { me: { name: 'Mara' }, sean: { name: 'Seán' } },
    ...{
      isLoaded: true,
      isTouched: false,
      marks: new Map(),
      unseen: new Map(),
      selected: new Set(),
      pending: [],
      filter: '',
    },
    ...{ mode: { is: 'list' }, details: new Map(), scroll: 0, notice: undefined, last: undefined },
    words: {
      ticket: {
        status: ['open', 'in_progress', 'waiting_on_customer', 'resolved'],
        priority: ['low', 'medium', 'high'],
        category: ['billing', 'general'],
        tags: ['print', 'mail'],
      },
      task: { status: ['todo', 'in_progress', 'done'], priority: ['none', 'high'], category: [], tags: ['rope'] },
      projects: [{ key: 'BOP', name: 'Bergmann portal' }],
      ...{ templates: [], templatesFolder: '/config/templates', macros: [] },
      sources: ['waiting on us', 'my tickets'],
    },
    ...{ badge: { is: 'live' }, unread: 3, size: { columns: 100, rows: 30 }, next: 1, isOver: false },
    ...more,
  };
}

/** A list that was read, with these rows. */
export function list(
  items: readonly Item[],
  fill: Fill = 'again',
  more: Partial<Extract<Event, { is: 'list' }>> = {},
): Event {
  return { is: 'list', items, people: {}, kind: 'ticket', title: 'waiting on us', fill, ...more };
}

/** What a server says of a row that was decided about. */
type Said =
  | { readonly is: 'done' }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'conflict'; readonly why: string; readonly row: Row };

/** What is said of a decision besides. */
type SentMore = Partial<Pick<Extract<Event, { is: 'sent' }>, 'words' | 'text'>>;

/** A session without a screen: events in, the state and the effects out. */
export class Session {
  readonly effects: Effect[] = [];

  constructor(public state: State) {}

  tell(...events: readonly Event[]): this {
    for (const event of events) {
      const [next, ...effects] = update(this.state, event);
      this.state = next;
      this.effects.push(...effects);
    }
    return this;
  }

  /** Presses keys; a word in angle brackets is the name of one, such as `<enter>`. */
  press(keys: string): this {
    for (const [key, name] of keys.matchAll(/<([\w+]+)>|[\s\S]/g))
      this.tell({ is: 'key', key: name === undefined ? { name: key === ' ' ? 'space' : key, text: key } : { name } });
    return this;
  }

  /** What was to be done so far, and forgets it. */
  take<D extends Effect['do']>(what: D): readonly Extract<Effect, { do: D }>[] {
    const found = this.effects.filter((effect): effect is Extract<Effect, { do: D }> => effect.do === what);
    this.effects.length = 0;
    return found;
  }

  /** What was to be sent so far, in words; forgets all that was to be done. */
  sent(): readonly string[] {
    return this.take('send').map(({ decision }) => brief(decision));
  }

  /** The decision that was made first of those that are pending, or the one at this place. */
  pending(at = 0): Decision {
    const decision = this.state.pending[at];
    if (!decision) throw new Error(`only ${this.state.pending.length} decisions are pending`);
    return decision;
  }

  /** The server says this of each row of these decisions, or of all that are pending. */
  answer(said: Said, decisions: readonly Decision[] = this.state.pending, more: SentMore = {}): this {
    for (const decision of decisions)
      this.tell({
        is: 'sent',
        decision,
        outcomes: decision.targets.map((target) => ({ target, ...said })),
        words: '',
        ...more,
      });
    return this;
  }

  /** The server has taken all decisions. */
  accept(): this {
    return this.answer({ is: 'done' });
  }

  /** What is on the screen has been there for a while. */
  see(): this {
    const seen = unseenHere(this.state);
    return seen ? this.tell(seen) : this;
  }

  /** The details of all rows in doubt are read; they say nothing, or this. */
  read(detail: Row = { ticket: {} }): this {
    const unsure = this.state.items.filter(({ uuid }) => this.state.marks.get(uuid)?.isUnsure);
    return this.tell(...unsure.map((item): Event => ({ is: 'detail', uuid: item.uuid, detail, item })));
  }

  /** The refs of the rows on the screen, with the marks that matter. */
  rows(): readonly string[] {
    return this.state.items.map(({ ref, uuid }) => {
      const { decided, trouble, conflicts, ...news } = this.state.marks.get(uuid) ?? {};
      const { changed, isNew } = newsOf(news);
      const isPending = this.state.pending.some(({ targets }) => targets.some((target) => target.uuid === uuid));
      const mark =
        trouble || conflicts ? '!' : isPending ? '~' : decided ? '✓' : isNew ? '+' : changed === undefined ? '' : '*';
      return `${this.state.at === uuid ? '▸' : ''}${mark}${ref}`;
    });
  }
}

/** What a decision says that was sent. */
export function brief({ what, value, targets, isRemoval = false }: Decision): string {
  return `${what} ${isRemoval ? '-' : ''}${value} ${targets.map(({ ref }) => ref).join(' ')}`;
}

/** A reply to a ticket that is on disk and has not been sent. */
export function unsentReply(...refs: readonly string[]): UnsentText {
  const receivers = refs.map((ref) => ({ ref, uuid: `id-${ref}` }));
  return { draft: `draft-${refs.join('-')}`, kind: 'ticket', what: 'reply', receivers };
}
