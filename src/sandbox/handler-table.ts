import type { JsonRoute } from '../contract/routes.js';
import type { HandlerTable, RawHandler } from './api.js';
import { downloadHandlers } from './handlers/attachments.js';
import { chatHandlers } from './handlers/chat.js';
import { deviceHandlers } from './handlers/devices.js';
import { inboxHandlers } from './handlers/inbox.js';
import { meetingHandlers } from './handlers/meetings.js';
import { noteHandlers } from './handlers/notes.js';
import { preferenceHandlers } from './handlers/preferences.js';
import { profileHandlers } from './handlers/profile.js';
import { projectHandlers } from './handlers/projects.js';
import { searchHandlers } from './handlers/search.js';
import { sessionHandlers } from './handlers/session.js';
import { taskHandlers } from './handlers/tasks.js';
import { ticketHandlers } from './handlers/tickets.js';
import { viewHandlers } from './handlers/views.js';
import { wikiHandlers } from './handlers/wiki.js';
import type { Handlers } from './world.js';

/** The handler of every route of docs/api.md but the probe and the event stream; a missing one does not compile. */
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
