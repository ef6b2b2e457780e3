import type { SearchReply } from '../../contract/session.js';
import { readAccess } from '../access/access.js';
import { type Answer, type Call, type Handlers, ok } from '../world.js';
import { type SearchType, searchers, searchTypes } from './entities.js';
import { readNeedle } from './needle.js';

export const searchHandlers = { 'GET /search': search } satisfies Handlers<'GET /search'>;

const shortestText = 2;

/**
 * `GET /search`: at most ten results of each type, in the order ticket, task, project, wiki, note, and only what the caller may
 * see. Without types the text needs two characters; with types an empty text finds the most recently updated. Never returns
 * 400.
 */
function search({ world, user, query }: Call): Answer {
  const needle = readNeedle(query.get('q') ?? '');
  const named = readTypes(query.get('types'));
  const isTooShort = named === undefined && needle.text.length < shortestText;
  // No stored text contains a NUL.
  const types = isTooShort || needle.text.includes('\0') ? [] : (named ?? searchTypes);
  const orgId = query.get('orgId')?.trim() || null;
  const access = readAccess(world, user.id);
  const reply: SearchReply = { results: types.flatMap((type) => searchers[type]({ world, access, needle, orgId })) };
  return ok(reply);
}

/** The named types in the order of the results, without unknown ones; undefined if the parameter is absent or blank. */
function readTypes(list: string | null): readonly SearchType[] | undefined {
  if (list === null || list.trim() === '') return undefined;
  const names = list.split(',').map((name) => name.trim());
  return searchTypes.filter((type) => names.includes(type));
}
