import type { KnownReference } from '../client/state/references.js';
import type { EntryState } from './entries.js';
import { findEntries, type IndexQuery } from './index-file.js';
import { beginsWith } from './match.js';
import { type Candidate, isDecent, type Offer } from './offer.js';
import type { Spot } from './read-line.js';
import type { CompletionServers } from './servers.js';
import type { ValueTree } from './tree.js';

interface ValueQuestion {
  readonly value: ValueTree;
  readonly isJoined: boolean;
  /** The part of the word at the cursor before it. */
  readonly prefix: string;
  readonly typed: string;
  readonly taken: readonly string[];
  readonly columns: readonly string[];
  readonly spot: Spot;
  readonly servers: () => CompletionServers;
}

export function offerValue(given: ValueQuestion): Offer {
  const asked = given.isJoined ? afterComma(given) : given;
  const { kind } = asked.value;
  if (kind === 'file' || kind === 'folder') return { ...offer(asked), what: `${kind}s`, candidates: [] };
  if (kind === 'ref') return offerReferences(asked);
  if (kind === 'order' && asked.typed.startsWith('-'))
    return offer({ ...asked, prefix: `${asked.prefix}-`, typed: asked.typed.slice(1) });
  return offer(asked);
}

/** Of values joined with commas, completes the last; the others count as given. */
function afterComma(asked: ValueQuestion): ValueQuestion {
  const comma = asked.typed.lastIndexOf(',');
  if (comma < 0) return asked;
  const before = asked.typed.slice(0, comma);
  return {
    ...asked,
    prefix: `${asked.prefix}${before},`,
    typed: asked.typed.slice(comma + 1),
    taken: [...asked.taken, ...before.split(',').map((each) => each.replace(/^-/, ''))],
  };
}

function offer(asked: ValueQuestion): Offer {
  const { prefix, typed } = asked;
  return { what: 'candidates', prefix, typed, candidates: candidatesFor(asked) };
}

const days = ['today', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function candidatesFor(asked: ValueQuestion): readonly Candidate[] {
  const { kind, choices, suggestions } = asked.value;
  const words = choices ?? suggestions;
  if (words) return pick(asked, words);
  if (kind === 'day') return pick(asked, ['tomorrow', ...days, 'none']);
  if (kind === 'past-day') return pick(asked, ['yesterday', ...days]);
  if (kind === 'columns' || kind === 'order') return pick(asked, asked.columns);
  if (kind === 'instance') return pick(asked, asked.servers().names);
  if (kind === 'alias') return pick(asked, [...asked.servers().aliases.keys()]);
  if (kind === 'template') return pick(asked, asked.servers().templates);
  if (kind === 'draft') return entries(asked, 'unsent');
  if (kind === 'change') return entries(asked, 'done');
  if (kind === 'undone') return entries(asked, 'undone');
  if (kind === 'user') return [...pick(asked, ['@me']), ...people(asked)];
  if (kind === 'org') return find(asked, 'orgs');
  if (kind === 'project') return find(asked, 'projects');
  if (kind === 'item') return items(asked);
  // A value the server defines, such as `task-status`.
  return kind.includes('-') ? serverWords(asked, kind) : [];
}

function entries(asked: ValueQuestion, state: EntryState): readonly Candidate[] {
  return asked
    .servers()
    .entries(state)
    .filter(({ text }) => beginsWith(text, asked.typed) && isFree(asked, text));
}

/** Words of the server; where they may be of a task or a ticket, those of the kind that is meant. */
function serverWords(asked: ValueQuestion, kind: string): readonly Candidate[] {
  const [named] = asked.spot.verb?.arguments ?? [];
  const mayBe = ['tasks', 'tickets'].every((each) => named?.of?.some((of) => of === each));
  const isWork = /^(?:task|ticket)-/.test(kind);
  const { flags, args } = asked.spot;
  const page = flags.includes('--tasks') ? 'tasks' : args[0];
  const isPage = page === 'tasks' || page === 'tickets' || named?.of?.includes('views') === true;
  const own = isWork && page !== undefined && isPage ? page.slice(0, -1) : kind.replace(/-.*/, '');
  const kinds = mayBe && isWork ? kindsOfReference(asked) : [own];
  const found = kinds.flatMap((each) => find(asked, 'values', { head: `${each}-${kind.replace(/^[a-z]+-/, '')}:` }));
  return found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at);
}

/** Whether the first reference names a task or a ticket; both if that is not known. */
function kindsOfReference(asked: ValueQuestion): readonly string[] {
  const ref = throughBranch(asked, asked.spot.args[0]) ?? '';
  const kinds = ['task', 'ticket'];
  if (ref === '@') return kinds.filter((each) => [each, undefined].includes(asked.servers().lastShown?.kind));
  const isSaid = (kind: string): boolean =>
    new RegExp(`^${kind}:|^https?://.*(?:/${kind}s/|[?&]${kind}=)`, 'i').test(ref);
  const said = kinds.filter(isSaid);
  if (said.length > 0) return said;
  const isRef = (entry: KnownReference): boolean =>
    [entry.ref, entry.uuid].some((each) => each.toLowerCase() === ref.toLowerCase());
  const seen = kinds.filter(
    (each) => ref !== '' && search(asked, `${each}s`, { typed: ref, accepts: isRef }).length > 0,
  );
  return seen.length > 0 ? seen : kinds;
}

/** A reference, with `@branch` replaced; undefined if that is not one reference. */
function throughBranch(asked: ValueQuestion, ref: string | undefined): string | undefined {
  return ref === '@branch' ? asked.servers().branchRef : ref;
}

function pick(asked: ValueQuestion, words: readonly string[]): readonly Candidate[] {
  const fits = words.filter((word) => beginsWith(word, asked.typed) && isFree(asked, word));
  return fits.map((text) => ({ text }));
}

function find(asked: ValueQuestion, kind: string, how: Pick<IndexQuery, 'head'> = {}): readonly Candidate[] {
  const accepts = ({ ref }: KnownReference): boolean => isDecent(ref) && isFree(asked, ref);
  return search(asked, kind, { ...how, accepts }).map(({ ref, title }) => toCandidate(ref, title));
}

function people(asked: ValueQuestion): readonly Candidate[] {
  const accepts = ({ title }: KnownReference): boolean => isDecent(title) && isFree(asked, title);
  return search(asked, 'people', { isName: true, accepts }).map(({ title }) => ({ text: title }));
}

/**
 * Items of the checklist named first, as last seen: by text, which names the same item when others change the list, or by number
 * after a digit.
 */
function items(asked: ValueQuestion): readonly Candidate[] {
  const { typed } = asked;
  const typedOwner = asked.spot.args[0]?.replace(/^(?:task|ticket):/, '');
  const owner = (typedOwner === '@' ? asked.servers().lastShown?.ref : throughBranch(asked, typedOwner))?.toUpperCase();
  if (owner === undefined) return [];
  const found = search(asked, 'items', { typed: '', head: `${owner}/`, accepts: ({ title }) => isDecent(title) });
  const rows = found.map(({ ref, title }) => ({
    number: ref.replace(/\/.*$/, ''),
    state: ref.replace(/^.*\//, ''),
    title,
  }));
  if (/^\d/.test(typed))
    return rows.filter(({ number }) => number.startsWith(typed)).map(({ number, title }) => ({ text: number, title }));
  const isOnce = (title: string): boolean => rows.filter((row) => row.title === title).length === 1;
  const fits = rows.filter(({ title }) => isOnce(title) && !/^[\d\s,]+$/.test(title) && isFree(asked, title));
  const hasWord = (title: string): boolean =>
    beginsWith(title, typed) || title.split(/[^\p{L}\p{N}]+/u).some((word) => beginsWith(word, typed));
  return fits
    .filter(({ title }) => hasWord(title))
    .map(({ title, number, state }) => ({ text: title, title: `item ${number}, ${state}` }));
}

/** The prefix that names the kind of a reference. */
const kindWords: Readonly<Record<string, string>> = {
  tasks: 'task:',
  tickets: 'ticket:',
  projects: 'project:',
  wiki: 'page:',
  notes: 'note:',
  threads: 'thread:',
};

/** References of one kind or of several; a typed prefix narrows several to one kind. */
function offerReferences(asked: ValueQuestion): Offer {
  const { prefix, typed, value } = asked;
  const kinds = value.of ?? [];
  const said = kinds.length > 1 ? kinds.find((kind) => typed.startsWith(kindWords[kind] ?? ':')) : undefined;
  if (said) {
    const word = kindWords[said] ?? '';
    const rest = { ...asked, prefix: prefix + word, typed: typed.slice(word.length) };
    return { ...offer({ ...rest, value: { kind: 'ref' } }), candidates: find(rest, said), isReference: true };
  }
  const words = kinds.length > 1 && typed !== '' ? kinds.flatMap((kind) => kindWords[kind] ?? []) : [];
  const branch =
    typed.startsWith('@') && kinds.some((kind) => kind !== 'views' && kind !== 'inbox') ? ['@', '@branch'] : [];
  const all = kinds.flatMap((kind) => find(asked, kind));
  const begun = all.filter(({ text }) => beginsWith(text, typed));
  // If references of any kind start with what was typed, matches in titles are left out.
  const found = begun.length > 0 ? begun : all;
  const candidates = [...found, ...pick(asked, [...branch, ...words])];
  return { what: 'candidates', prefix, typed, candidates, isReference: true };
}

function search(asked: ValueQuestion, kind: string, wanted: Omit<IndexQuery, 'typed'> & { readonly typed?: string }) {
  const file = asked.servers().fileOf(kind);
  return file === undefined ? [] : findEntries(file, { typed: asked.typed, ...wanted });
}

function toCandidate(text: string, title: string): Candidate {
  return title === '' || title === text ? { text } : { text, title };
}

/** Whether a value is not given yet and can be part of a list. */
function isFree({ taken, isJoined }: ValueQuestion, text: string): boolean {
  if (isJoined && text.includes(',')) return false;
  const plain = text.toLowerCase();
  return !taken.some((each) => each.toLowerCase() === plain);
}
