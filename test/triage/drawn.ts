import type { Line } from '../../src/output/text/span.js';
import { asciiRuler } from '../../src/output/text/width.js';
import type { Look } from '../../src/triage/view/look.js';
import { drawScreen } from '../../src/triage/view/screen.js';
import { setting } from '../output/fake-io.js';
import type { Session } from './state.js';

type Drawing = Partial<Omit<Look, 'body'>> & { readonly body?: readonly Line[] };

/** What is drawn for a session, with these lines as its detail. */
export function drawn({ state }: Pick<Session, 'state'>, { body: lines = [], ...more }: Drawing = {}) {
  const body = { lines, starts: [], lastWords: 0, news: undefined, times: () => '' };
  return drawScreen(state, { ruler: asciiRuler, setting, body, ...more });
}

/** The same as lines of text. */
export function linesOf(session: Pick<Session, 'state'>, more?: Drawing): readonly string[] {
  return drawn(session, more).lines.map((line) => line.map(({ text }) => text).join(''));
}

/** The same as one text with the ends of its lines. */
export function textOf(session: Pick<Session, 'state'>, more?: Drawing): string {
  return linesOf(session, more)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The same as words, however they are wrapped. */
export function wordsOf(session: Pick<Session, 'state'>): string {
  return linesOf(session).join(' ').replace(/\s+/g, ' ');
}
