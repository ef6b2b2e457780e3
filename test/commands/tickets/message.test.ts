import { beforeAll, describe, expect, test } from 'vitest';
import type { Send } from '../../../src/http/message.js';
import { draftsOf } from '../../support/computer/drafts.js';
import { allShapes, narrow, openWorld, owner, remarked, wide } from '../../support/run.js';
import { answerJson } from '../../support/sandbox/in-process.js';
import { recordWrites } from '../../support/sandbox/recorded-writes.js';
import { meddling, refusingWrites } from '../../support/servers/meddling.js';
import { allTests } from '../../support/set-up.js';

const staff = 'lukasz@lantern.example';
const customer = 'p.mueller-luedenscheidt@bergmann-ortho.example';

const audience =
  'A reply to BERG-9 is public: it will be read by Petra Müller-Lüdenscheidt (the customer) and everyone at Bergmann Orthopädie GmbH & Co. KG who can see the ticket.\n';

const berg9 = '931fe412-05f1-4e64-b54d-85e88c40a90e';

allShapes('writing to a ticket, %s shape', (world) => {
  let uuid: string;
  beforeAll(async () => {
    uuid = String(((await world.json('tickets view BERG-9')) as { uuid: string }).uuid);
  });

  const lastRow = async (as = owner): Promise<string | undefined> =>
    (await world.run('tickets view BERG-9', { as })).stdout.split('\n').at(-2);

  test('a reply is public, and says who will read it', async () => {
    const writes = recordWrites(world.send);
    const ran = await world.run('tickets reply BERG-9 -b "It is *fixed*."', { send: writes.send });
    expect(ran).toEqual(remarked('', `${audience}Replied to BERG-9; the customer can read it.\n`));
    expect(writes.take()).toEqual([
      { line: `POST /api/v1/tickets/${uuid}/messages`, body: { body: 'It is *fixed*.' } },
    ]);
    expect(await lastRow(customer)).toMatch(/^reply\t\S+\tMara Lindqvist\tIt is \*fixed\*\.$/);
  });

  test('a customer who replies is told that the team reads it (#10.15)', async () => {
    const { code, stderr } = await world.run('tickets reply BERG-9 -b "Thank you."', { as: customer });
    expect(code).toBe(0);
    expect(stderr).toMatch(/it will be read by .*the team.*\nReplied to BERG-9; the team can read it\.\n$/);
  });

  test("an agent who replies to another customer's ticket is told of the same readers twice", async () => {
    const as = 'j.weiss@bergmann-ortho.example';
    const { code, stderr } = await world.run('tickets reply BERG-9 -b "Seen."', { as });
    expect(code).toBe(0);
    expect(stderr).toMatch(/by Petra .* \(the customer\), the team/);
    expect(stderr).toContain('Replied to BERG-9; the customer and the team can read it.\n');
  });

  test('a note is internal', async () => {
    const writes = recordWrites(world.send);
    const ran = await world.run('tickets note berg-9 -b "Same cause as BOP-7."', { send: writes.send, as: staff });
    expect(ran).toEqual(remarked('', 'Added an internal note to BERG-9.\n'));
    expect(writes.take()).toEqual([
      { line: `POST /api/v1/tickets/${uuid}/messages`, body: { body: 'Same cause as BOP-7.', internal: true } },
    ]);
    expect(await lastRow()).toMatch(/^note\t\S+\tŁukasz Wójcik\tSame cause as BOP-7\.$/);
    expect((await world.run('tickets view BERG-9', { as: customer })).stdout).not.toContain('Same cause');
  });

  test('the result of a write carries the ticket', async () => {
    expect(await world.json('tickets reply BERG-9 -b One')).toEqual({ ref: 'BERG-9', uuid, id: expect.any(String) });
    expect(await world.json('tickets note BERG-9 -b Two')).toEqual({ ref: 'BERG-9', uuid, id: expect.any(String) });
    expect(await world.run('tickets reply BERG-9 -b Three -q')).toEqual(remarked('BERG-9\n', ''));
  });

  test('a note is refused, and not sent, where it may not be written', async () => {
    const writes = recordWrites(world.send);
    const machine = await world.machine(customer);
    const ran = await machine.run('tickets note BERG-9 -b "My secret"', { send: writes.send });
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('error: you may not write internal notes on BERG-9; nothing was sent\n');
    expect(writes.take()).toEqual([]);
    expect(draftsOf(machine)).toMatchObject([{ words: ['tickets', 'note', 'BERG-9'], flags: { body: 'My secret' } }]);
  });

  test('a reply is refused where it may not be written', async () => {
    const writes = recordWrites(
      meddling(world.send, ({ method, url }) =>
        method === 'GET' && url.pathname.endsWith(uuid)
          ? answerJson(200, { ticket: { uuid, displayId: 'BERG-9' }, canComment: false })
          : undefined,
      ),
    );
    const ran = await world.run('tickets reply BERG-9 -b Hello', { send: writes.send });
    expect(ran.code).toBe(5);
    expect(ran.stderr).toContain('error: you may not reply to BERG-9; nothing was sent\n');
    expect(writes.take()).toEqual([]);
  });
});

describe('who reads a reply', () => {
  const world = allTests(openWorld);
  const told = async (detail: object, as = owner): Promise<string> => {
    const send = meddling(world.send, ({ method, url }) =>
      method === 'GET' && url.pathname.endsWith(berg9) ? answerJson(200, detail) : undefined,
    );
    return (await world.run(`tickets reply ${berg9} -b Hello --dry-run`, { send, as })).stderr;
  };

  test('customer, creator, organisation and those who watch', async () => {
    const detail = {
      ticket: { displayId: 'BERG-9', customerId: 'u1', createdBy: 'u2', orgName: 'Ortho', watchers: ['u3', 'nobody'] },
      authors: { u1: { name: 'Ann' }, u2: { name: 'Bob' }, u3: { name: 'Eve\u001b[2J' } },
      watchers: [{ id: 'u4', name: 'Joe' }],
    };
    expect(await told(detail)).toBe(
      'A reply to BERG-9 is public: it will be read by Ann (the customer), Bob (who opened it), everyone at Ortho who can see the ticket, Joe (watching), Eve^[[2J (watching) and nobody (watching).\nWould reply to the ticket.\n',
    );
  });

  test('a detail that says nothing', async () => {
    expect(await told({ ticket: { displayId: 'BERG-9' } })).toBe(
      'A reply to BERG-9 is public: it will be read by everyone in its organisation who can see the ticket.\nWould reply to the ticket.\n',
    );
  });

  test('nobody is notified of what they did themselves', async () => {
    const { stderr } = await world.run('tickets reply BERG-9 -b Hello --dry-run', { as: customer });
    expect(stderr).toBe(
      'A reply to BERG-9 is public: it will be read by the team and everyone at Bergmann Orthopädie GmbH & Co. KG who can see the ticket.\nWould reply to BERG-9.\n',
    );
  });
});

describe('a note that becomes public', () => {
  const world = allTests(openWorld);
  const machine = allTests(() => world.machine(owner));

  /** A service that passes over `internal`, and its answers to writes and later reads. */
  const publishing = (answer: object, messages: readonly object[] | undefined): Send => {
    let isWritten = false;
    return meddling(world.send, ({ method, url }) => {
      if (method === 'POST') {
        isWritten = true;
        return answerJson(201, answer);
      }
      if (!isWritten || !url.pathname.endsWith(berg9)) return undefined;
      return messages ? answerJson(200, { ticket: { displayId: 'BERG-9' }, messages }) : answerJson(500, {});
    });
  };
  const unchecked = 'warning: the note on BERG-9 was sent, but whether it is internal could not be checked\n';
  const public_ = 'error: the server published the note on BERG-9 as a reply, which others can read\n';

  test.each([
    ['the answer tells', { id: 'm1', isInternalNote: false }, undefined],
    ['the detail tells by id', { id: 'm1' }, [{ id: 'm1', body: 'x', isInternalNote: false }]],
    ['the detail tells by text', {}, [{ id: 'm0', body: 'Secret', internal: false }]],
    ['another text with that id', { id: 'm1' }, [{ id: 'm1', text: 'x', internal: false }]],
  ])('%s', async (_, answer, messages) => {
    const ran = await machine.run(`tickets note ${berg9} -b Secret`, { send: publishing(answer, messages) });
    expect(ran).toEqual({
      code: 8,
      stdout: '',
      stderr: `${public_}hint: it has arrived; do not send it again: tracker tickets view BERG-9\n`,
    });
    // It must not be sent a second time.
    expect(draftsOf(machine)).toEqual([]);
  });

  test.each([
    ['told as internal', { id: 'm1' }, [{ id: 'm1', isInternalNote: true }], ''],
    ['not told', { id: 'm1' }, [{ id: 'm1', body: 'Secret' }], unchecked],
    ['not to be found', { id: 'm1' }, [{ id: 'm0', body: 'Another', isInternalNote: true }], unchecked],
    [
      'not to be looked up',
      { id: 'm1' },
      undefined,
      `warning: the note on BERG-9 was sent, but could not be read back: work.example returned 500 (Internal Server Error) for GET /api/v1/tickets/${berg9}\n` +
        unchecked,
    ],
  ])('%s', async (_, answer, messages, warning) => {
    const ran = await machine.run(`tickets note ${berg9} -b Secret`, { send: publishing(answer, messages) });
    const note = warning === '' ? 'an internal note' : 'a note';
    expect(ran).toEqual(remarked('', `${warning}Added ${note} to BERG-9.\n`));
  });

  test.each([
    { timeline: [{ id: 'm1', text: 'Secret', internal: false }] },
    { ticket: { displayId: 'BERG-9', messages: [{ id: 'm1', text: 'Secret', internal: false }] } },
  ])('messages in another place are checked too: %o', async (detail) => {
    let isWritten = false;
    const send = meddling(world.send, ({ method, url }) => {
      if (method === 'POST') isWritten = true;
      if (method === 'POST') return answerJson(201, { id: 'm1' });
      if (!isWritten || !url.pathname.endsWith(berg9)) return undefined;
      return answerJson(200, { ticket: { displayId: 'BERG-9' }, ...detail });
    });
    expect((await machine.run(`tickets note ${berg9} -b Secret`, { send })).stderr).toContain(public_);
  });
});

describe('at a terminal', () => {
  const world = allTests(openWorld);

  test('a text that is given, and --yes, need no question', async () => {
    for (const flags of ['-b Hello', '-b Hello --yes'])
      expect(await world.run(`tickets reply BERG-9 ${flags}`, wide)).toEqual(
        remarked('', `${audience}Replied to BERG-9; the customer can read it.\n`),
      );
  });

  test('a draft is asked about; without an answer it stays', async () => {
    const machine = await world.machine(owner);
    await machine.run('tickets reply BERG-9 -b Hello', { send: refusingWrites(world.send, 500) });
    const [draft] = draftsOf(machine);
    const writes = recordWrites(world.send);
    const line = `tickets reply BERG-9 --from-draft ${draft?.id}`;
    const silent = await machine.run(`${line} --no-input`, { ...narrow, send: writes.send });
    expect(silent.code).toBe(2);
    expect(silent.stderr).toContain('add --yes');
    const json = await machine.run(`${line} --json`, { ...narrow, stdin: 'n\r', send: writes.send });
    expect(json.code).toBe(0);
    expect(json.stderr.replaceAll(/\s+/g, ' ')).toContain('it will be read by Petra');
    expect(writes.take()).toEqual([]);
    expect(draftsOf(machine)).toEqual([draft]);
  });
});
