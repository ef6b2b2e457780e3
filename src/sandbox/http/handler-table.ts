import type { JsonRoute } from '../../contract/routes.js';
import { chatHandlers } from '../chat.js';
import { downloadHandlers } from '../files/attachments.js';
import { deviceHandlers, profileHandlers, sessionHandlers } from '../identity/me.js';
import { preferenceHandlers } from '../identity/preferences.js';
import { viewHandlers } from '../identity/views.js';
import { inboxHandlers } from '../inbox/inbox.js';
import { noteHandlers, wikiHandlers } from '../notes.js';
import { projectHandlers } from '../projects/projects.js';
import { searchHandlers } from '../search.js';
import { meetingHandlers, taskHandlers } from '../tasks/tasks.js';
import { ticketHandlers } from '../tickets/tickets.js';
import type { Handlers } from '../world.js';
import type { HandlerTable, RawHandler } from './api.js';

/** The handlers of every route in docs/api.md except the probe and the event stream; a missing one does not compile. */
export const handlers = {
  json: {
    ...sessionHandlers,
    ...preferenceHandlers,
    ...profileHandlers,
    ...viewHandlers,
    ...deviceHandlers,
    ...taskHandlers,
    ...ticketHandlers,
    ...projectHandlers,
    ...inboxHandlers,
    ...chatHandlers,
    ...noteHandlers,
    ...wikiHandlers,
    ...searchHandlers,
    ...meetingHandlers,
  } satisfies Handlers<Exclude<JsonRoute, 'GET /instance'>>,
  raw: downloadHandlers satisfies Readonly<Record<string, RawHandler>>,
} satisfies HandlerTable;
