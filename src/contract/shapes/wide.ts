/**
 * A type as loose as the specification: every key may be absent or null, and unknown keys pass through. Responses are typed
 * with it because a server may leave out or add anything that docs/api.md does not promise.
 */
export type Wide<T> = { readonly [K in keyof T]?: T[K] | null } & { readonly [extra: string]: unknown };

/** Display data of a user, as the `users` and `authors` maps carry it: colour is a hex or `hsl()` string. */
export type Person = Wide<{ id: string; name: string; color: string }>;

/** From user id to display data. */
export type People = Readonly<Record<string, Person>>;

/** The response of a write without other data. */
export type Done = Wide<{ ok: boolean; unchanged: boolean }>;

/** The response of a creation. Threads may have `threadId` instead of `id`. */
export type CreationReply = Wide<{ id: string; displayId: string; threadId: string }>;
