import type { Context } from '../../../args/context.js';
import { knownValues } from '../../../client/learn/rows.js';
import { knownTeam } from '../../../client/learn/sides.js';
import type { ReferenceIndex } from '../../../client/state/references.js';
import { templatesFolder, templatesIn } from '../../../config/templates.js';
import { TrackerError } from '../../../contract/errors.js';
import type { Reply } from '../../../contract/routes.js';
import { type Row, refOf, rowsOf } from '../../../contract/row.js';
import type { ChoosableWords, FieldWords, MacroChoice } from '../../../triage/model/state.js';
import { savedViewsOf } from '../../../views/saved/filters.js';
import { viewRows } from '../../../views/views.js';
import { readTemplate } from '../../conversations/template.js';
import { usualWords } from '../../work/words.js';
import { listIn, runVerb } from '../run-verb.js';
import type { SessionParts } from '../shared.js';
import { sourcesOf } from './sources.js';

/** Reports the words that can be chosen; projects, if none is known, and saved views are read first. */
export function dispatchWords(shared: SessionParts): void {
  const tell = (): void => shared.dispatch({ is: 'words', words: wordsOf(shared) });
  tell();
  const reads = [
    ...(shared.source.kind === 'task' ? [] : [readProjects(shared)]),
    ...(shared.views.length === 0 ? [readSavedViews(shared)] : []),
    readUserType(shared),
  ];
  for (const read of reads) {
    // Nobody has asked for them yet.
    read.then(tell).catch(() => undefined);
  }
}

/** Takes what the server said the last time, until it says it again. */
export async function recallWords(shared: SessionParts): Promise<void> {
  const { client } = shared;
  const [me, projects] = await Promise.all([client.recall('GET /me'), client.recall('GET /projects')]);
  shared.isExternal = me !== undefined && isExternal(me.reply);
  shared.archived = archivedIn(rowsOf(projects?.reply.projects));
}

export function wordsOf(shared: SessionParts): ChoosableWords {
  const { client, context } = shared;
  const { index } = client;
  const { project: preferred } = context.settings.projectFile ?? {};
  const archived = new Set(shared.archived);
  const projects = index
    .all('projects')
    .filter(({ ref }) => !archived.has(ref))
    .map(({ ref, title }) => ({ key: ref, name: title }));
  return {
    ticket: fieldWords(index, 'ticket'),
    task: fieldWords(index, 'task'),
    projects: projects.toSorted((one, other) => Number(other.key === preferred) - Number(one.key === preferred)),
    ...templateWords(context),
    sources: sourcesOf(shared).map(({ title }) => title),
    team: knownTeam(index),
    isExternal: shared.isExternal === true,
  };
}

async function readProjects(shared: SessionParts): Promise<void> {
  const list = listIn(await runVerb(shared.context, 'projects list', []));
  shared.archived = archivedIn(list?.rows ?? []);
}

/** The keys of those that take no new tasks. */
function archivedIn(projects: readonly Row[]): readonly string[] {
  return projects.filter(({ status }) => status === 'archived').map(refOf);
}

async function readUserType(shared: SessionParts): Promise<void> {
  shared.isExternal = isExternal(await shared.client.call('GET /me'));
}

function isExternal({ capabilities }: Reply<'GET /me'>): boolean {
  return capabilities?.userType === 'external';
}

function fieldWords(index: ReferenceIndex, kind: 'ticket' | 'task'): FieldWords {
  const known = (field: 'status' | 'priority'): readonly string[] => {
    const usual: readonly string[] = usualWords[`${kind}-${field}`];
    const seen = knownValues(index, `${kind}-${field}`);
    // A server with words of its own may refuse those of docs/api.md.
    return seen.every((word) => usual.includes(word)) ? usual : inOrder(seen, usual);
  };
  return {
    ...{ status: known('status'), priority: known('priority') },
    category: kind === 'ticket' ? knownValues(index, 'ticket-category') : [],
    tags: knownValues(index, `${kind}-tag`),
  };
}

/** Known words in the order of their life cycle, then the others. */
function inOrder(words: readonly string[], order: readonly string[]): readonly string[] {
  const rank = (word: string): number => (order.includes(word) ? order.indexOf(word) : order.length);
  return words.toSorted((one, other) => rank(one) - rank(other));
}

export function templateWords(context: Context): Pick<ChoosableWords, 'templates' | 'templatesFolder' | 'macros'> {
  const { config } = context.settings.folders;
  const files = templatesIn(config);
  return {
    templates: files.flatMap(({ name, path }) => (path === undefined ? [] : name)),
    templatesFolder: templatesFolder(config),
    macros: files.flatMap(({ name }) => macroChoice(context, name)),
  };
}

/** A template, if it is a macro. */
function macroChoice(context: Context, name: string): readonly MacroChoice[] {
  try {
    const { macro, needsOriginal } = readTemplate(context, name);
    return macro ? [{ name, needsOriginal, ...macro }] : [];
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return [{ name, why: error.message }];
  }
}

/** The pages of the web app whose saved views are lists. */
const pages = [
  { key: 'tickets', kind: 'ticket', verb: 'tickets list' },
  { key: 'tasks', kind: 'task', verb: 'tasks list' },
] as const;

/** Reads the user's saved views, for the choice of lists. */
export async function readSavedViews(shared: SessionParts): Promise<void> {
  const rows = viewRows(await shared.client.call('GET /me/views'));
  shared.views = pages.flatMap(({ key, kind, verb }) =>
    savedViewsOf(rows.find((row) => row.key === key) ?? {}).map(({ id, name }) => {
      return { title: name.trim(), kind, verb, given: { view: id === '' ? name : id } };
    }),
  );
}
