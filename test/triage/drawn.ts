import { asciiRuler } from '../../src/output/text/width.js';
import type { Look } from '../../src/triage/view/look.js';
import { drawScreen } from '../../src/triage/view/screen.js';
import { setting } from '../output/fake-io.js';
import type { Session } from './state.js';

/** What is drawn for a session, without details. */
export function drawn({ state }: Pick<Session, 'state'>, more: Partial<Look> = {}) {
  const look: Look = { ruler: asciiRuler, setting, body: [], news: undefined, ...more };
  return drawScreen(state, look);
}

/** The same as lines of text. */
export function linesOf(session: Pick<Session, 'state'>, more?: Partial<Look>): readonly string[] {
  return drawn(session, more).lines.map((line) => line.map(({ text }) => text).join(''));
}

/** The same as one text with the ends of its lines. */
export function textOf(session: Pick<Session, 'state'>, more?: Partial<Look>): string {
  return linesOf(session, more)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The same as words, however they are wrapped. */
export function wordsOf(session: Pick<Session, 'state'>): string {
  return linesOf(session).join(' ').replace(/\s+/g, ' ');
}
