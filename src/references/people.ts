import type { Client } from '../client/client.js';
import { TrackerError, undefinedIf } from '../contract/errors.js';
import { isRow, type Row, rowsWithin, textOf, titleOf, uuidOf } from '../contract/row.js';
import { quoteTyped } from '../contract/text/mask-url.js';
import { mayBePart, toNameKey, toPlainLetters } from '../contract/text/plain-letters.js';
import type { Option } from '../terminal/prompt/prompt.js';

const notThere = () => import('./not-there.js');

/** The id of the ORG with this slug, name or id, ignoring case. Throws `not_found` with suggestions, or `ambiguous`. */
export async function resolveOrg(client: Client, name: string): Promise<string> {
  const orgs = rowsWithin(await client.call('GET /me'), 'orgs');
  const wanted = toNameKey(name.trim());
  const namesOf = (org: Row): readonly string[] => [textOf(org.slug) ?? '', titleOf(org), uuidOf(org)].map(toNameKey);
  const matches = wanted === '' ? [] : orgs.filter((org) => namesOf(org).includes(wanted));
  const [first, second] = matches;
  if (!first) {
    const like = wanted === '' ? [] : orgs.filter((org) => namesOf(org).some((each) => each.includes(wanted)));
    const hint = like.length > 0 ? `did you mean ${namesOfOrgs(like)}?` : undefined;
    const error = new TrackerError('not_found', `there is no organisation ${quoteTyped(name, 80)} that you can see`, {
      hint: hint ?? `your organisations: ${namesOfOrgs(orgs) || 'none'}`,
    });
    throw (await notThere()).unlessUnread(
      client,
      { name: `the organisation ${quoteTyped(name, 80)}`, command: 'tracker me', hint },
      error,
    );
  }
  if (!second) return uuidOf(first);
  const names = matches.map((org) => `${titleOf(org)} (${textOf(org.slug) ?? uuidOf(org)})`);
  throw new TrackerError('ambiguous', `${JSON.stringify(name)} matches several: ${names.join(', ')}`);
}

/** The first of these organisations, as their flag takes them. */
export function namesOfOrgs(orgs: readonly Row[]): string {
  return orgs
    .slice(0, 12)
    .map((org) => textOf(org.slug) ?? titleOf(org))
    .join(', ');
}

/** Where to look for people: in what the server has sent during this command, then in the index (docs/requirements.md, R79). */
export interface PersonSearch {
  readonly client: Client;
  /** From user id to display data, as in a response. */
  readonly people: unknown;
  /** Ids that stand in the response, of people who may have no name there. */
  readonly ids?: ReadonlySet<string>;
  /** Whether `none` is understood in place of a name. */
  readonly takesNone?: boolean;
}

/**
 * The ids of USERs: `@me`, an id, an email address if the server has sent it, or a name or a unique part of one, ignoring case,
 * and ignoring accents if nothing else matches. Throws `not_found`, or `ambiguous` with the candidates.
 */
export async function resolvePeople(names: readonly string[], search: PersonSearch): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const name of names) found.add(await resolvePerson(name, search));
  return found;
}

/** `@me`, or `me`. */
export function isMe(name: string): boolean {
  return /^@?me$/i.test(name);
}

async function resolvePerson(name: string, { client, people, ids, takesNone }: PersonSearch): Promise<string> {
  const wanted = toNameKey(name.replace(/^@/, ''));
  if (isMe(name)) return await findMe(client);
  if (ids?.has(name)) return name;
  if (/^[^@\s]+@[^@\s]+$/.test(name)) return await findByMail(client, name);
  const fresh = new Map([...client.index.fresh('people').values()].map(({ uuid, title }) => [uuid, title]));
  if (isRow(people))
    for (const [id, person] of Object.entries(people)) if (isRow(person)) fresh.set(id, titleOf(person));
  const remembered = client.index.all('people').filter(({ uuid }) => !fresh.has(uuid));
  if (fresh.has(name) || remembered.some(({ uuid }) => uuid === name)) return name;
  const current = matchesOf(wanted, [...fresh]);
  forgetNamesakes(client, current, remembered);
  const recalled = remembered.map(({ uuid, title }): [string, string] => [uuid, title]);
  const matches = current.length > 0 ? current : matchesOf(wanted, recalled);
  const [first, second] = matches;
  if (!first || wanted === '') {
    const isNobody = takesNone && /^(?:nobody|no-?one|unassigned)$/i.test(name);
    const hint = isNobody ? 'none stands for nobody' : `tracker ${client.memory?.flags ?? ''}people list`;
    const error = new TrackerError('not_found', `there is no user called ${JSON.stringify(name)}`, { hint });
    throw await unknownUser(client, name, error);
  }
  if (!second) return first[0];
  const candidates = matches.slice(0, 8).map(([id, title]) => `${title} (${id})`);
  throw new TrackerError('ambiguous', `${JSON.stringify(name)} matches several people: ${candidates.join(', ')}`, {
    hint: 'give more of the name, or the id in parentheses',
  });
}

/** The id of a person by email address. Servers send at least that of the signed-in user. */
async function findByMail(client: Client, address: string): Promise<string> {
  const find = () => client.index.all('mails').find(({ ref }) => ref.toLowerCase() === address.toLowerCase());
  const known = find() ?? (await client.call('GET /me').then(find));
  if (known) return known.uuid;
  const hint = 'use their name, or a part of it';
  const error = new TrackerError('not_found', `no user with the address ${JSON.stringify(address)} is known`, { hint });
  throw await unknownUser(client, address, error);
}

async function unknownUser(client: Client, name: string, error: TrackerError): Promise<TrackerError> {
  const { unlessUnread } = await notThere();
  return unlessUnread(client, { name: `the user ${JSON.stringify(name)}`, command: 'tracker people list' }, error);
}

/** Forgets people whose name the server now uses with another id: the server may have been replaced. */
function forgetNamesakes(
  client: Client,
  current: readonly [string, string][],
  remembered: ReturnType<Client['index']['all']>,
): void {
  const names = new Set(current.map(([, title]) => toNameKey(title)));
  for (const { ref, title } of remembered) if (names.has(toNameKey(title))) client.index.forget('people', ref);
}

/** The people with that name, or else those whose name contains it, or else the same ignoring accents (Zoe for Zoë). */
function matchesOf(wanted: string, known: readonly [string, string][]): readonly [string, string][] {
  const plain = toPlainLetters(wanted);
  const isPlain = (title: string) => toPlainLetters(title) === plain;
  const containsPlain = (title: string) => toPlainLetters(title).includes(plain);
  const isMatch = [
    (title: string) => toNameKey(title) === wanted,
    ...(mayBePart(wanted) ? [(title: string) => toNameKey(title).includes(wanted)] : []),
    ...(mayBePart(plain) ? [isPlain, containsPlain] : []),
  ];
  for (const matches of isMatch) {
    const found = known.filter(([, title]) => matches(title));
    if (found.length > 0) return found;
  }
  return [];
}

/** The id of the signed-in user. Sends a request only if this machine does not know it. */
export async function findMe(client: Client): Promise<string> {
  const id = client.userId ?? textOf((await client.call('GET /me')).user?.id);
  if (id !== undefined) return id;
  throw new TrackerError('failed', 'the server does not say who is signed in');
}

/** The team: the people a task can be assigned to. Empty if the caller has no task that lists them. */
export async function readTeam(client: Client): Promise<readonly Row[]> {
  const [task] = rowsWithin(await client.call('GET /tasks', { query: { scope: 'mine' } }), 'tasks');
  if (!task) return [];
  return rowsWithin(await client.call('GET /tasks/:id', { id: uuidOf(task) }), 'assignableUsers');
}

/** People to choose from: you, the team, then the others, each by name. You are among them in any case. */
export async function peopleOptions(
  client: Client,
  people: readonly Row[],
  team: readonly Row[],
): Promise<readonly Option<string>[]> {
  const me = await findMe(client);
  const inTeam = new Set(team.map(uuidOf));
  const names = new Map(people.map((row) => [uuidOf(row), titleOf(row)]));
  names.set(me, `${names.get(me) || client.index.find('people', me)?.title || 'you'} (you)`);
  const rank = (id: string): number => (id === me ? 0 : inTeam.has(id) ? 1 : 2);
  return [...names]
    .filter(([id]) => id !== '')
    .map(([value, name]) => ({ name: name || value, value }))
    .sort((a, b) => rank(a.value) - rank(b.value) || a.name.localeCompare(b.name));
}

/**
 * The ids of USERs for a write: `@me`, ids, names or unique parts of them. A remembered name may be out of date, so
 * `readPeople` first reads something that lists people, such as the detail of a task (docs/requirements.md, R79). Throws
 * `not_found` or `ambiguous`.
 */
export async function resolveAssignees(
  client: Client,
  names: readonly string[],
  readPeople: () => Promise<unknown>,
): Promise<readonly string[]> {
  const isName = (name: string): boolean => !isMe(name) && client.index.find('people', name)?.uuid !== name;
  // Refusals are ignored, so that an unknown person is reported as not found and not as whatever kept us from looking.
  if (names.some(isName)) await undefinedIf(['not_found', 'forbidden', 'failed'], readPeople());
  return [...(await resolvePeople(names, { client, people: {}, takesNone: true }))];
}
