import { readFileSync } from 'node:fs';
import type { Home } from '../../support/computer/home.js';

/** The processes that draw the screen. */
export function triages(home: Home): readonly number[] {
  return home
    .processes()
    .filter((id) =>
      /^[^\0]*node[^\0]*\0[^\0]*tracker[^\0]*\0triage\0/.test(readFileSync(`/proc/${id}/cmdline`, 'utf8')),
    );
}
