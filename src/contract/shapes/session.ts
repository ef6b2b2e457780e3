import type { Done, Wide } from './wide.js';

/** The response of `GET /instance`, which needs no token (docs/api.md, Authentication 7 and Versioning 2). */
export type Instance = Wide<{
  name: string;
  version: string;
  api: number;
  branding: Wide<{ name: string; logoUrl: string }>;
}>;

export type User = Wide<{ id: string; name: string; email: string; image: string }>;

type Org = Wide<{ id: string; slug: string; name: string; color: string; key: string }>;

export type Membership = Wide<{ role: string; isInternal: boolean; permissions: readonly string[] }>;

export type Capabilities = Wide<{
  userType: string;
  isAdmin: boolean;
  surfaces: Readonly<Record<string, boolean>>;
  quickCreate: Readonly<Record<string, boolean>>;
  global: readonly string[];
  orgs: Readonly<Record<string, Membership>>;
  projects: Readonly<Record<string, Membership>>;
}>;

/** Another server the user knows. */
export type KnownInstance = Wide<{ url: string; name: string; logoUrl: string; addedAt: string }>;

export type Me = Wide<{
  user: User;
  capabilities: Capabilities;
  orgs: readonly Org[];
  unreadCount: number;
  instances: readonly KnownInstance[];
}>;

export type Preferences = Wide<{
  theme: string;
  density: string;
  defaultLanding: string;
  weekStartsOn: number;
  locale: string;
  notifications: Readonly<Record<string, unknown>>;
  quietHours: unknown;
  digest: unknown;
  notificationScope: unknown;
}>;

export type PreferencesReply = Done & Wide<{ preferences: Preferences }>;

export interface ProfilePatch {
  readonly name?: string;
  readonly image?: string | null;
}

/** Saved views per page; servers wrap the map as `views` or `viewState`. */
export type Views = Wide<{ views: Readonly<Record<string, unknown>>; viewState: Readonly<Record<string, unknown>> }>;

export type SearchResult = Wide<{
  type: string;
  id: string;
  uuid: string;
  title: string;
  subtitle: string;
  url: string;
  displayId: string;
}>;

/** `types` is a comma-separated list of `ticket`, `task`, `project`, `wiki`, `note`. */
export interface SearchQuery {
  readonly q: string;
  readonly types?: string;
  readonly orgId?: string;
}

/** An invalidation hint of the event stream (docs/api.md, Events 1). */
export type Hint = Wide<{ type: string; entityType: string; entityId: string }>;

export type DevicePlatform = 'ios' | 'android' | 'ios-live-activity';

export interface DeviceAdd {
  readonly token: string;
  readonly platform: DevicePlatform;
  readonly deviceName?: string;
}
