import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/contract/row.js';
import { openConflict } from '../../src/triage/model/decisions/conflicts.js';
import { labelOf, offeredKeys } from '../../src/triage/model/keys/keys.js';
import type { Item, State } from '../../src/triage/model/state.js';
import { brief, list, Session, stateWith, ticket } from './state.js';

const three = [ticket('A-1'), ticket('A-2'), ticket('A-3')];

describe('a decision', () => {
  test('is rolled back with words if the server refuses it', () => {
    const session = new Session(stateWith(three)).press('phj');
    session.answer({ is: 'refused', why: 'is not allowed' });
    expect(session.rows()).toEqual(['!A-1', '▸A-2', 'A-3']);
    expect(session.state.items[0]?.row.priority).toBe('medium');
    expect(session.state.notice).toEqual({ text: 'A-1: is not allowed', tone: 'bad', canLook: true });
  });

  test('that was taken with a remark says what was decided first', () => {
    const session = new Session(stateWith(three)).press('sr');
    session.answer({ is: 'done' }, session.state.pending, { words: 'A-1 depends on unfinished tasks: A-9 (todo)' });
    expect(session.state.notice?.text).toBe('A-1: open → resolved; it depends on unfinished tasks: A-9 (todo)');
  });

  test.each([
    ['cb<enter>', 'ticket', 'convert BOP'],
    ['l30m<enter>', 'task', 'log 30m'],
  ] as const)('about several rows with %s is one for each, said together', (keys, kind, what) => {
    const rows = three.map((item): Item => ({ ...item, kind }));
    const session = new Session(stateWith(rows, { kind })).press('  ').press(keys);
    expect(session.sent()).toEqual([`${what} A-1`, `${what} A-2`]);
    expect(session.rows()).toEqual(['~A-1', '~A-2', '▸A-3']);
    expect(session.accept().state.notice).toMatchObject({
      text: expect.stringMatching(/^2 (?:tickets|tasks): /),
      tone: 'good',
    });
    session.press('.');
    expect(session.sent()).toEqual([`${what} A-3`]);
  });

  test('that converts a ticket with a task says so first, and asks for another one', () => {
    const details = new Map([['id-A-1', { linkedTasks: [{ id: 'BOP-3', title: 'Theirs' }] }]]);
    const session = new Session(stateWith(three, { details })).press('c');
    expect(session.state.mode).toMatchObject({ title: 'A-1 has a task already: BOP-3; create another one in' });
    session.press('b<enter>');
    expect(session.take('send').map(({ decision }) => decision.isConfirmed)).toEqual([true]);
    // What was asked about one ticket is not meant for the next.
    session.accept().press('j.');
    expect(session.take('send').map(({ decision }) => decision.isConfirmed)).toEqual([undefined]);
  });

  test('repeated about a ticket with a task, that converts asks again, with the same project marked', () => {
    const details = new Map([['id-A-2', { linkedTasks: [{ id: 'BOP-3', title: 'Theirs' }] }]]);
    const session = new Session(stateWith(three, { details })).press('cb<enter>').accept();
    session.take('send');
    session.press('j.');
    expect(session.take('send')).toEqual([]);
    expect(session.state.mode).toMatchObject({ title: 'A-2 has a task already: BOP-3; create another one in' });
    session.press('<enter>');
    expect(session.take('send').map(({ decision }) => `${brief(decision)} ${decision.isConfirmed}`)).toEqual([
      'convert BOP A-2 true',
    ]);
    // One without a task is converted at once.
    session.accept().press('j.');
    expect(session.sent()).toEqual(['convert BOP A-3']);
  });

  test('that converts needs the name of a project, since it cannot be undone', () => {
    expect(new Session(stateWith(three)).press('c<enter>').take('send')).toEqual([]);
  });

  test('about several rows is said in words, also what it takes away', () => {
    const rows = ['A-1', 'A-2'].map((ref) => ticket(ref, { tags: ['mail'], assignees: ['me'] }));
    const details = new Map([['id-A-2', { assignableUsers: [{ id: 'me', name: 'Mara' }] }]]);
    const said = (keys: string) =>
      new Session(stateWith(rows, { details })).press('  ').press(keys).accept().state.notice?.text;
    expect(said('tmail<enter>')).toBe('2 tickets: tag mail removed');
    expect(said('tprint<enter>')).toBe('2 tickets: tag print added');
    expect(said('amara<enter>')).toBe('2 tickets: Mara unassigned');
    expect(said('pl')).toBe('2 tickets: priority low');
  });

  test('about selected rows sets a value that not all of them have, whatever the row at the cursor has', () => {
    const rows = [
      ticket('A-1', { tags: ['vip'] }),
      ticket('A-2'),
      ticket('A-3', { tags: ['vip'], status: 'resolved' }),
    ];
    const start = (): Session => new Session(stateWith(rows)).press('  ');
    expect(start().press('tvip<enter>').state.pending[0]).toMatchObject({ value: 'vip', isRemoval: false });
    expect(start().press('sr').sent()).toEqual(['status resolved A-1 A-2']);
    expect(start().press('x').state.notice?.text).toBe('checklist items are checked off one row at a time');
  });

  test('is never about a row that the filter hides: such rows are deselected, and it is said how many', () => {
    const session = new Session(stateWith(three)).press('  ').press('/A-3');
    expect(session.state).toMatchObject({ selected: new Set(['id-A-1', 'id-A-2']), notice: undefined });
    expect(session.press('<enter>').state).toMatchObject({ selected: new Set(), mode: { is: 'list' } });
    expect(session.state.notice?.text).toBe('2 rows deselected, hidden by the filter');
    session.press('pl');
    expect(session.sent()).toEqual(['priority low A-3']);
    const one = new Session(stateWith(three)).press('  ').press('/A-1<enter>');
    expect([one.state.notice?.text, [...one.state.selected]]).toEqual([
      '1 row deselected, hidden by the filter',
      ['id-A-1'],
    ]);
    const left = new Session(stateWith(three)).press('  ').press('/A-3<esc>');
    expect([left.state.notice, left.state.selected.size]).toEqual([undefined, 2]);
  });

  test('is not about a selected row that the filter hides since it was changed by someone else', () => {
    const session = new Session(stateWith(three)).press('/open<enter>  ');
    const items = [ticket('A-1', { status: 'resolved' }), ticket('A-2'), ticket('A-3')];
    session.tell(list(items));
    expect(session.state.notice?.text).toBe('1 row deselected, hidden by the filter');
    session.press('pl');
    expect(session.sent()).toEqual(['priority low A-2']);
  });

  test.each([
    ['s', 'status of A-1', 'status of 2 tickets'],
    ['p', 'priority of A-1', 'priority of 2 tickets'],
    ['g', 'category of A-1', 'category of 2 tickets'],
    ['t', 'tags of A-1', 'tags of 2 tickets'],
    ['a', 'assign A-1 to', 'assign 2 tickets to'],
    ['c', 'convert A-1 to a task in', 'convert 2 tickets to tasks in'],
    ['x', 'check off in A-1', undefined],
  ])('is asked for by %s with the name of what it is about', (key, one, several) => {
    const checklist = ['call', 'write'].map((text) => ({ id: text, text, done: false }));
    const rows = [ticket('A-1', { checklist }), ticket('A-2')];
    const titleAfter = (keys: string) => {
      const { mode } = new Session(stateWith(rows)).press(keys).state;
      return mode.is === 'pick' ? mode.title : undefined;
    };
    expect([titleAfter(key), titleAfter(`  ${key}`)]).toEqual([one, several]);
  });

  test('is asked for with the reference of what a notification is about, and so is the time spent', () => {
    const items: readonly Item[] = [{ uuid: 'n', ref: 'n', kind: 'notification', row: { id: 'n', title: 'New' } }];
    const details = new Map([['n', { task: { uuid: 'id-B-1', displayId: 'B-1' } }]]);
    const session = new Session(stateWith(items, { kind: 'notification', details }));
    expect(session.press('s').state.mode).toMatchObject({ title: 'status of B-1' });
    expect(session.press('<esc>l').state.mode).toMatchObject({ title: 'time on B-1, such as 1h30m' });
  });

  test('about a value that somebody changed is asked about on its row alone', () => {
    const session = new Session(stateWith(three)).press('phj');
    session.answer({ is: 'conflict', why: 'Priya was first', row: { priority: 'urgent' } });
    const labels = () => offeredKeys(session.state).map((entry) => labelOf(session.state, entry));
    expect(labels()).not.toContain('leave urgent');
    expect([session.press('mt').rows(), session.state.mode]).toMatchObject([
      ['!A-1', '▸A-2', 'A-3'],
      { is: 'pick', what: 'tag' },
    ]);
    session.press('<esc>v');
    expect(labels()).toEqual(expect.arrayContaining(['set high', 'leave urgent']));
    expect(labels()).not.toContain('tags');
    expect(session.press('t').state.items[0]?.row.priority).toBe('urgent');
  });

  test('that waits is not sent if it is taken back, the newest first', () => {
    const session = new Session(stateWith(three))
      .tell({ is: 'badge', badge: { is: 'offline' } })
      .press('srph')
      .press('u');
    expect(session.rows()).toEqual(['~A-1', '▸A-2', 'A-3']);
    expect([session.state.notice?.text, session.take('undo')]).toEqual([
      'A-2: the new priority (high) was not sent',
      [],
    ]);
    expect(session.press('u').rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
    expect(session.tell({ is: 'badge', badge: { is: 'live' } }).take('send')).toEqual([]);
    expect(session.press('u').take('undo')).toEqual([{ do: 'undo' }]);
  });

  test('is said to be undone while that takes its time', () => {
    const session = new Session(stateWith(three)).press('ph').accept().press('u');
    expect(session.state.notice).toEqual({ text: 'undoing …', tone: 'plain' });
    session.tell({ is: 'undone', steps: 1, restored: [], notice: { text: 'undone: A-1: priority', tone: 'good' } });
    expect(session.state.notice?.text).toBe('undone: A-1: priority');
  });

  test('that waits with a text is said to be a draft only once it is one', () => {
    const session = new Session(stateWith(three))
      .tell({ is: 'badge', badge: { is: 'offline' } })
      .press('rHello<ctrl+s>u');
    expect(session.rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
    expect(session.state).toMatchObject({ pending: [], notice: undefined });
    expect(session.take('take-back')).toMatchObject([{ decisions: [{ what: 'reply', message: { body: 'Hello' } }] }]);
  });

  test('about a notification is named by its title, and cannot be undone', () => {
    const uuid = '0b0e…';
    const item: Item = { uuid, ref: uuid, kind: 'notification', row: { id: uuid, title: 'Zoë replied' } };
    const session = new Session(stateWith([item], { kind: 'notification' })).press('d').accept();
    expect(session.state.notice).toEqual({ text: 'Zoë replied: marked as read', tone: 'good' });
  });

  test('right after an undo is checked against what was restored', () => {
    const session = new Session(stateWith(three)).press('ph').accept();
    session
      .tell({
        is: 'undone',
        steps: 1,
        restored: [{ uuid: 'id-A-1', row: { priority: 'medium' } }],
        notice: { text: 'undone', tone: 'good' },
      })
      .press('pl');
    expect(session.state.pending.map(({ targets }) => targets)).toEqual([
      [{ uuid: 'id-A-1', ref: 'A-1', seen: { priority: 'medium' } }],
    ]);
  });

  test('is checked against what had been seen when its keys were pressed, whatever has been read since', () => {
    const closed = [ticket('A-1', { status: 'closed' }), ticket('A-2'), ticket('A-3')];
    const reading = list(closed);
    const saw = (session: Session) => session.state.pending.map(({ targets }) => targets[0]?.seen?.status);
    expect(saw(new Session(stateWith(three)).press('rHi<tab>').tell(reading).press('<ctrl+s>'))).toEqual(['open']);
    expect(saw(new Session(stateWith(three)).press('s').tell(reading).press('r'))).toEqual(['open']);
    expect(saw(new Session(stateWith(three)).tell(reading).press('sr'))).toEqual(['open']);
    expect(saw(new Session(stateWith(three)).press('j').tell(reading).press('ksr'))).toEqual(['open']);
    expect(saw(new Session(stateWith(three)).press('s').tell(reading).see().press('r'))).toEqual(['open']);
    expect(saw(new Session(stateWith(three)).tell(reading).see().press('sr'))).toEqual(['closed']);
  });

  test('about a notification is checked against what it is about, and shown there', () => {
    const item = (uuid: string): Item => ({ uuid, ref: uuid, kind: 'notification', row: { id: uuid, title: 'News' } });
    const detail = { ticket: { uuid: 'id-A-1', displayId: 'A-1', priority: 'medium', status: 'open' } };
    const details = new Map([
      ['one', detail],
      ['two', detail],
    ]);
    const start = stateWith([item('one'), item('two')], { kind: 'notification', details });
    const session = new Session(start).press('ph');
    const about = { uuid: 'id-A-1', ref: 'A-1' };
    expect(session.state.pending[0]?.targets).toEqual([
      { uuid: 'one', ref: 'A-1', about, seen: { priority: 'medium' } },
    ]);
    session.accept().press('jpl');
    expect(session.state.pending[0]?.targets).toEqual([{ uuid: 'two', ref: 'A-1', about, seen: { priority: 'high' } }]);
    session.answer({ is: 'conflict', why: 'Priya was first', row: { priority: 'urgent' } });
    expect(openConflict(session.state)).toMatchObject({ ref: 'A-1', isHere: true });
    expect(session.press('m').accept().press('y').take('copy')).toEqual([{ do: 'copy', text: 'A-1' }]);
    session.tell({
      ...{ is: 'undone', steps: 1, restored: [{ uuid: 'id-A-1', row: { priority: 'high' } }] },
      notice: { text: 'undone', tone: 'good' },
    });
    expect(session.state.details.get('one')).toMatchObject({ ticket: { priority: 'high' } });
    expect(session.state.items.map(({ row }) => row.priority)).toEqual([undefined, undefined]);
  });

  test('about a row of which only the title is known is checked against nothing', () => {
    const found: Item = { uuid: 'id-A-9', ref: 'A-9', kind: 'ticket', row: { title: 'Found' } };
    const session = new Session(stateWith([found])).press('ph');
    expect(session.state.pending[0]?.targets).toEqual([{ uuid: 'id-A-9', ref: 'A-9' }]);
  });
});

describe('what is offered', () => {
  const withDetail = (detail: object): Session =>
    new Session(stateWith(three, { details: new Map([['id-A-1', { ticket: {}, ...detail }]]) }));

  test('a key for which the user lacks the right does nothing but say so', () => {
    const session = withDetail({ canEdit: false, canComment: false, canInternalNote: false });
    for (const key of ['s', 'p', 'a', 't', 'r', 'n', 'c']) {
      session.press(key);
      expect([key, session.state.mode.is, session.state.notice?.text]).toEqual([
        key,
        'list',
        expect.stringMatching(/: you may not do that here$/),
      ]);
    }
    expect(session.effects).toEqual([]);
  });

  test('whoever sees a ticket may check off its items, but those of a task only with the right to edit it', () => {
    const checklist = [{ id: 'one', text: 'One', done: false }];
    const pressed = (kind: 'ticket' | 'task') =>
      new Session(
        stateWith([{ ...ticket('A-1', { checklist }), kind }], {
          details: new Map([['id-A-1', { [kind]: { checklist }, canEdit: false }]]),
        }),
      ).press('x').state;
    expect(pressed('ticket').pending).toMatchObject([{ what: 'check', value: 'one' }]);
    expect(pressed('task')).toMatchObject({
      pending: [],
      notice: { text: 'check off a checklist item: you may not do that here' },
    });
  });

  test('each kind has its own statuses, and what was decided about one is not repeated for the other', () => {
    const session = new Session(stateWith([ticket('A-1'), { ...ticket('B-2'), kind: 'task' }, ticket('A-3')]));
    const statuses = () => {
      const { mode } = session.press('s').state;
      session.press('<esc>');
      return mode.is === 'pick' && mode.options.map(({ value }) => value);
    };
    expect(statuses()).toContain('resolved');
    session.press('sr.');
    expect(session.state.notice?.text).toBe('the last decision was about a ticket, so it is not repeated here');
    expect(statuses()).toEqual(['todo', 'in_progress', 'done']);
    session.press('  s');
    expect([session.state.mode.is, session.state.selected.size]).toEqual(['list', 2]);
    expect(session.state.notice?.text).toBe('tickets and tasks are selected; select only one of the two');
  });

  test('who may not set a status is offered none after a message', () => {
    const session = withDetail({ canEdit: false }).press('rHi<tab>');
    expect(session.state.mode).toMatchObject({ is: 'write', status: undefined });
    expect(withDetail({ canEdit: true }).press('rHi<tab>').state.mode).toMatchObject({ status: 'waiting_on_customer' });
  });

  test('Enter assigns the user, and never takes anyone away', () => {
    const assignableUsers = [
      { id: 'sean', name: 'Seán' },
      { id: 'me', name: 'Mara' },
    ];
    expect(withDetail({ assignableUsers }).press('a<enter>').sent()).toEqual(['assign me A-1']);
    const mine = (detail: Row): readonly string[] =>
      new Session(stateWith([ticket('A-1', { assignees: ['me'] })], { details: new Map([['id-A-1', detail]]) }))
        .press('a<enter>')
        .sent();
    const note = { authorId: 'sean', isInternalNote: true, createdAt: '2026-11-01' };
    expect(mine({ ticket: {}, assignableUsers, messages: [note] })).toEqual(['assign sean A-1']);
    // Nobody of the team has answered, so Enter must not choose anyone.
    const reply = { ...note, isInternalNote: false };
    expect(mine({ ticket: {}, assignableUsers, messages: [reply] })).toEqual([]);
  });

  test('where Enter chooses nobody, it says what to do', () => {
    const detail = { ticket: {}, assignableUsers: [{ id: 'sean', name: 'Seán' }] };
    const { state } = new Session(stateWith([ticket('A-1')], { details: new Map([['id-A-1', detail]]) })).press(
      'a<enter>',
    );
    expect(state).toMatchObject({ mode: { is: 'pick' }, notice: { text: 'type a name, or press ↓ to mark one' } });
  });

  test('Enter adds a tag, and never removes one', () => {
    const tagged = (tags: readonly string[]): readonly string[] =>
      new Session(stateWith([ticket('A-1', { tags })])).press('t<enter>').sent();
    expect(tagged(['print'])).toEqual(['tag mail A-1']);
    expect(tagged(['print', 'mail'])).toEqual([]);
  });

  test('people of the team come before customers', () => {
    const assignableUsers = ['ana', 'ben', 'me', 'zoe'].map((id) => ({ id, name: id }));
    const details = new Map([['id-A-1', { ticket: {}, assignableUsers }]]);
    const start = stateWith([ticket('A-1')], { details });
    const { mode } = new Session({ ...start, words: { ...start.words, team: ['zoe'] } }).press('a').state;
    expect(mode.is === 'pick' && mode.options.map(({ value }) => value)).toEqual(['me', 'zoe', 'ana', 'ben']);
  });

  test.each([
    ['wrote a note', { authorId: 'zoe', isInternalNote: true, createdAt: '2026-11-01' }, {}],
    [
      'can be assigned to tickets of two organisations',
      { authorId: 'zoe', createdAt: '2026-11-01' },
      { ticket: { orgId: 'other' }, assignableUsers: [{ id: 'zoe', name: 'zoe' }] },
    ],
  ])('who answered last is of the team: who %s, not a customer, nor who changed something', (_how, answered, other) => {
    const assignableUsers = ['ana', 'ben', 'cleo', 'me', 'zoe'].map((id) => ({ id, name: id }));
    const messages = [
      { authorId: 'ben', createdAt: '2026-11-02' },
      { authorId: 'cleo', createdAt: '2026-10-30', isInternalNote: true },
      { authorId: 'cleo', kind: 'system', createdAt: '2026-11-03' },
      { authorId: 'me', createdAt: '2026-11-04' },
      answered,
    ];
    const details = new Map<string, Row>([
      ['id-A-1', { ticket: { orgId: 'own' }, assignableUsers, messages }],
      ['id-A-2', other],
    ]);
    const { mode } = new Session(stateWith([ticket('A-1'), ticket('A-2')], { details })).press('a').state;
    expect(mode.is === 'pick' && mode.options.map(({ value }) => value)).toEqual(['me', 'zoe', 'cleo', 'ana', 'ben']);
  });

  test.each(['s', 'p', 'g'])('%s twice decides nothing, whatever the choices are called', (key) => {
    const state = stateWith([ticket('A-1')]);
    const known = ['solved', 'pressing', 'general', 'ss', 'pp', 'gg'];
    const ticketWords = { ...state.words.ticket, status: known, priority: known, category: known };
    const session = new Session({ ...state, words: { ...state.words, ticket: ticketWords } });
    expect(session.press(`${key}${key}`).state.pending).toEqual([]);
  });

  test.each(['CASA-9\r\ntouch /tmp/x', 'usr_1', '$(touch x)', '', 'CASA-9 ', 'CASA-9;ls', '\u202eCASA-9'])(
    '%j is no reference, and not copied',
    (ref) => {
      const session = new Session(stateWith([ticket(ref)])).press('y');
      expect(session.take('copy')).toEqual([]);
      expect(session.state.notice).toEqual({ text: 'there is no reference to copy here', tone: 'bad' });
    },
  );

  test('undo is offered beside a change that it would take back, and nothing else', () => {
    const session = new Session(stateWith(three)).press('ph').accept();
    expect(session.state.notice).toMatchObject({ canUndo: true });
    expect(session.press('y').state.notice).toEqual({ text: 'copied A-1', tone: 'good' });
  });

  test('gg goes to the first row also where g alone is not possible, which is said once', () => {
    const tasks = three.map((item): Item => ({ ...item, kind: 'task' }));
    const session = new Session(stateWith(tasks, { kind: 'task' })).press('jjg');
    expect(session.state).toMatchObject({ at: 'id-A-3', notice: { text: 'set the category: only for tickets' } });
    expect(session.press('g').state).toMatchObject({ at: 'id-A-1', notice: undefined });
    expect(session.press('jjgjg').state.at).toBe('id-A-3');
    expect(session.press('g').state.at).toBe('id-A-1');
    const { words } = session.state;
    const none = { ...words, ticket: { ...words.ticket, category: [] } };
    expect(new Session(stateWith(three, { words: none })).press('jgg').state.at).toBe('id-A-1');
  });

  test.each([
    ['pagedown', 'pageup'],
    ['ctrl+d', 'ctrl+u'],
    ['ctrl+f', 'ctrl+b'],
  ])('%s is a page down and %s a page up', (down, up) => {
    const many = Array.from({ length: 60 }, (_, at) => ticket(`A-${at}`));
    const session = new Session(stateWith(many)).press(`<${down}><${down}>`);
    const { at } = session.state;
    expect(session.press(`<${up}>`).state.at).not.toBe(at);
    expect(session.press(`<${up}>`).state.at).toBe('id-A-0');
  });

  test.each(['s', 'p', 'g', 'S'])('where letters choose, Enter after %s decides nothing', (key) => {
    const session = new Session(stateWith([ticket('A-1')])).press(`${key}<enter>`);
    expect([session.state.mode.is, session.state.pending, session.take('source')]).toEqual(['pick', [], []]);
    const marked = session.press('<down>').state.mode;
    expect(marked.is === 'pick' && marked.at).toBe(0);
  });

  test('people are found without accents', () => {
    const assignableUsers = ['Łukasz Wójcik', "Seán O'Connor", 'Zoë Baptiste'].map((name, id) => ({
      id: `p${id}`,
      name,
    }));
    const chosen = (typed: string): readonly string[] =>
      withDetail({ assignableUsers }).press(`a${typed}<enter>`).sent();
    expect(['luk', 'sea', 'zoë', 'wojcik'].flatMap(chosen)).toEqual(
      ['p0', 'p1', 'p2', 'p0'].map((id) => `assign ${id} A-1`),
    );
  });

  test('the number of an item is the one that it has in the whole list', () => {
    const items = (count: number, ...done: readonly number[]) =>
      Array.from({ length: count }, (_, at) => ({
        id: `i${at + 1}`,
        text: `Item ${at + 1}`,
        done: done.includes(at + 1),
      }));
    const checked = (checklist: readonly object[], keys: string): readonly string[] =>
      new Session(stateWith([ticket('A-1', { checklist })])).press(`x${keys}`).sent();
    expect(checked(items(4, 1), '2')).toEqual(['check i2 A-1']);
    expect(checked(items(4, 1), '1')).toEqual([]);
    expect(checked(items(4, 2, 3), '4')).toEqual(['check i4 A-1']);
    expect(checked(items(14, 1), '12<enter>')).toEqual(['check i12 A-1']);
    expect(checked(items(14, 1), '2<enter>')).toEqual(['check i2 A-1']);
    // 1 is neither offered nor short for 10.
    expect(checked(items(14, 1), '1<enter>')).toEqual([]);
    expect(checked(items(14, 1), 'em 13<enter>')).toEqual(['check i13 A-1']);
  });
});

test('a reading that comes before the answer does not change what is said', () => {
  const session = new Session(stateWith(three)).press('ph');
  const fresh = [ticket('A-1', { priority: 'high' }), ticket('A-2'), ticket('A-3')];
  session.tell(list(fresh)).accept();
  expect(session.state.notice?.text).toBe('A-1: medium → high');
});

describe('after a decision', () => {
  const keysOf = {
    reply: 'rHi<ctrl+s>',
    'note, resolved': 'nHi<tab><tab><ctrl+s>',
    resolved: 'sr',
    'waiting on customer': 'sw',
    note: 'nHi<ctrl+s>',
    'in progress': 'si',
    assigned: 'a<enter>',
    tag: 'tmail<enter>',
    priority: 'ph',
    category: 'gb',
    check: 'x',
    converted: 'cb<enter>',
  } as const;
  const checklist = [{ id: 'one', text: 'One', done: false }];
  const rowsAfter = (what: keyof typeof keysOf, after?: State['after']) =>
    new Session(stateWith([ticket('A-1', { checklist }), ticket('A-2')], { after }))
      .press(keysOf[what])
      .accept()
      .rows();

  test.each(['reply', 'note, resolved', 'resolved', 'waiting on customer'] as const)(
    'that ends the wait (%s), the row is done, and the cursor on the next, unless it is to stay',
    (what) => {
      expect([rowsAfter(what), rowsAfter(what, 'stay')]).toEqual([
        ['✓A-1', '▸A-2'],
        ['▸✓A-1', 'A-2'],
      ]);
    },
  );

  test.each(['note', 'in progress', 'assigned', 'tag', 'priority', 'category', 'check', 'converted'] as const)(
    'that ends no wait (%s), the row is not done, and the cursor on it, unless it is to go on',
    (what) => {
      expect([rowsAfter(what), rowsAfter(what, 'stay'), rowsAfter(what, 'next')]).toEqual([
        ['▸A-1', 'A-2'],
        ['▸A-1', 'A-2'],
        ['✓A-1', '▸A-2'],
      ]);
    },
  );

  test('a comment on a task ends no wait, and a finished task does', () => {
    const tasks = ['B-1', 'B-2'].map((ref): Item => ({ ...ticket(ref), kind: 'task' }));
    const session = new Session(stateWith(tasks, { kind: 'task' })).press('rHi<ctrl+s>').accept();
    expect(session.rows()).toEqual(['▸B-1', 'B-2']);
    expect(session.press('sd').accept().rows()).toEqual(['✓B-1', '▸B-2']);
  });

  test('a row that is done stays so when something else about it is decided or undone, not when its status is', () => {
    const session = new Session(stateWith(three)).press('sr').accept().press('kph').accept();
    expect(session.rows()).toEqual(['▸✓A-1', 'A-2', 'A-3']);
    const undo = (row: Row, isAnswered = false) =>
      session.tell({
        ...{ is: 'undone', steps: 1, restored: [{ uuid: 'id-A-1', row, isAnswered }] },
        notice: { text: 'undone', tone: 'good' },
      });
    expect(undo({ priority: 'medium' }).rows()).toEqual(['▸✓A-1', 'A-2', 'A-3']);
    // The reply that came with it stays.
    expect(undo({ status: 'open' }, true).rows()).toEqual(['▸✓A-1', 'A-2', 'A-3']);
    expect(session.state.marks.get('id-A-1')?.decided).toBe('reply sent');
    expect(undo({ status: 'open' }).rows()).toEqual(['▸A-1', 'A-2', 'A-3']);
  });

  test('that ends no wait, Tab comes back to the row, also while it is being sent', () => {
    const session = new Session(stateWith(three)).press('phj');
    expect(session.rows()).toEqual(['~A-1', '▸A-2', 'A-3']);
    expect(session.press('<tab><tab>').state.at).toBe('id-A-1');
  });
});
