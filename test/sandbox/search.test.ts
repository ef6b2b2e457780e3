import { describe, expect, it } from 'vitest';
import { eachTest } from '../support/set-up.js';
import { openSmallWorld, type PersonName } from './support/world.js';

const small = eachTest(openSmallWorld);

function find(query: string, person: PersonName = 'admin') {
  return small.ask(person, `GET /search?${query}`).body.results;
}

const titles = (query: string, person?: PersonName) =>
  find(query, person).map((result: { title: string }) => result.title);

function makeTask(title: string): string {
  small.pass(1000);
  return small.ask('manager', 'POST /tasks', { title, projectKey: 'SCM' }).body.id;
}

describe('search', () => {
  it('finds every kind, grouped and described', () => {
    const task = makeTask('Login page');
    const ticket = small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'No LOGIN' }).body.id;
    const note = small.ask('admin', 'POST /notes', { title: 'login notes' }).body.id;
    small.world.db.run("INSERT INTO wiki_pages VALUES ('w', NULL, 'How to login', 'page', 0, 0, '', '2026-03-01')");
    small.world.db.run("INSERT INTO wiki_pages VALUES ('f', NULL, 'login folder', 'page', 1, 0, '', '2026-03-01')");
    small.world.db.run("UPDATE projects SET name = 'Login service' WHERE id = 'ops'");
    expect(find('q=login')).toEqual([
      {
        type: 'ticket',
        id: ticket,
        title: 'No LOGIN',
        subtitle: 'CAS-1 · casa org',
        url: `/tickets/${ticket}`,
        displayId: 'CAS-1',
      },
      { type: 'task', id: task, title: 'Login page', subtitle: 'SCM-1', url: '/tasks?task=SCM-1', displayId: 'SCM-1' },
      { type: 'project', id: 'ops', title: 'Login service', subtitle: 'OPS', url: '/projects/ops', displayId: 'OPS' },
      { type: 'wiki', id: 'w', title: 'How to login', subtitle: null, url: '/wiki/w' },
      { type: 'note', id: note, title: 'login notes', subtitle: null, url: `/notes/${note}` },
    ]);
    expect(find('q=login&types=task,note,unknown').map((result: { type: string }) => result.type)).toEqual([
      'task',
      'note',
    ]);
    expect(find('q=login&types=unknown')).toEqual([]);
  });

  it('shows only what the caller sees', () => {
    makeTask('Login page');
    small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'No login' });
    small.ask('admin', 'POST /notes', { title: 'login notes' });
    expect(titles('q=login', 'staff')).toEqual(['No login', 'Login page']);
    expect(titles('q=login', 'viewer')).toEqual(['Login page']);
    expect(titles('q=login', 'client')).toEqual(['No login']);
    expect(titles('q=login', 'member')).toEqual([]);
    expect(titles('q=login', 'stranger')).toEqual([]);
    expect(titles('q=', 'stranger')).toEqual([]);
    expect(titles('q=&types=ticket,task,project,wiki,note', 'stranger')).toEqual([]);
  });

  it('leaves out deleted and archived tasks and archived projects', () => {
    small.ask('manager', `DELETE /tasks/${makeTask('Login one')}`);
    small.world.db.run('UPDATE tasks SET archived_at = created_at WHERE id = ?', makeTask('Login two'));
    makeTask('Login three');
    expect(titles('q=login')).toEqual(['Login three']);
    small.world.db.run("UPDATE projects SET status = 'archived'");
    expect(titles('q=login')).toEqual([]);
    expect(titles('q=scm')).toEqual([]);
  });

  it('finds an exact reference before those it is the beginning of, in any case', () => {
    for (let index = 1; index <= 25; index++) makeTask(`Task number ${index}`);
    const refs = find('q=scm-1&types=task').map((result: { displayId: string }) => result.displayId);
    expect(refs).toEqual([
      'SCM-1',
      'SCM-19',
      'SCM-18',
      'SCM-17',
      'SCM-16',
      'SCM-15',
      'SCM-14',
      'SCM-13',
      'SCM-12',
      'SCM-11',
    ]);
    expect(titles('q=SCM-25')).toEqual(['Task number 25']);
    expect(titles('q=OPS-1')).toEqual([]);
    expect(find('q=number')).toHaveLength(10);
  });

  it('takes wildcards, quotes and the rest of the alphabet literally', () => {
    const names = ['50% off', 'a_b', "' OR 1=1--", 'Grüße \u{1f600}', 'back\\slash'];
    for (const name of names) makeTask(name);
    expect(titles('q=%25%25')).toEqual([]);
    expect(titles('q=0%25')).toEqual(['50% off']);
    expect(titles('q=a_')).toEqual(['a_b']);
    expect(titles(`q=${encodeURIComponent("' or 1=1--")}`)).toEqual(["' OR 1=1--"]);
    expect(titles(`q=${encodeURIComponent('GRÜSSE')}`)).toEqual([]);
    expect(titles(`q=${encodeURIComponent('GRÜ')}`)).toEqual(['Grüße \u{1f600}']);
    expect(titles(`q=${encodeURIComponent('\u{1f600}')}`)).toEqual(['Grüße \u{1f600}']);
    expect(titles(`q=${encodeURIComponent('k\\s')}`)).toEqual(['back\\slash']);
    expect(titles('q=5%00')).toEqual([]);
    expect(titles(`q=${'x'.repeat(60_000)}`)).toEqual([]);
    expect(titles(`q=SCM-${'1'.repeat(60_000)}`)).toEqual([]);
  });

  it('finds other letters in any case, with capitals that are not of the same length or alphabet', () => {
    const names = ['Straße 50%_ö', 'Strasse 501ö', 'İstanbul Öl', '3 \u212a Öl'];
    for (const name of names) makeTask(name);
    expect(titles(`q=${encodeURIComponent('RAßE 50%_Ö')}`)).toEqual(['Straße 50%_ö']);
    expect(titles(`q=${encodeURIComponent('i\u0307stanbul ö')}`)).toEqual(['İstanbul Öl']);
    expect(titles(`q=${encodeURIComponent('3 k ö')}`)).toEqual(['3 \u212a Öl']);
    expect(titles(`q=${encodeURIComponent('ö'.repeat(60_000))}`)).toEqual([]);
  });

  it('takes signs as keyboards have them, and letters without width for nothing, but not as a public server', async () => {
    const titles = ['co\u00adop\u200berate', 'It’s “well–known”', 'say  "it\'s" so', 'plain'];
    const queries = {
      cooperate: [0],
      'co\u00adop': [0],
      "IT'S": [2, 1],
      'it’s': [2, 1],
      '«well-known»': [1],
      'say ”it': [2],
      'pl\u200bain': [3],
      '\u200b\u200b': [],
      'scm\u20141': [0],
    };
    for (const shape of ['usual', 'wire'] as const) {
      const { ask, pass } = await openSmallWorld(shape);
      for (const title of titles) {
        pass(1000);
        ask('manager', 'POST /tasks', { title, projectKey: 'SCM' });
      }
      const titled = (query: string): readonly string[] =>
        ask('admin', `GET /search?q=${encodeURIComponent(query)}`).body.results.map(
          (each: { title: string }) => each.title,
        );
      for (const [query, found] of Object.entries(queries))
        expect(titled(query), query).toEqual(
          shape === 'wire'
            ? titles.filter((title) => title.toLowerCase().includes(query.toLowerCase()))
            : found.map((at) => titles[at]),
        );
    }
  });

  it('needs two characters without types, and none with them', () => {
    makeTask('a');
    small.ask('admin', 'POST /notes', { title: 'a' });
    expect(find('q=a')).toEqual([]);
    expect(find('')).toEqual([]);
    expect(titles('q=a&types=task')).toEqual(['a']);
    expect(find('q=&types=task,project,note').map((result: { type: string }) => result.type)).toEqual([
      'task',
      'project',
      'project',
    ]);
  });

  it('narrows tickets, and nothing else, to an organisation', () => {
    small.ask('client', 'POST /tickets', { orgId: 'casa', subject: 'login a' });
    small.ask('stranger', 'POST /tickets', { orgId: 'berg', subject: 'login b' });
    makeTask('login c');
    expect(titles('q=login&orgId=berg')).toEqual(['login b', 'login c']);
    expect(titles('q=login&orgId=nowhere')).toEqual(['login c']);
  });
});
