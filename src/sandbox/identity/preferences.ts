import { isRow } from '../../contract/row.js';
import { type Handlers, ok, Refusal, type World } from '../world.js';

/** Preferences with defaults filled in; a PATCH merges its values (docs/api.md, Current user and related). */
export const preferenceHandlers = {
  'GET /me/preferences': ({ world, user }) => ok({ preferences: show(readPreferences(world, user.id)) }),
  'PATCH /me/preferences': ({ world, user, body }) => {
    const given = Object.entries(body).filter(([key]) => Object.hasOwn(checks, key));
    if (given.length === 0) throw new Refusal(400, 'Give at least one preference.');
    for (const [key, value] of given) {
      if (!checks[key]?.(value)) throw new Refusal(400, `The value of ${key} is not valid.`);
    }
    const before = readPreferences(world, user.id);
    // Each value given has just been checked for its key.
    const changes = Object.fromEntries(given) as Partial<ResolvedPreferences>;
    const notifications = { ...before.notifications, ...changes.notifications };
    const preferences = { ...before, ...changes, notifications };
    world.db.update('users', user.id, { preferences: JSON.stringify(preferences) });
    return ok({ ok: true, preferences: show(preferences) });
  },
} satisfies Handlers;

/** Adds the event that once covered all mentions, which old clients look for. It cannot be set. */
function show(preferences: ResolvedPreferences): ResolvedPreferences {
  return {
    ...preferences,
    notifications: { ...preferences.notifications, mentioned: { email: 'instant', inApp: true } },
  };
}

type Check = (value: unknown) => boolean;

const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isTime: Check = (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
const isHour: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 23;

/** A check for an object with exactly these keys, all required. */
const whole =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRow(value) &&
    Object.keys(value).every((key) => Object.hasOwn(fields, key)) &&
    Object.entries(fields).every(([key, check]) => check(value[key]));

const isChannels = whole({ email: oneOf('off', 'instant', 'digest'), inApp: isFlag });
const scope = oneOf('all', 'participating', 'mentions');

const checks: Readonly<Record<string, Check>> = {
  theme: oneOf('dark', 'light', 'system'),
  density: oneOf('comfortable', 'compact'),
  defaultLanding: oneOf('/week', '/tasks', '/projects', '/tickets', '/wiki'),
  weekStartsOn: oneOf(0, 1),
  locale: oneOf('en', 'de'),
  notifications: (value) =>
    isRow(value) &&
    Object.entries(value).every(
      ([event, channels]) => Object.hasOwn(notificationDefaults, event) && isChannels(channels),
    ),
  quietHours: whole({ enabled: isFlag, start: isTime, end: isTime, weekends: isFlag }),
  digest: whole({ frequency: oneOf('hourly', 'daily'), hour: isHour }),
  notificationScope: whole({ tickets: scope, chat: scope }),
};

/** How a user is notified of an event. */
interface Channels {
  readonly email: 'off' | 'instant' | 'digest';
  readonly inApp: boolean;
}

const loud: Channels = { email: 'instant', inApp: true };
const quiet: Channels = { email: 'off', inApp: true };
const silent: Channels = { email: 'off', inApp: false };

/** Every event that can notify, with the defaults for a new user. */
const notificationDefaults = {
  taskAssigned: loud,
  taskMentioned: loud,
  taskCommented: quiet,
  taskStatusChanged: quiet,
  taskDueSoon: loud,
  ticketCreated: loud,
  ticketAssigned: loud,
  ticketStatusChanged: quiet,
  ticketMessage: loud,
  ticketMentioned: loud,
  chatMessage: quiet,
  chatMentioned: loud,
  projectMentioned: loud,
  wikiUpdated: silent,
  webhookDisabled: loud,
} satisfies Readonly<Record<string, Channels>>;

export type NoticeKind = keyof typeof notificationDefaults;

const defaults = {
  theme: 'dark',
  density: 'comfortable',
  defaultLanding: '/week',
  weekStartsOn: 1,
  locale: 'en',
  notifications: notificationDefaults as Readonly<Record<string, Channels>>,
  quietHours: { enabled: false, start: '20:00', end: '08:00', weekends: true },
  digest: { frequency: 'daily', hour: 9 },
  notificationScope: { tickets: 'all', chat: 'all' },
};

/** A user's preferences with every value resolved. */
type ResolvedPreferences = Readonly<typeof defaults>;

function readPreferences(world: World, userId: string): ResolvedPreferences {
  return resolvePreferences(world.db.value('SELECT preferences FROM users WHERE id = ?', userId) ?? '{}');
}

/** Fills in the defaults of preferences as stored in the `preferences` column: JSON of what was changed. */
export function resolvePreferences(stored: string): ResolvedPreferences {
  // Only checked values are ever stored.
  const own = JSON.parse(stored) as Partial<ResolvedPreferences>;
  return { ...defaults, ...own, notifications: { ...notificationDefaults, ...own.notifications } };
}
