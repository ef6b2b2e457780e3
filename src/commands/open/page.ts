import type { EntityKind } from '../../client/find/references.js';
import type { TitledKind } from '../../client/find/titled.js';

/** A page of the web app. */
export interface Page {
  readonly kind: EntityKind | TitledKind | 'start';
  readonly ref: string;
  readonly uuid?: string;
  /** Relative to the URL of the server. */
  readonly path: string;
}

/** A page that matches a name, and whether it matches exactly. */
export interface Hit {
  readonly page: Page;
  readonly isExact: boolean;
}
