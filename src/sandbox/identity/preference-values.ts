import type { World } from '../world.js';

/** How a user is notified of an event. */
interface Channels {
  readonly email: 'off' | 'instant' | 'digest';
  readonly inApp: boolean;
}

/** A user's preferences with every value resolved. */
export interface ResolvedPreferences {
  readonly theme: string;
  readonly density: string;
  readonly defaultLanding: string;
  readonly weekStartsOn: number;
  readonly locale: string;
  readonly notifications: Readonly<Record<string, Channels>>;
  readonly quietHours: {
    readonly enabled: boolean;
    readonly start: string;
    readonly end: string;
    readonly weekends: boolean;
  };
  readonly digest: { readonly frequency: string; readonly hour: number };
  readonly notificationScope: { readonly tickets: string; readonly chat: string };
}

const loud: Channels = { email: 'instant', inApp: true };
const quiet: Channels = { email: 'off', inApp: true };
const silent: Channels = { email: 'off', inApp: false };

/** Every event that can notify, with the defaults for a new user. */
export const notificationDefaults: Readonly<Record<string, Channels>> = {
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
};

const defaults: ResolvedPreferences = {
  theme: 'dark',
  density: 'comfortable',
  defaultLanding: '/week',
  weekStartsOn: 1,
  locale: 'en',
  notifications: notificationDefaults,
  quietHours: { enabled: false, start: '20:00', end: '08:00', weekends: true },
  digest: { frequency: 'daily', hour: 9 },
  notificationScope: { tickets: 'all', chat: 'all' },
};

/** A user's preferences with defaults filled in (docs/api.md, Current user and related). */
export function readPreferences(world: World, userId: string): ResolvedPreferences {
  const row = world.db.get<{ preferences: string }>('SELECT preferences FROM users WHERE id = ?', userId);
  return resolvePreferences(row?.preferences ?? '{}');
}

/** Fills in the defaults of preferences as stored in the `preferences` column: JSON of what was changed. */
export function resolvePreferences(stored: string): ResolvedPreferences {
  // Only checked values are ever stored.
  const own = JSON.parse(stored) as Partial<ResolvedPreferences>;
  return { ...defaults, ...own, notifications: { ...notificationDefaults, ...own.notifications } };
}

/** Stores checked preferences. */
export function savePreferences(world: World, userId: string, preferences: ResolvedPreferences): void {
  world.db.run('UPDATE users SET preferences = ? WHERE id = ?', JSON.stringify(preferences), userId);
}
