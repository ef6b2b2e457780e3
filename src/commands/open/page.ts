import type { EntityKind } from '../../client/find/references.js';
import type { TitledKind } from '../../client/find/titled.js';

/** A page of the web app. */
export interface Page {
  readonly kind: EntityKind | TitledKind | 'start';
  readonly ref: string;
  readonly uuid?: string;
  /** Relative to the server's address. */
  readonly path: string;
}

/** A page that fits a name, and whether it is called exactly so. */
export interface Hit {
  readonly page: Page;
  readonly isExact: boolean;
}
