import { describe, expect, test } from 'vitest';
import type { State } from '../../src/triage/model/state.js';
import { linesOf, textOf, wordsOf } from './drawn.js';
import { Session, stateWith, ticket } from './state.js';

const detail = {
  ticket: { uuid: 'id-A-1' },
  assignableUsers: [
    { id: 'sean', name: "Seán O'Connor" },
    { id: 'me', name: 'Mara' },
  ],
  authors: { zoe: { name: 'Zoë Baptiste' }, odd: { name: 'A] (bad' } },
};

const begin = (keys: string, more: Partial<State> = {}): Session =>
  new Session(
    stateWith([ticket('A-1'), ticket('A-2'), ticket('B-7', { subject: 'Roster PDF' })], {
      details: new Map([['id-A-1', detail]]),
      ...more,
    }),
  ).press(keys);
const textIn = ({ state }: Session): string => {
  const { mode } = state;
  return mode.is === 'write'
    ? `${mode.field.text.slice(0, mode.field.at)}|${mode.field.text.slice(mode.field.at)}`
    : mode.is;
};
const offered = (session: Session): readonly string[] =>
  linesOf(session)
    .filter((line) => line.includes('Tab inserts'))
    .map((line) => line.replace('Tab inserts', '').trim());

describe('@ in a text', () => {
  test('offers the people of the ticket, and Tab inserts one as a mention', () => {
    expect(offered(begin('rHi @'))).toEqual(["▸Zoë Baptiste   Seán O'Connor"]);
    const session = begin('rHi @sea');
    expect(offered(session)).toEqual(["▸Seán O'Connor"]);
    expect(textIn(session.press('<tab>'))).toBe("Hi @[Seán O'Connor](sean) |");
    expect(session.state.mode).toMatchObject({ status: undefined });
    expect(offered(session)).toEqual([]);
    // Then Tab is what it always is.
    expect(session.press('<tab>').state.mode).toMatchObject({ status: 'waiting_on_customer' });
  });

  test('finds any of their names, without accents, and arrows choose', () => {
    expect(textIn(begin('r@bap<tab>'))).toBe('@[Zoë Baptiste](zoe) |');
    expect(textIn(begin('r@<down><enter>'))).toBe("@[Seán O'Connor](sean) |");
    expect(textIn(begin('r@<up><up><enter>'))).toBe('@[Zoë Baptiste](zoe) |');
    expect(textIn(begin('r(@zoe<tab>'))).toBe('(@[Zoë Baptiste](zoe) |');
    expect(textIn(begin('r, hi<home>@zoe<tab>'))).toBe('@[Zoë Baptiste](zoe)|, hi');
  });

  test.each([
    ['an address', 'rmara@se'],
    ['the middle of a word', 'rabc<left><left>@'],
    ['a word that is over', 'r@sean '],
    ['a name nobody has', 'r@nobody'],
    ['a sign that was deleted', 'r@<backspace>se'],
    ['after Esc', 'r@se<esc>'],
  ])('offers nothing in %s', (_where, keys) => {
    expect(offered(begin(keys))).toEqual([]);
  });

  test.each(['r@nobody', 'r#nothing'])(
    '%s: Tab says that nothing matches, and sets no status before the word is over',
    (keys) => {
      const session = begin(`${keys}<tab>`);
      expect(session.state).toMatchObject({ mode: { status: undefined }, notice: { tone: 'bad' } });
      expect(linesOf(session).join('\n')).toContain(
        `no match for ${keys.slice(1)}; after a space, Tab sets the status`,
      );
      expect(session.press(' <tab>').state.mode).toMatchObject({ status: 'waiting_on_customer' });
    },
  );

  test('Enter is a new line, and Ctrl-S sends what is there, unless one was marked', () => {
    expect(textIn(begin('r@se<enter>'))).toBe('@se\n|');
    expect(begin('r@se<ctrl+s>').pending().message?.body).toBe('@se');
    // Esc leaves the offer first, then the text.
    const session = begin('r@se<esc>');
    expect(textIn(session)).toBe('@se|');
    expect(session.press('<esc>').state.mode.is).toBe('list');
  });

  test('that is pasted offers nothing, whatever is pasted', () => {
    for (const text of ['@', '@se', 'write to @se', '#A-']) {
      const session = begin('r').tell({ is: 'key', key: { name: 'paste', text } });
      expect(offered(session)).toEqual([]);
      expect(session.press('<tab>').state.mode).toMatchObject({ field: { text }, status: 'waiting_on_customer' });
      const typed = begin('r@').tell({ is: 'key', key: { name: 'paste', text: 'se' } });
      expect(offered(typed)).toEqual([]);
    }
  });

  test('names the team too, of whom only the team knows', () => {
    const { words } = stateWith([]);
    const people = { noa: { name: 'Noa Levi' } };
    expect(offered(begin('r@noa', { people, words: { ...words, team: ['noa'] } }))).toEqual(['▸Noa Levi']);
    expect(offered(begin('r@noa', { people, words: { ...words, team: ['noa'], isExternal: true } }))).toEqual([]);
    expect(offered(begin('r@noa', { people }))).toEqual([]);
  });
});

describe('# in a text', () => {
  test('offers references by their beginning and by words of the title, also what only this computer knows', () => {
    expect(textIn(begin('rsee #b-<tab>'))).toBe('see ~[B-7](ticket:id-B-7) |');
    expect(textIn(begin('r#roster<tab>'))).toBe('~[B-7](ticket:id-B-7) |');
    const session = begin('r#C');
    expect(session.take('refs')).toEqual([{ do: 'refs', word: 'C' }]);
    const references = [{ kind: 'task', uuid: 'c1', ref: 'C-1', title: 'Cables' }] as const;
    session.tell({ is: 'refs', word: 'C', references });
    expect(offered(session)).toEqual(['▸C-1 Cables']);
    expect(textIn(session.press('<tab>'))).toBe('~[C-1](task:c1) |');
    // What comes late is not offered for another word.
    expect(offered(begin('r#Cx').tell({ is: 'refs', word: 'C', references }))).toEqual([]);
  });

  test('is a heading before a space, and takes nothing', () => {
    expect(textIn(begin('r# Title<enter>'))).toBe('# Title\n|');
    expect(textIn(begin('r## <tab>'))).toBe('## |');
  });
});

describe('the preview', () => {
  const shown = (keys = ''): Session =>
    begin(`r**Hi** there<ctrl+p>`)
      .tell({ is: 'preview', text: '**Hi** there', lines: [[{ text: 'Hi there', styles: [] }]] })
      .press(keys);

  test('is shown in place of the text, and one key goes back', () => {
    expect(begin('r**Hi** there<ctrl+p>').take('preview')).toEqual([
      { do: 'preview', text: '**Hi** there', width: 97 },
    ]);
    expect(wordsOf(shown())).toMatch(/│ Hi there/);
    expect(textOf(shown())).not.toContain('**Hi**');
    for (const key of ['<ctrl+p>', '<esc>']) expect(textOf(shown(key))).toContain('> **Hi** there');
  });

  test('goes once something is typed, and the text can be sent from it', () => {
    expect(textIn(shown('!'))).toBe('**Hi** there!|');
    expect(textOf(shown('!'))).toContain('> **Hi** there!');
    expect(shown('<ctrl+s>').pending().message?.body).toBe('**Hi** there');
  });

  test('scrolls, is laid out again in another width, and needs a text', () => {
    expect(shown('<down><down><pagedown>').state.mode).toMatchObject({ preview: { from: 0 } });
    const session = shown().tell({ is: 'size', size: { columns: 80, rows: 24 } });
    expect(session.state.mode).toMatchObject({ preview: undefined });
    expect(begin('r<ctrl+p>').state).toMatchObject({ mode: { is: 'write' }, notice: { text: 'there is no text yet' } });
  });
});
