import { describe, expect, test } from 'vitest';
import { asciiRuler } from '../../src/output/text/width.js';
import type { Size } from '../../src/triage/model/state.js';
import { drawScreen } from '../../src/triage/view/screen.js';
import { setting } from '../output/fake-io.js';
import { Session, stateWith, ticket } from './state.js';

const begin = (size: Size): Session => new Session(stateWith([ticket('A-1'), ticket('A-2')], { size }));

const frameOf = ({ state }: Session) => {
  const { lines, cursor } = drawScreen(state, { ruler: asciiRuler, setting, body: [], news: undefined });
  return { lines: lines.map((line) => line.map(({ text }) => text).join('')), cursor };
};

describe('on a small screen', () => {
  test.each([
    { columns: 40, rows: 10 },
    { columns: 20, rows: 8 },
    { columns: 30, rows: 12 },
  ])('$columns × $rows, what is typed is shown with the receiver and the notice', (size) => {
    const session = begin(size).press('rTyped<ctrl+t>');
    const { lines, cursor } = frameOf(session);
    expect(lines.length).toBe(size.rows);
    expect(lines[cursor?.row ?? 0]).toMatch(/^ > Typed/);
    expect(lines.join('\n')).toMatch(/REPLY[\s\S]*> Typed/);
    expect(lines.at(-1)).toMatch(/there are no/);
  });

  test('that cannot be read, keys neither decide nor send', () => {
    const size = { columns: 19, rows: 7 };
    expect(begin(size).press('sr.zd').state).toEqual({ ...begin(size).state, isTouched: true });
    const session = begin({ columns: 40, rows: 10 }).press('rTyped').tell({ is: 'size', size }).press('x<ctrl+s>');
    expect(session.take('send')).toEqual([]);
    expect(frameOf(session).lines).toEqual(['too small', '', '', '', '', '', '']);
    session.press('<ctrl+c>');
    expect(session.take('keep').map(({ writing }) => writing.field.text)).toEqual(['Typed']);
    expect(session.state.isOver).toBe(true);
    expect(begin(size).press('q').state.isOver).toBe(true);
  });
});
