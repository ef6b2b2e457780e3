import { describe, expect, test } from 'vitest';
import { optionsShown } from '../../src/triage/model/picking.js';
import { linesOf, textOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const of =
  (customerId: string) =>
  (ref: string, more: object = {}) =>
    ticket(ref, { customerId, ...more });
const [lucia, petra] = [of('lucia'), of('petra')];

const [first, second, closed] = [lucia('A-1'), lucia('A-2'), lucia('A-9', { status: 'closed' })];

/** Two tickets of Lucía's and one of Petra's in the list, and one of Lucía's that is not in it. */
const begin = (more = {}): Session =>
  new Session(
    stateWith([first, second, petra('B-1'), ticket('C-1')], {
      customers: new Map([
        ['lucia', [first, second, closed]],
        ['petra', [petra('B-1')]],
      ]),
      ...more,
    }),
  );

const options = ({ state: { mode } }: Session): readonly string[] =>
  mode.is === 'pick' ? optionsShown(mode).map(({ text }) => text) : [];

const size = (columns: number, rows: number) => ({ size: { columns, rows } });

describe('the other tickets of a customer', () => {
  test('stand under the subject, without the ticket itself, and with what has just been decided', () => {
    const session = begin(size(120, 40));
    expect(textOf(session)).toMatch(/H A-2 open +Subject of A-2\n[^\n]*│ {3}A-9 closed +Subject of A-9\n/);
    session.press('jsrkk').accept();
    expect(textOf(session)).toMatch(/▸[\s\S]*H A-2 resolved/);
  });

  test.each([
    [60, 20, /^H A-2 open .*Subject of A-2 · A-9 closed .*Subject of A-9$/],
    [80, 24, /^H A-2 open .*Subject of A-2 · A-9 closed .*Subject of A-9$/],
    [200, 60, /│ H A-2 open .*Subject of A-2$/],
  ])('fit %i × %i', (columns, rows, line) => {
    const lines = linesOf(begin(size(columns, rows))).map((each) => each.trimEnd());
    expect(lines.filter((each) => line.test(each))).toHaveLength(1);
    expect(lines.filter((each) => each.length > columns)).toEqual([]);
  });

  test('are not there where there are none, or no customer', () => {
    const session = begin().press('jj');
    expect(session.state.at).toBe('id-B-1');
    expect(textOf(session)).not.toMatch(/^.*│ H /m);
    expect(session.press('H').state).toMatchObject({
      mode: { is: 'list' },
      notice: { text: 'no other tickets from this customer are known here' },
    });
    expect(textOf(session.press('j'))).not.toMatch(/^.*│ H /m);
  });

  test('are all shown by H, and Enter goes to one; Backspace comes back step by step, with the filter of before', () => {
    const session = begin().press('/A-1<enter>H');
    expect(options(session)).toEqual(['A-2  open  Subject of A-2', 'A-9  closed  Subject of A-9']);
    session.press('closed<enter>');
    expect(session.state).toMatchObject({ at: 'id-A-9', filter: '' });
    expect(session.rows()).toEqual(['A-1', 'A-2', 'B-1', 'C-1', '▸A-9']);
    session.press('H<down><enter>');
    expect(session.state.at).toBe('id-A-2');
    session.press('<backspace>');
    expect(session.state.at).toBe('id-A-9');
    session.press('<backspace>');
    expect(session.state).toMatchObject({ at: 'id-A-1', filter: 'A-1' });
    expect(session.press('<backspace>').state).toMatchObject({
      at: 'id-A-1',
      notice: { text: 'there is nowhere to go back to' },
    });
  });

  test('are gone back from although the list is another one by then', () => {
    const session = begin().press('H<enter>');
    session.tell({
      ...{ is: 'list', items: [ticket('D-1')], people: {}, title: 'my tickets', kind: 'ticket', fill: 'another' },
    });
    expect(session.state.at).toBe('id-D-1');
    expect(session.press('<backspace>').state.at).toBe('id-A-1');
    expect(session.rows()).toEqual(['D-1', '▸A-1']);
  });

  test('cannot move the screen with what they are called', () => {
    const hostile = lucia('A-9', { subject: '\u001b[2J\u202eevil\n\ttext', status: '\u0007odd' });
    const session = begin({ customers: new Map([['lucia', [first, hostile]]]) });
    const all = [...linesOf(session), ...linesOf(session.press('H'))].join('');
    expect(all).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(all).toContain('evil');
  });
});
