import type { NounContent } from '../args/verb.js';

/** A noun as the help lists it; its verbs are loaded when it is used. */
export interface Noun {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly group: 'Work' | 'Signing in' | 'More';
  load(): Promise<NounContent>;
}

/** Every noun, in the order of the help. */
export const nouns: readonly Noun[] = [
  noun(
    'Work',
    'status',
    [],
    'What waits for you: inbox, tasks, tickets',
    async () => (await import('../commands/status/index.js')).status,
  ),
  noun(
    'Work',
    'tasks',
    ['task'],
    'List and read tasks',
    async () => (await import('../commands/tasks/index.js')).tasks,
  ),
  noun(
    'Work',
    'tickets',
    ['ticket'],
    'List and read support tickets',
    async () => (await import('../commands/tickets/index.js')).tickets,
  ),
  noun('Work', 'inbox', [], 'Notifications', async () => (await import('../commands/inbox/index.js')).inbox),
  noun(
    'Work',
    'search',
    [],
    'Search tasks, tickets, projects, wiki and notes',
    async () => (await import('../commands/search/index.js')).search,
  ),
  noun(
    'Work',
    'projects',
    ['project'],
    'List and read projects',
    async () => (await import('../commands/projects/index.js')).projects,
  ),
  noun(
    'Signing in',
    'login',
    [],
    'Sign in to a server',
    async () => (await import('../commands/login/index.js')).login,
  ),
  noun(
    'Signing in',
    'logout',
    [],
    'Sign out and forget the token',
    async () => (await import('../commands/logout/index.js')).logout,
  ),
  noun(
    'Signing in',
    'whoami',
    ['me'],
    'Who is signed in, and what they may do',
    async () => (await import('../commands/whoami/index.js')).whoami,
  ),
  noun(
    'Signing in',
    'token',
    [],
    'Print the current token, for curl',
    async () => (await import('../commands/token/index.js')).token,
  ),
  noun(
    'Signing in',
    'instances',
    ['instance'],
    'The servers you are signed in to',
    async () => (await import('../commands/instances/index.js')).instances,
  ),
  noun(
    'More',
    'sandbox',
    [],
    'A whole service of your own, on this computer',
    async () => (await import('../commands/sandbox/index.js')).sandbox,
  ),
];

/** The noun with this name or alias. */
export function findNoun(word: string): Noun | undefined {
  return nouns.find(({ name, aliases }) => name === word || aliases.includes(word));
}

function noun(
  group: Noun['group'],
  name: string,
  aliases: readonly string[],
  summary: string,
  load: Noun['load'],
): Noun {
  return { group, name, aliases, summary, load };
}
