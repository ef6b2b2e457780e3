import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A path at which nothing is, on any computer: `/nonexistent` is the home of `nobody`, and there on some. */
export const missing: string = join(tmpdir(), `missing-${randomUUID().slice(0, 8)}`);
