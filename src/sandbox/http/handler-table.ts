import type { JsonRoute } from '../../contract/routes.js';
import { chatHandlers } from '../chat.js';
import { downloadHandlers } from '../files.js';
import { deviceHandlers, profileHandlers, sessionHandlers, viewHandlers } from '../identity/me.js';
import { preferenceHandlers } from '../identity/preferences.js';
import { inboxHandlers } from '../inbox/inbox.js';
import { noteHandlers, wikiHandlers } from '../notes.js';
import { projectHandlers } from '../projects.js';
import { searchHandlers } from '../search.js';
import { meetingHandlers, taskHandlers } from '../tasks/tasks.js';
import { ticketHandlers } from '../tickets/tickets.js';
import type { Handler } from '../world.js';
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
  } satisfies Readonly<Record<Exclude<JsonRoute, 'GET /instance'>, Handler>>,
  raw: downloadHandlers satisfies Readonly<Record<string, RawHandler>>,
} satisfies HandlerTable;
