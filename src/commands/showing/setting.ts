import type { Context } from '../../args/context.js';
import { selection } from '../../args/selection.js';
import type { Client } from '../../client/client.js';
import { knownSide } from '../../client/learn/sides.js';
import { orElse, phrase } from '../../contract/errors.js';
import { isRow } from '../../contract/row.js';
import type { Setting } from '../../output/view.js';

/** What views need in addition to their rows: the people in the response, the clock, and who is signed in. */
export function settingFor(context: Context, client: Client, people: unknown): Setting {
  let names: Setting['names'];
  return {
    // The server sent this map; views expect any entry to be missing.
    people: isRow(people) ? (people as Setting['people']) : {},
    now: context.now(),
    me: client.userId,
    flags: selection(context),
    base: client.base.href,
    officeHours: context.settings.stored['office-hours'],
    recall: (userId) => client.index.find('people', userId)?.title,
    sideOf: (userId) => knownSide(client.index, userId)?.side,
    refOf: (uuid) =>
      (['tickets', 'tasks'] as const)
        .flatMap((kind) => client.index.all(kind).find((each) => each.uuid === uuid) ?? [])
        .at(0)?.ref,
    // Read only if a row has an id alone and a format needs the name.
    get names() {
      names ??= namesById(client);
      return names;
    },
  };
}

/** Gives what this computer calls the person, organisation or project with an id. */
export function namesOfIds(client: Client): (id: string) => string | undefined {
  const names = namesById(client);
  return (id) => client.index.find('people', id)?.title || names.get(id) || undefined;
}

function namesById({ index }: Client): ReadonlyMap<string, string> {
  const named = (kind: 'orgs' | 'projects', name: 'ref' | 'title') =>
    index.all(kind).map((each) => [each.uuid, each[name]] as const);
  return new Map([...named('projects', 'ref'), ...named('orgs', 'title')]);
}

/** Reads what a view shows beside its own response, unless only that or the reference is printed. A failure is only a warning. */
export async function readBeside<T>(context: Context, what: string, read: () => Promise<T>): Promise<T | undefined> {
  const { prints, choice } = context.show;
  if (prints === 'references' || (prints === 'documents' && choice.fields.length === 0)) return undefined;
  return await orElse(read(), async ({ message }) => {
    await context.show.warn(phrase`could not read ${what}: ${message}`);
    return undefined;
  });
}
