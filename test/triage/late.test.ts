import { describe, expect, test } from 'vitest';
import { type WritingMessage, writingIn } from '../../src/triage/model/mode.js';
import type { Item } from '../../src/triage/model/state.js';
import { fieldWith } from '../../src/triage/model/texts/text-field.js';
import type { Event } from '../../src/triage/model/update.js';
import { list, Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

/** A session with the cursor on the second of three rows. */
const begin = (more = {}): Session => new Session(stateWith(three, more)).press('j');

const undone: Event = {
  is: 'undone',
  steps: 1,
  restored: [{ uuid: 'id-A-1', row: { priority: 'medium' } }],
  notice: { text: 'undone: A-1', tone: 'good' },
};

const found = (...refs: readonly string[]): Event => ({
  ...{
    is: 'found',
    text: 'B-1',
    options: refs.map((ref) => ({ text: ref, value: `id-${ref}` })),
    items: refs.map((ref) => ticket(ref)),
  },
});

const late: Readonly<Record<string, Event>> = {
  'an undo': undone,
  'a row that was found': found('B-1'),
  'rows that were found': found('A-1', 'B-1'),
  'another list': list([ticket('B-1')], 'another'),
  'the list': list([ticket('B-1'), ...three], 'again'),
};

const written = ({ state }: Session): WritingMessage => {
  const writing = writingIn(state.mode);
  if (!writing) throw new Error(`nothing is being written: ${state.mode.is}`);
  return writing;
};

describe.each(Object.entries(late))('%s that comes late', (_name, event) => {
  test.each([
    ['a reply', 'rHello', '<ctrl+s>', 'reply  A-2'],
    ['a reply with a file', '+', 'a.txt<enter>Hello<ctrl+s>', 'reply  A-2'],
    ['a status', 's', 'r', 'status resolved A-2'],
    ['a tag', 'tf', 'ax<enter>', 'tag fax A-2'],
    ['a status for selected rows', ' s', 'r', 'status resolved A-2'],
  ])('leaves %s to the row it was begun for', (_what, first, then, expected) => {
    const session = begin().press(first).tell(event);
    const file: Event = { is: 'file', typed: 'a.txt', path: 'a.txt', why: undefined };
    expect([session.state.at, session.state.mode.is]).toEqual([
      first.startsWith(' ') ? 'id-A-3' : 'id-A-2',
      begin().press(first).state.mode.is,
    ]);
    const [typed = '', rest = ''] = then.startsWith('a.txt')
      ? ['a.txt<enter>', then.slice('a.txt<enter>'.length)]
      : ['', then];
    expect(session.press(typed).tell(file).press(rest).sent()).toEqual([expected]);
  });

  test('does not log time elsewhere', () => {
    const tasks = three.map((item): Item => ({ ...item, kind: 'task' }));
    const session = new Session(stateWith(tasks, { kind: 'task' })).press('jl1h').tell(event);
    expect(session.press('<enter>').sent()).toEqual(['log 1h A-2']);
  });
});

test('another list is shown once what went on is over, as it was read last', () => {
  const session = begin()
    .press('r')
    .tell(list([ticket('B-1')], 'another'));
  expect(session.rows()).toEqual(['A-1', '▸A-2', 'A-3']);
  session.tell(list([ticket('B-2')], 'again'));
  expect(session.press('<esc>').rows()).toEqual(['▸B-2']);
  expect(
    session
      .tell(list([ticket('B-2'), ticket('B-3')], 'again'))
      .read()
      .rows(),
  ).toEqual(['▸B-2', '+B-3']);
});

test.each<[string, (session: Session) => Session, readonly string[]]>([
  ['begins with its first row', (session) => session, ['▸A-2', 'A-3', 'A-1']],
  ['keeps a row that was clicked', (session) => session.tell({ is: 'click', uuid: 'id-A-3' }), ['A-1', 'A-2', '▸A-3']],
  ['keeps a row that keys act on', (session) => session.press('?'), ['▸A-1', 'A-2', 'A-3']],
])('a list in which the row at the top has moved to the end %s', (_what, act, rows) => {
  const [one, two, other] = [ticket('A-1'), ticket('A-2'), ticket('A-3')];
  const session = act(new Session(stateWith([one, two, other])));
  session.tell(list([two, other, one], 'first'));
  expect(session.rows()).toEqual(rows);
});

test('a list that is read for the first time keeps a row that was found before', () => {
  const session = new Session(stateWith([], { isLoaded: false })).press(':B-1<enter>').tell(found('B-1')).press('rHi');
  session.tell(list(three, 'first'));
  expect(session.state.at).toBe('id-B-1');
  expect(session.press('<ctrl+s>').sent()).toEqual(['reply  B-1']);
});

describe('a template that comes late', () => {
  const words = { ...stateWith([]).words, templates: ['hi'] };
  const asking = (): { readonly session: Session; readonly event: Event } => {
    const session = begin({ words }).press('rFirst<ctrl+t>h');
    const [asked] = session.take('template');
    if (!asked) throw new Error('no template was asked for');
    return { session, event: { is: 'template', name: 'hi', writing: asked.writing, text: 'Template' } };
  };

  test('goes after the text it was chosen for', () => {
    const { session, event } = asking();
    expect(written(session.tell(event)).field).toEqual(fieldWith('First\nTemplate'));
  });

  test('leaves what has been typed meanwhile after it, with the cursor', () => {
    const { session, event } = asking();
    session.press('<enter>more<left>').tell(event);
    expect(written(session).field).toEqual({ text: 'First\nTemplate\n\nmore', at: 'First\nTemplate\n\nmor'.length });
  });

  test('goes to the end of a text that has been changed', () => {
    const { session, event } = asking();
    expect(written(session.press('<ctrl+u>Other').tell(event)).field).toEqual(fieldWith('Other\nTemplate'));
  });

  test('changes neither another message nor its receiver', () => {
    const { session, event } = asking();
    expect(written(session.press('<esc>jrThird').tell(event)).field.text).toBe('Third');
    const [decision] = session.press('<ctrl+s>').take('send');
    expect(decision?.decision).toMatchObject({ targets: [{ ref: 'A-3' }], message: { body: 'Third' } });
  });

  test('does not go into a note about the same row', () => {
    const { session, event } = asking();
    expect(written(session.press('<esc>nNote').tell(event)).field.text).toBe('Note');
  });
});

describe('a draft that comes late', () => {
  const begun = (session: Session, inEditor = false): Event => {
    const [asked] = session.take('begin');
    if (!asked) throw new Error('nothing was begun');
    const writing: WritingMessage = {
      ...asked.writing,
      field: fieldWith('Draft'),
      draft: 'dold',
      audience: 'read by Zoë',
    };
    return { is: 'begun', writing, inEditor };
  };

  test('goes before what has been typed meanwhile', () => {
    const session = begin().press('r');
    const event = begun(session);
    session.press('Typed<tab>').tell(event);
    expect(written(session)).toMatchObject({
      ...{ field: fieldWith('Draft\nTyped'), draft: 'dold', status: 'waiting_on_customer', audience: 'read by Zoë' },
    });
  });

  test('is found too while a file is chosen', () => {
    const session = begin().press('r');
    const event = begun(session);
    session.press('<ctrl+f>a.txt').tell(event).press('<enter>');
    session.tell({ is: 'file', typed: 'a.txt', path: 'a.txt', why: undefined });
    expect(written(session)).toMatchObject({ field: fieldWith('Draft'), attach: ['a.txt'] });
  });

  test('takes the place of a second one made meanwhile', () => {
    const session = begin().press('r');
    const event = begun(session);
    session.press('Typed').tell({ is: 'draft', writing: written(session), draft: 'dnew' }, event);
    expect(written(session).draft).toBe('dold');
  });

  test('opens the editor with what has been typed meanwhile', () => {
    const session = begin().press('E');
    const event = begun(session, true);
    session.press('x').tell(event);
    expect(session.take('edit').map(({ writing }) => writing.field.text)).toEqual(['Draft\nx']);
  });
});
