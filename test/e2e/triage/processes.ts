import type { Home } from '../../support/computer/home.js';
import { wordsOf } from '../../support/computer/processes.js';

/** The processes that draw the screen. */
export function triages(home: Home): readonly number[] {
  return home.processes().filter((id) => /^triage( |$)/.test(wordsOf(id) ?? ''));
}
