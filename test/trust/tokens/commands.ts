import { ann, type SmallService, task } from '../../support/sandbox/service.js';
import { json } from '../../support/servers/misbehaving-server.js';
import { answerWork } from './helpers.js';

/** Every command that speaks to a server it is signed in to, and one of each other kind; `token` is left out, as it prints one. */
export const commands: readonly string[] = [
  'status',
  'tasks list',
  'tasks view ABC-1',
  'tickets list',
  'tickets view ABC-1',
  'inbox list',
  'inbox count',
  'search gate',
  'projects list',
  'projects view ABC',
  'whoami',
  'instances list',
  'instances probe',
  'instances use work',
  'sandbox status',
];

/** Whether a command needs no answer of a server. */
export const isLocal = (words: string): boolean => /^(instances (list|use)|sandbox)/.test(words);

export const formats: readonly string[] = [
  '',
  '--json',
  '--jsonl',
  '--csv',
  '--tsv',
  '--yaml',
  '-q',
  '--fields ref,title',
];

/** The routes they ask, `/instance` excepted. */
const routes: readonly string[] = [
  ...['me', 'tasks', 'tasks/ABC-1', 'tickets', 'tickets/ABC-1', 'inbox', 'inbox/badge', 'search', 'projects'],
  ...['projects/ABC', 'projects/ABC/activity', `tasks/${task.uuid}`, `projects/${task.uuid}`],
];

/** Good answers to all of them, each with a new token. */
export function answerAll(service: SmallService): void {
  const detail = { task, ticket: task, project: { id: task.uuid, key: 'ABC', name: 'A' }, messages: [], authors: {} };
  const body = { ...detail, user: ann, items: [], results: [], projects: [detail.project], tickets: [], tasks: [task] };
  for (const route of routes) service.on(`GET /api/v1/${route}`, service.rotating(json({ ...body, unread: 0 })));
  answerWork(service, service.rotating);
}

/** Refusals of all of them that quote the token they got, in every place a server has. */
export function echoAll(service: SmallService, status: number): void {
  for (const route of [...routes, 'instance']) {
    service.on(`GET /api/v1/${route}`, (exchange) => {
      const quoted = `refused: Authorization: Bearer ${service.token()}`;
      exchange.response.setHeader('x-echo', quoted);
      json({ message: quoted, error: quoted, token: service.token() }, status)(exchange);
    });
  }
}
