import { describe, expect, test } from 'vitest';
import { narrow, openWorld, printed, refused, shapes } from '../support/run.js';

const signedOut = refused(
  3,
  'you are not signed in to any server',
  'tracker login https://tracker.example.com, or tracker sandbox start to try without an account',
);

describe('token', () => {
  test('goes into a pipe, and onto a terminal only on request', async () => {
    const world = await openWorld({ seed: 'empty:1' });
    const { stdout } = await world.run('token');
    expect(stdout).toMatch(/^[\w./=+-]{40,}\n$/);
    expect(await world.run('token', narrow)).toEqual(
      refused(2, 'the token is not shown on a terminal without --show', 'tracker token --show'),
    );
    expect(await world.run('token --show', narrow)).toEqual(printed(stdout));
    expect(await world.run('token', { signedIn: false })).toEqual(signedOut);
    expect(world.takeRequests()).toEqual([]);
  });
});

describe.each(shapes)('whoami, %s shape', (shape) => {
  test('on a terminal, in a pipe, as JSON', async () => {
    const world = await openWorld({ shape });
    const theo = 'theo@quill-and-moss.example';
    const uuid = '9ad096b0-057b-4c62-ba03-7f1e6fcc989a';
    // Public servers have ids of their own for people.
    const id = shape === 'wire' ? uuid.replaceAll('-', '') : uuid;
    expect(await world.run('whoami', { ...narrow, as: theo })).toEqual(
      printed(`Theo Adeyemi-Clarke  theo@quill-and-moss.example
Signed in to work, https://work.example

Unread      0
Account     external
Can see     tickets, settings
Can create  ticket
User id     ${id}

Organisations
  quill-and-moss  Quill & Moss (org.member)
`),
    );
    expect(await world.run('me', { as: theo })).toEqual(
      printed(`name\tTheo Adeyemi-Clarke
email\ttheo@quill-and-moss.example
id\t${id}
instance\twork
url\thttps://work.example
type\texternal
admin\tfalse
orgs\tquill-and-moss
surfaces\ttickets,settings
create\tticket
unread\t0
instances\t
`),
    );
    expect(await world.json('whoami', { as: theo })).toMatchObject({
      ref: id,
      uuid: id,
      user: { id, name: 'Theo Adeyemi-Clarke' },
      orgs: [{ slug: 'quill-and-moss' }],
      unreadCount: 0,
    });
    expect(await world.run('whoami -q', { as: theo })).toEqual(printed(`${id}\n`));
    expect(await world.run('me --fields email,user.name', { as: theo })).toEqual(
      printed('email\ttheo@quill-and-moss.example\nuser.name\tTheo Adeyemi-Clarke\n'),
    );
  });
});
