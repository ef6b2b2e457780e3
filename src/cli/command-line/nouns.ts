import type { Noun } from '../../args/verb.js';
import { alias } from '../../commands/alias/index.js';
import { api } from '../../commands/api/index.js';
import { attachments } from '../../commands/attachments/index.js';
import { chat } from '../../commands/chat/index.js';
import { completion } from '../../commands/completion/index.js';
import { config } from '../../commands/config/index.js';
import { devices } from '../../commands/devices/index.js';
import { doctor } from '../../commands/doctor/index.js';
import { drafts } from '../../commands/drafts/index.js';
import { events } from '../../commands/events/index.js';
import { inbox } from '../../commands/inbox/index.js';
import { instances } from '../../commands/instances/index.js';
import { login } from '../../commands/login/index.js';
import { logout } from '../../commands/logout/index.js';
import { next } from '../../commands/next/index.js';
import { notes } from '../../commands/notes/index.js';
import { open } from '../../commands/open/index.js';
import { orgs } from '../../commands/orgs/index.js';
import { prefs } from '../../commands/prefs/index.js';
import { profile } from '../../commands/profile/index.js';
import { projects } from '../../commands/projects/index.js';
import { sandbox } from '../../commands/sandbox/index.js';
import { search } from '../../commands/search/index.js';
import { shortVerbs } from '../../commands/short/index.js';
import { status } from '../../commands/status/index.js';
import { tasks, today } from '../../commands/tasks/index.js';
import { tickets } from '../../commands/tickets/index.js';
import { token } from '../../commands/token/index.js';
import { triage } from '../../commands/triage/index.js';
import { undo } from '../../commands/undo/index.js';
import { views } from '../../commands/views/index.js';
import { watch } from '../../commands/watch/index.js';
import { whoami } from '../../commands/whoami/index.js';
import { wiki } from '../../commands/wiki/index.js';

/** Every noun, in the order of help. Only names and summaries are here; a verb's file is loaded when it is used. */
export const nouns: readonly Noun[] = [
  next,
  today,
  status,
  triage,
  inbox,
  tasks,
  tickets,
  projects,
  chat,
  notes,
  wiki,
  search,
  attachments,
  open,
  drafts,
  undo,
  ...shortVerbs,
  watch,
  login,
  logout,
  whoami,
  token,
  instances,
  profile,
  prefs,
  views,
  devices,
  orgs,
  sandbox,
  config,
  alias,
  completion,
  doctor,
  api,
  events,
];

/** The noun with this name or alias. */
export function findNoun(word: string): Noun | undefined {
  return nouns.find(({ name, aliases }) => name === word || aliases.includes(word));
}
