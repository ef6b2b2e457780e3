import type { World } from '../world.js';

/** What a user gets when one event happens. */
export interface Channels {
  readonly email: 'off' | 'instant' | 'digest';
  readonly inApp: boolean;
}

/** Preferences as they are kept and shown, with every value resolved. */
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

/** Every event that can notify, with what a new user gets. */
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

/** A user's preferences with the defaults filled in (docs/api.md, Current user and related). */
export function readPreferences(world: World, userId: string): ResolvedPreferences {
  const row = world.db.get<{ preferences: string }>('SELECT preferences FROM users WHERE id = ?', userId);
  return resolvePreferences(row?.preferences ?? '{}');
}

/** Fills the defaults into preferences as the `preferences` column keeps them: JSON of what was changed. */
export function resolvePreferences(stored: string): ResolvedPreferences {
  // Only checked values are ever stored.
  const own = JSON.parse(stored) as Partial<ResolvedPreferences>;
  return { ...defaults, ...own, notifications: { ...notificationDefaults, ...own.notifications } };
}

/** Stores preferences that have been checked. */
export function savePreferences(world: World, userId: string, preferences: ResolvedPreferences): void {
  world.db.run('UPDATE users SET preferences = ? WHERE id = ?', JSON.stringify(preferences), userId);
}
