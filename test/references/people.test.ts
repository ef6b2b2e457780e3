import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMe, resolveOrg, resolvePeople } from '../../src/references/people.js';
import { startPlay } from '../client/signed-client.js';
import { failureOf } from '../http/asking.js';
import { json } from '../support/servers/misbehaving-server.js';
import { eachTest } from '../support/set-up.js';

const play = eachTest(startPlay);
afterEach(() => play.end());

const people = {
  u1: { name: 'Ada Lovelace', color: '#fff' },
  u2: { name: 'Alan Turing' },
  u3: { name: 'Ada' },
  u4: null,
  u5: { name: 5 },
};
const find = async (...names: readonly string[]) => [...(await resolvePeople(names, { client: play.client, people }))];

describe('a person', () => {
  test.each([
    ['u2', 'u2'],
    ['Ada', 'u3'],
    ['@ada', 'u3'],
    ['ALAN TURING', 'u2'],
    ['lovel', 'u1'],
    ['u5', 'u5'],
  ])('named %s is %s', async (name, id) => {
    expect(await find(name)).toEqual([id]);
    expect(play.asked()).toEqual([]);
  });

  test.each([
    ['zoe', 'z'],
    ['wojcik', 'l'],
    ['lukasz', 'l'],
    ['Zoë', 'z'],
    ['zo', 'zo'],
  ])('%s is found although keyboards lack a letter: %s', async (name, id) => {
    const people = { z: { name: 'Zoë Baptiste' }, l: { name: 'Łukasz Wójcik' }, zo: { name: 'Zo' } };
    expect([...(await resolvePeople([name], { client: play.client, people }))]).toEqual([id]);
  });

  test('several names give several people, each once', async () => {
    expect(await find('turing', 'u1', 'Alan Turing')).toEqual(['u2', 'u1']);
  });

  test.each(['nobody', '', '@', '\u0308', 'constructor', '__proto__'])('named %j is not found', async (name) => {
    expect(await failureOf(find(name))).toMatchObject({
      kind: 'not_found',
      exitCode: 4,
      message: `there is no user called ${JSON.stringify(name)}`,
      hint: 'tracker people list',
    });
  });

  test('is not named by a sign in their name alone', async () => {
    const people = { p: { name: 'Petra Müller-Lüdenscheidt' } };
    for (const name of ['-', '- ', '\u2011'])
      expect(await failureOf(resolvePeople([name], { client: play.client, people }))).toMatchObject({
        kind: 'not_found',
      });
    expect([...(await resolvePeople(['-lü'], { client: play.client, people }))]).toEqual(['p']);
  });

  test('whose name fits several is ambiguous, with the candidates', async () => {
    expect(await failureOf(find('l'))).toMatchObject({
      kind: 'ambiguous',
      exitCode: 4,
      message: '"l" matches several people: Ada Lovelace (u1), Alan Turing (u2)',
      hint: 'give more of the name, or the id in parentheses',
    });
  });

  test('is remembered from other responses', async () => {
    play.server.on('GET /api/v1/tasks', json({ tasks: [], users: { u9: { name: 'Grace Hopper' } } }));
    await play.client.call('GET /tasks');
    const client = play.next();
    expect([...(await resolvePeople(['grace'], { client, people: undefined }))]).toEqual(['u9']);
  });
});

describe('@me', () => {
  test('is known to this machine, or costs one request', async () => {
    play.server.on('GET /api/v1/me', json({ user: { id: 'u1' } }));
    expect(await findMe(play.next({ userId: 'u7' }))).toBe('u7');
    expect(play.asked()).toEqual([]);
    expect(await find('@me')).toEqual(['u1']);
    expect(play.asked()).toEqual(['GET /api/v1/me']);
  });

  test.each([{}, { user: null }, { user: {} }, { user: { id: 5 } }])(
    'of a server that returns %j is an error',
    async (me) => {
      play.server.on('GET /api/v1/me', json(me));
      expect(await failureOf(find('@me'))).toMatchObject({
        kind: 'failed',
        message: 'the server does not say who is signed in',
      });
    },
  );
});

describe('an organisation', () => {
  const orgs = [
    { id: 'o1', slug: 'acme', name: 'Acme Ltd' },
    { id: 'o2', slug: 'acme-labs', name: 'Acme Labs' },
    { id: 'o3', name: 'Berg' },
  ];
  beforeEach(() => play.server.on('GET /api/v1/me', json({ orgs })));

  test.each([
    ['acme', 'o1'],
    ['ACME LTD', 'o1'],
    ['acme labs', 'o2'],
    ['O2', 'o2'],
    ['o3', 'o3'],
    ['berg', 'o3'],
  ])('named %s is %s', async (name, id) => expect(await resolveOrg(play.client, name)).toBe(id));

  test('of a name that several have is ambiguous', async () => {
    play.server.on('GET /api/v1/me', json({ orgs: [...orgs, { id: 'o4', name: 'berg' }] }));
    expect(await failureOf(resolveOrg(play.client, 'Berg'))).toMatchObject({
      kind: 'ambiguous',
      message: '"Berg" matches several: Berg (o3), berg (o4)',
    });
  });

  test.each([
    ['labs', 'did you mean acme-labs?'],
    ['acm', 'did you mean acme, acme-labs?'],
  ])('a part of a name (%s) is not taken, but named', async (name, hint) => {
    expect(await failureOf(resolveOrg(play.client, name))).toMatchObject({ kind: 'not_found', exitCode: 4, hint });
  });

  test.each(['nothing', ''])('named %j is not found, and yours are named', async (name) => {
    expect(await failureOf(resolveOrg(play.client, name))).toMatchObject({
      kind: 'not_found',
      message: `there is no organisation ${JSON.stringify(name)} that you can see`,
      hint: 'your organisations: acme, acme-labs, Berg',
    });
  });

  test('where there are none says so', async () => {
    play.server.on('GET /api/v1/me', json({ orgs: null }));
    expect((await failureOf(resolveOrg(play.client, 'acme'))).hint).toBe('your organisations: none');
  });
});
