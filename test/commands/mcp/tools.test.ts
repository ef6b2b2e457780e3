import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tools } from '../../../src/commands/mcp/tools.js';
import { nouns } from '../../../src/commands/nouns.js';
import { proposalOf } from '../../../src/contract/allowed.js';
import { TrackerError } from '../../../src/contract/errors.js';
import { type Answer, connectWithin, protocols } from '../../support/mcp.js';
import { allShapes, openWorld, owner } from '../../support/run.js';

const names = ['find', 'view', 'list', 'next', 'changes', 'people', 'time', 'propose'];

describe.each(protocols)('the list of tools, protocol %s', (protocol) => {
  test('has eight, fits in 1,800 tokens, and is the same each time', async () => {
    const world = await openWorld();
    const machine = await world.machine(owner);
    const { client } = await connectWithin(machine, { protocol });
    const first = await client.listTools();
    expect(first.tools.map(({ name }) => name)).toEqual(names);
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThanOrEqual(7200);
    const other = await connectWithin(machine, { protocol });
    expect(JSON.stringify(await other.client.listTools())).toBe(JSON.stringify(first));
    for (const { name, inputSchema, annotations } of first.tools) {
      expect(inputSchema.type).toBe('object');
      expect(annotations).toEqual({ readOnlyHint: name !== 'propose' });
    }
    // It needs no server.
    expect(world.takeRequests()).toEqual([]);
  });

  test('has no propose where access is read', async () => {
    const world = await openWorld();
    const machine = await world.machine(owner);
    const reading = await connectWithin(machine, { protocol, line: 'mcp --read-only' });
    expect((await reading.client.listTools()).tools.map(({ name }) => name)).toEqual(names.slice(0, -1));
    const { isError, text } = await reading.call('propose', { command: 'reply', args: ['CASA-9'], body: 'x' });
    expect([isError, text]).toEqual([true, 'error: there is no tool propose']);
    const set = await connectWithin(machine, { protocol, env: { TRACKER_ACCESS: 'read' } });
    expect((await set.client.listTools()).tools).toHaveLength(7);
    // Whoever uses it is an agent.
    await machine.run('config set agents read');
    expect((await (await connectWithin(machine, { protocol })).client.listTools()).tools).toHaveLength(7);
  });
});

test('propose takes every command that can be proposed, in its short form if there is one', async () => {
  const offered = new Set<string>(Object.values(tools.propose.lines));
  const declared = nouns.flatMap((noun) => [
    ...(noun.command ? [{ name: noun.name, load: noun.command.load }] : []),
    ...noun.verbs.map(({ name, load }) => ({ name: `${noun.name} ${name}`, load })),
  ]);
  const left: string[] = [];
  for (const { name, load } of declared) {
    const { verb } = await load();
    const routes = verb.writes?.filter((route) => route !== 'unknown') ?? [];
    const isProposed = verb.queued !== false && routes.some((route) => proposalOf(route, {}) !== 'refused');
    if (isProposed && !offered.has(name)) left.push(name);
    if (offered.has(name)) expect([name, isProposed]).toEqual([name, true]);
  }
  // Others do the same: reply and note attach files, edit assigns and reopens.
  expect(left.sort()).toEqual(
    [
      ...[
        'assign',
        'attach',
        'done',
        'reopen',
        'unassign',
        'tasks checklist',
        'tasks comment',
        'tasks done',
        'tasks edit',
      ],
      ...['tasks time', 'tickets checklist', 'tickets convert', 'tickets edit', 'tickets note', 'tickets reply'],
    ].sort(),
  );
});

allShapes('the tools, shape %s', (world) => {
  test('each of them answers, in words and as data, and sends nothing', async () => {
    const { call } = await connectWithin(await world.machine(owner));
    world.takeRequests();
    const next = await call('next');
    expect(next.isError).toBe(false);
    const ref = String(next.data.ref);
    expect(ref).toMatch(/^[A-Z]+-\d+$/);
    expect(next.text).toContain(ref);
    expect(next.data.messages ?? next.data.description).toBeDefined();

    const list = await call('list', { what: 'tickets', segment: 'all', waiting: true });
    expect(list.data).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ ref })]) });
    expect(list.text).toContain(ref);

    const found = await call('find', { query: ['roster'], type: 'task' });
    expect((found.data.rows as { type: string }[]).map(({ type }) => type)).toContain('task');

    const [first, ...others] = await Promise.all([
      call('view', { ref: [ref] }),
      call('view', { what: 'project', ref: ['SCM'] }),
      call('view', { what: 'files', ref: [ref] }),
      call('list', { what: 'tasks', scope: 'all', status: 'todo' }),
      call('list', { what: 'inbox', unread: true }),
      call('changes', { since: '7d' }),
      call('people'),
      call('time', { by: 'person' }),
    ]);
    expect(first?.data).toEqual(next.data);
    expect(others.filter(({ isError }) => isError)).toEqual([]);
    expect(others[4]?.data).toMatchObject({ proposals: { rows: [] }, tickets: {}, tasks: {} });
    expect(others[5]?.data).toMatchObject({ rows: expect.arrayContaining([{ ref: 'Mara Lindqvist', side: 'team' }]) });

    const reply = await call('propose', { command: 'reply', args: [ref], body: 'On it.' });
    expect([reply.isError, reply.data.state]).toEqual([false, 'proposed']);
    expect(reply.text).toMatch(/^Proposed as draft \d+; nothing was sent\.\n/);
    // A field, which an agent with a shell could change at once, is part of it.
    const edit = await call('propose', { command: 'edit', args: [ref], priority: 'high' });
    expect(edit.data).toMatchObject({ state: 'proposed', draft: reply.data.draft });
    expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
    const drafts = await call('list', { what: 'drafts' });
    expect(drafts.data).toMatchObject({ rows: [{ state: 'proposed' }, { ref: String(reply.data.draft) }] });
  });
});

test('whatever is proposed, nothing but reads leaves', async () => {
  const world = await openWorld();
  const { call } = await connectWithin(await world.machine(owner));
  const thread =
    ((await call('list', { what: 'chats', org: 'casa-azul' })).data.rows as { ref: string }[])[0]?.ref ?? '';
  const given: Readonly<Record<keyof typeof tools.propose.lines, readonly [readonly string[], object?]>> = {
    reply: [['CASA-9'], { body: 'x', status: 'closed', tag: 'a' }],
    note: [['CASA-9', 'x']],
    comment: [['task:SCM-9', 'x']],
    edit: [['CASA-10', 'CASA-11'], { priority: 'low', assignee: '@me', 'remove-tag': 'a' }],
    close: [['BERG-9']],
    checklist: [['CASA-16'], { check: ['4'], add: ['one more'] }],
    convert: [['CASA-13'], { project: 'SCM' }],
    time: [['task:SCM-12', '90m'], { note: 'x' }],
    'tasks create': [['A task'], { project: 'SCM', due: 'tomorrow' }],
    'tickets create': [['A ticket'], { org: 'casa-azul', body: 'x' }],
    'tasks delete': [['SCM-20']],
    'tickets delete': [['CASA-8']],
    'projects comment': [['SCM'], { body: 'x' }],
    'chat create': [['A thread'], { org: 'casa-azul', body: 'x' }],
    'chat reply': [[thread, 'x']],
    'notes create': [['A note'], { body: 'x' }],
  };
  world.takeRequests();
  for (const [command, [args, flags]] of Object.entries(given)) {
    const { text, data } = await call('propose', { command, args, ...flags });
    expect([command, text, JSON.stringify(data)]).toEqual([
      ...[
        command,
        expect.stringMatching(/Proposed as draft \d+; nothing was sent\./),
        expect.stringContaining('"draft":'),
      ],
    ]);
  }
  expect(world.takeRequests().filter((line) => !line.startsWith('GET '))).toEqual([]);
});

describe('what a person decides', () => {
  test('is among the changes, with the reason, and the author is the client', async () => {
    const world = await openWorld();
    const machine = await world.machine(owner);
    const { call } = await connectWithin(machine);
    const [one, other] = [
      await call('propose', { command: 'note', args: ['CASA-9'], body: 'Who knows?' }),
      await call('propose', { command: 'edit', args: ['CASA-10', 'ticket:SCM-7'], tag: 'later' }),
    ];
    expect(one.data).toEqual({ state: 'proposed', draft: 1 });
    expect(other.data).toEqual({
      rows: [
        { ref: 'CASA-10', draft: 2 },
        { ref: 'SCM-7', draft: 3 },
      ],
    });
    expect(other.text).toBe(
      'CASA-10: Proposed as draft 2; nothing was sent.\nSCM-7: Proposed as draft 3; nothing was sent.',
    );
    expect(JSON.parse((await machine.run('drafts --json --fields author')).stdout)).toEqual(
      Array.from({ length: 3 }, () => ({ author: 'test-agent' })),
    );
    const terminal = { columns: 100 };
    expect((await machine.run('drafts send 2', { terminal, keys: ['\u001b[B\r'] })).code).toBe(0);
    expect(
      (await machine.run('drafts send 1', { terminal, keys: ['\u001b[B\u001b[B\u001b[B\r', 'Not now\r'] })).code,
    ).toBe(0);
    expect((await machine.run('drafts --decided --tsv --fields ref,targets,state,reason')).stdout).toBe(
      '2\tCASA-10\tdone\t\n1\tCASA-9\trejected\tNot now\n',
    );
    const { data } = await call('changes');
    expect(data.proposals).toMatchObject({
      rows: [
        { ref: '2', command: 'edit', state: 'done' },
        { ref: '1', command: 'tickets note', state: 'rejected', reason: 'Not now' },
      ],
    });
  });
});

describe('errors in words, and the program goes on', () => {
  test('for what cannot be asked for', async () => {
    const { call } = await connectWithin(await (await openWorld()).machine(owner));
    const texts = [
      await call('view', { ref: ['CASA-999'] }),
      await call('view', { ref: ['SCM-7'] }),
      await call('list', {}),
      await call('list', { what: 'tickets', scope: 'mine' }),
      await call('find', { query: 'x', page: 2 }),
      await call('propose', { command: 'api', args: ['/me'] }),
      await call('propose', { command: 'reply', args: ['CASA-9'] }),
      await call('propose', { command: 'reply', args: ['CASA-9', '-'] }),
      await call('propose', { command: 'reply', args: ['CASA-9'], body: { a: 1 } }),
      await call('view', { ref: ['--help'] }),
      await call('view', { ref: ['CASA-9'], skip: -1 }),
      await call('token'),
    ];
    expect(texts.map(({ isError, data }) => [isError, data.error])).toEqual([
      [true, 'not_found'],
      [true, 'ambiguous'],
      ...Array.from({ length: 9 }, () => [true, 'usage']),
      [true, undefined],
    ]);
    expect(texts.map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "error: there is no task or ticket CASA-999 that you can see",
        "error: "SCM-7" matches more than one: task:SCM-7 (Swap requests between crew members), ticket:SCM-7 (Payroll file: what must it be called?)
      hint: use task:SCM-7 or ticket:SCM-7",
        "error: what of list is tickets, tasks, projects, inbox, pages, notes, drafts, chats, orgs or similar",
        "error: tickets has no scope",
        "error: find has no property "page"
      hint: known: query, skip, type, org, status, since, messages",
        "error: command of propose is reply, note, comment, edit, close, checklist, convert, time, tasks create, tickets create, tasks delete, tickets delete, projects comment, chat create, chat reply or notes create, not "api"",
        "error: no reply was given
      usage: reply <ref> [text] body attach status priority category tag assignee if-unchanged once",
        "error: args cannot be -: there is no standard input here",
        "error: body takes a string or a list of strings",
        "error: "--help" is not a task or ticket reference
      hint: references look like SCM-12; a uuid or a web address works too",
        "error: skip takes a whole number, not -1",
        "error: there is no tool token",
      ]
    `);
    expect((await call('view', { ref: ['CASA-9'] })).data.ref).toBe('CASA-9');
  });

  test('flags are called properties, and none is advised that the tool does not have', async () => {
    const { call } = await connectWithin(await (await openWorld()).machine(owner));
    const texts = [
      await call('propose', { command: 'tickets create' }),
      await call('propose', { command: 'edit', args: ['SCM-12'], tag: 'none' }),
      await call('propose', { command: 'checklist', args: ['SCM-12'], check: 'New' }),
      await call('list', { what: 'chats' }),
      await call('list', { what: 'tasks', overdue: true, due: 'today' }),
      await call('find', {}),
    ];
    const orgs = 'bergmann-orthopaedie, casa-azul, lantern-works, quill-and-moss, scandia-maritime';
    const withoutUsage = texts.map(({ text }) => text.replace(/\nusage: .*/, ''));
    expect(withoutUsage).toEqual([
      `error: a new ticket needs org and subject\nhint: add org with one of ${orgs}`,
      'error: tag does not accept none',
      'error: the checklist has no item "New"; it has 5 items\nhint: to add it: add New',
      `error: you belong to several organisations\nhint: add org with one of ${orgs}`,
      'error: due and overdue cannot be used together',
      "error: missing required argument 'query'",
    ]);
    const seen = await call('list', { what: 'tasks', status: 'nosuch' });
    expect(seen.data.notes).toEqual(['status nosuch has not been seen on this server']);
  });

  test('signed out, with the server away, and offline', async () => {
    const world = await openWorld();
    const machine = await world.machine();
    let isAway = false;
    const { call } = await connectWithin(machine, {
      send: async (request) => {
        if (isAway) throw new TrackerError('network', 'the server cannot be reached');
        return await world.send(request);
      },
    });
    const out = await call('next');
    expect([out.isError, out.data.error]).toEqual([true, 'sign_in_required']);
    const { id: userId, name: userName } = world.sandbox.person(owner);
    await machine.vault.signIn({ name: 'work', url: world.url, userId, userName }, world.sandbox.signIn(owner), {
      makeDefault: true,
    });
    expect((await call('view', { ref: ['CASA-9'] })).data.ref).toBe('CASA-9');
    isAway = true;
    const away = await call('view', { ref: ['CASA-9'] });
    expect([away.isError, away.data.error]).toEqual([true, 'network']);
    isAway = false;
    expect((await call('view', { ref: ['CASA-9'] })).isError).toBe(false);
    const offline = await connectWithin(machine, { line: 'mcp --offline' });
    expect((await offline.call('view', { ref: ['CASA-9'] })).text).toMatch(/\nas of 2026-/);
    expect((await offline.call('view', { ref: ['CASA-10'] })).data.error).toBe('not_found');
  });
});

describe('files', () => {
  test('are those below the folder of --root, by whatever name', async () => {
    const world = await openWorld();
    const machine = await world.machine(owner);
    const root = join(machine.folder, 'reports');
    mkdirSync(join(root, 'below'), { recursive: true });
    writeFileSync(join(root, 'below', 'a.txt'), 'hello');
    writeFileSync(join(machine.folder, 'secret.txt'), 'no');
    symlinkSync(join(machine.folder, 'secret.txt'), join(root, 'link.txt'));
    symlinkSync(machine.folder, join(root, 'out'));
    const { call } = await connectWithin(machine, { line: ['mcp', '--root', root] });
    const attach = async (...files: readonly string[]) =>
      await call('propose', { command: 'reply', args: ['CASA-9'], body: 'Here.', attach: files });
    const refusedFiles = [
      'link.txt',
      'out/secret.txt',
      '../secret.txt',
      join(machine.folder, 'secret.txt'),
      '.',
      'none.txt',
      '/etc/passwd',
    ];
    for (const file of refusedFiles)
      expect((await attach('below/a.txt', file)).text).toBe(
        `error: there is no file ${JSON.stringify(file)} below the folder of --root`,
      );
    expect((await attach('below/a.txt')).data).toMatchObject({ state: 'proposed', draft: 1 });
    // Files of the program itself are never sent, wherever they are.
    const all = await connectWithin(machine, { line: ['mcp', '--root', machine.folder] });
    for (const file of ['config/credentials.json', 'config/config.json', 'state/ledger/1']) {
      const answer = await all.call('propose', { command: 'note', args: ['CASA-10'], body: 'x', attach: [file] });
      expect([file, answer.isError, answer.text]).toEqual([
        file,
        true,
        expect.stringMatching(/own files|there is no file/),
      ]);
    }
    const without = await connectWithin(machine);
    const { text } = await without.call('propose', {
      command: 'note',
      args: ['CASA-9'],
      body: 'x',
      attach: [join(root, 'below/a.txt')],
    });
    expect(text).toBe('error: no files can be attached: tracker mcp was started without --root');
    expect(await machine.run('mcp --root none')).toMatchObject({ code: 2, stdout: '' });
  });
});

test('of several things, each is in both parts of the answer, with as many of its messages as fit', async () => {
  const world = await openWorld();
  const { call } = await connectWithin(await world.machine(owner));
  const shown = async (...refs: readonly string[]) => {
    const { data } = await call('view', { ref: refs });
    const { things, missing } = data as { things: { ref: string; messages?: unknown[] }[]; missing?: unknown };
    return { refs: things.map(({ ref }) => ref), missing, things };
  };
  const two = await shown('BERG-9', 'CASA-9');
  expect([two.refs, two.missing]).toEqual([['BERG-9', 'CASA-9'], undefined]);
  const [long, short] = two.things;
  expect(long).toMatchObject({
    messages: expect.arrayContaining([expect.anything()]),
    missing: { messages: expect.any(Number) },
  });
  expect(short).not.toHaveProperty('missing');
  const many = await shown(...Array.from({ length: 12 }, (_, at) => `task:SCM-${at + 1}`));
  expect(many.refs.length + (many.missing as { things: number }).things).toBe(12);
  expect(many.refs.length).toBeGreaterThan(2);
});

test('what is left out of a long conversation is its beginning, and errors are never left out', async () => {
  const { call } = await connectWithin(await (await openWorld()).machine(owner));
  const { text, data } = await call('view', { ref: ['BERG-9'] });
  const newest = (data.messages as { text: string }[]).at(-1)?.text ?? '';
  const [, first = ''] = /\n… messages 1 to (\d+): tracker view BERG-9 --message \1\n/.exec(text) ?? [];
  expect(text).toContain(`\n  ${newest}\nmissing: messages 1 to ${first}: tracker view BERG-9 --message ${first}`);
  const several = await call('view', { ref: ['BERG-9', 'CASA-9', 'CASA-16', 'SCM-12', 'SCM-3'] });
  expect(several.isError).toBe(true);
  expect(several.text).toMatch(/\nSCM-3: "SCM-3" matches more than one: .*\nerror: 1 of 5 could not be shown$/);
});

test('a long list and a long text are read on where they were cut', async () => {
  const world = await openWorld();
  const machine = await world.machine(owner);
  const { call } = await connectWithin(machine);
  const seen: string[] = [];
  let skip: number | undefined = 0;
  while (skip !== undefined) {
    const { data, text } = await call('list', { what: 'tasks', scope: 'all', skip });
    const { rows, next, left } = data as { rows: { ref: string }[]; next?: { skip: number }; left?: number };
    seen.push(...rows.map(({ ref }) => ref));
    expect(text.split('\n').at(-1)).toBe(next ? `missing: ${left} rows: skip ${next.skip}` : 'complete');
    skip = next?.skip;
  }
  const all = JSON.parse((await machine.run('tasks list --scope all --json=ref')).stdout) as { ref: string }[];
  expect(seen).toEqual(all.map(({ ref }) => ref));

  const body = Array.from({ length: 900 }, (_, at) => `Word ${at} 🎁.`).join(' ');
  expect((await machine.run(['reply', 'CASA-9', body, '-y'])).code).toBe(0);
  const { data } = await call('view', { ref: ['CASA-9'] });
  const messages = data.messages as { number: number; text: string }[];
  const last = messages.at(-1);
  expect(last?.text).toMatch(/^Word 0 🎁\. .*… \d+ more$/);
  let read = '';
  let from: number | undefined = 0;
  while (from !== undefined) {
    const part: Answer = await call('view', { ref: ['CASA-9'], message: last?.number, skip: from });
    read += part.data.text;
    from = (part.data.next as { skip: number } | undefined)?.skip;
  }
  expect(read).toBe(body);
});

test('the end of the input waits a few seconds for a call that nobody answers', async () => {
  const machine = await (await openWorld()).machine(owner);
  const isAsked = new AbortController();
  const { client, close } = await connectWithin(machine, {
    send: async ({ signal }) => {
      isAsked.abort();
      return await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const unanswered = expect(client.callTool({ name: 'next', arguments: {} })).rejects.toThrow('closed');
  await once(isAsked.signal, 'abort');
  const start = performance.now();
  expect(await close()).toMatchObject({ code: 0, stderr: '' });
  const took = performance.now() - start;
  expect([took > 3000, took < 20_000]).toEqual([true, true]);
  await unanswered;
});

test('the end of the input is a success, and a signal is none', async () => {
  const machine = await (await openWorld()).machine(owner);
  const { close } = await connectWithin(machine);
  expect(await close()).toMatchObject({ code: 0, stderr: '' });
});
