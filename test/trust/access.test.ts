import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { VerbBody } from '../../src/args/verb.js';
import { interruptedBy } from '../../src/cli/run.js';
import { nouns } from '../../src/commands/nouns.js';
import { TrackerError } from '../../src/contract/errors.js';
import type { HttpRequest, Send } from '../../src/http/message.js';
import type { Machine, RunOptions } from '../support/computer/machine.js';
import { openAtHome, openWorld, owner, printed, remarked, type TestWorld, usualNow } from '../support/run.js';
import { answerJson } from '../support/sandbox/in-process.js';
import { allTests, eachTest } from '../support/set-up.js';
import { until } from '../support/until.js';
import { splitWords } from '../support/words.js';

const read = { TRACKER_ACCESS: 'read' };
const propose = { TRACKER_ACCESS: 'propose' };

/** The command lines in the help of every such verb that a computer without a terminal can run, without `tracker`. */
async function everyLine(isMeant: (verb: VerbBody) => boolean): Promise<readonly string[]> {
  const entries = nouns.flatMap(({ command, verbs }) => [...(command ? [command] : []), ...verbs]);
  const verbs = await Promise.all(entries.map(async ({ load }) => (await load()).verb));
  const lines = verbs.filter(isMeant).flatMap(({ examples }) => examples.map(({ line }) => line));
  // Of a line for a shell, only the first command; what is piped into it, or from a file, is of no matter.
  return lines
    .flatMap((line) => /^tracker ((?:'[^']*'|"[^"]*"|[^'"|;&<>])*)/.exec(line)?.[1] ?? [])
    .map((line) =>
      line
        .replace(/ @(?= |$)/, ' BERG-9')
        .replace(/(?<! -o) -(?= |$)/, ' BERG-9')
        .trim(),
    )
    .filter(
      (line) =>
        !/^(?:sandbox (?:start|stop|reset|users|password)|login|watch|events|open|inbox watch|triage|completion)\b/.test(
          line,
        ),
    );
}

/** The words of a command that downloads, so that it does so in this folder; others as they are. */
function inFolder(folder: string, words: readonly string[]): readonly string[] {
  if (words[1] !== 'download' || words.includes('-o')) return words;
  return [...words.filter((word, at) => ![word, words[at - 1]].includes('--dir')), '--dir', folder];
}

/** Runs every line with this access, and gives all requests that were sent. */
async function requestsOf(
  world: TestWorld,
  env: Readonly<Record<string, string>>,
  isMeant: (verb: VerbBody) => boolean = () => true,
): Promise<readonly HttpRequest[]> {
  const machine = await world.machine(owner);
  const sent: HttpRequest[] = [];
  for (const line of await everyLine(isMeant))
    await machine.run(inFolder(machine.folder, splitWords(line)), {
      env,
      stdin: 'A text.',
      signal: AbortSignal.timeout(20_000),
      async send(request) {
        sent.push(request);
        return await world.send(request);
      },
    });
  return sent;
}

describe('R98: every command as its help shows it', () => {
  test('changes nothing where access is read', async () => {
    const world = await openWorld();
    const before = world.sandbox.world.db.all('SELECT * FROM tickets');
    const sent = await requestsOf(world, read);
    expect(sent.length).toBeGreaterThan(100);
    expect(sent.filter(({ method }) => !['GET', 'OPTIONS'].includes(method))).toEqual([]);
    expect(sent.filter(({ url }) => /chat\/threads\/./.test(url.pathname))).toEqual([]);
    expect(world.sandbox.world.db.all('SELECT * FROM tickets')).toEqual(before);
  });

  test('sends nothing that a customer reads where access is propose', async () => {
    const world = await openWorld();
    // What only reads does nothing else than with access read.
    const sent = await requestsOf(world, propose, ({ writes }) => writes !== undefined);
    const writes = sent.filter(({ method }) => !['GET', 'OPTIONS'].includes(method));
    const lines = new Set(writes.map(({ method, url }) => `${method} ${url.pathname.replace(/[0-9a-f-]{36}/, ':id')}`));
    expect([...lines].toSorted()).toEqual(['PATCH /api/v1/tasks/:id', 'PATCH /api/v1/tickets/:id']);
    for (const { url, body } of writes.filter(({ url }) => url.pathname.includes('/tickets/')))
      expect(`${url.pathname} ${String(body)}`).not.toMatch(/"status"/);
  });
});

describe('R98: what access is', () => {
  const world = allTests(openWorld);

  const levelOf = async (machine: Machine, env: Readonly<Record<string, string>> = {}, flags = ''): Promise<string> =>
    /^access\t(.*)$/m.exec((await machine.run(`whoami ${flags}`, { env })).stdout)?.[1] ?? '';

  test('the strictest of what is said, and read for a word that nobody knows', async () => {
    const machine = await world.machine(owner);
    expect(await levelOf(machine)).toBe('full');
    expect(await levelOf(machine, { TRACKER_ACCESS: 'Propose ' })).toBe('propose (TRACKER_ACCESS)');
    expect(await levelOf(machine, { TRACKER_ACCESS: 'everything' })).toBe('read (TRACKER_ACCESS)');
    expect(await levelOf(machine, { TRACKER_ACCESS: '' })).toBe('full');
    expect(await levelOf(machine, propose, '--read-only')).toBe('read (--read-only)');
    expect(await levelOf(machine, { TRACKER_ACCESS: 'full' }, '--read-only')).toBe('read (--read-only)');
  });

  test('a known agent has what agents may do, whatever the sign-in', async () => {
    const machine = await world.machine(owner);
    const agents = { CLAUDECODE: '1', GEMINI_CLI: '1', CURSOR_AGENT: '1', CODEX_SANDBOX: 'seatbelt', OPENCODE: '1' };
    for (const [name, value] of Object.entries(agents)) expect(await levelOf(machine, { [name]: value })).toBe('full');
    await machine.run('config set agents propose');
    for (const [name, value] of Object.entries({ ...agents, TRACKER_AGENT: 'bot', AI_AGENT: 'other' }))
      expect(await levelOf(machine, { [name]: value })).toBe(`propose (agents is propose, and ${name} is set)`);
    // What editors set in the terminals of people, and what switches an agent off.
    for (const env of [{}, { CURSOR_TRACE_ID: '1' }, { CLAUDECODE: '0' }])
      expect(await levelOf(machine, env)).toBe('full');
    expect(await machine.run('config set agents some')).toMatchObject({ code: 2 });
    const file = join(machine.folder, 'config', 'config.json');
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...stored, settings: { agents: 'some' } }));
    expect(await levelOf(machine, { CLAUDECODE: '1' })).toMatch(/^read /);
  });

  test('an agent may not loosen it, nor decide for a person; neither starts programs', async () => {
    const machine = await world.machine(owner);
    await machine.run(['alias', 'set', 'x', '!touch done']);
    await machine.run('config set agents propose');
    const env = { CLAUDECODE: '1' };
    for (const line of [
      ...['token', 'login work.example --token', 'logout', 'instances use work', 'instances remove work -y'],
      ...['config set agents full', 'config unset agents', 'alias set y tasks', 'alias delete x', 'drafts send 1'],
      ...['drafts send --waiting', 'sandbox reset -y', 'sandbox run -- true', 'inbox watch --exec true', 'x'],
      'snooze CASA-9 tomorrow',
    ])
      expect([line, await machine.run(line, { env, stdin: 'a-token' })]).toEqual([
        line,
        {
          code: 5,
          stdout: '',
          stderr: expect.stringMatching(/^error: .*; the access level is propose \(agents is propose/),
        },
      ]);
    for (const line of ['sandbox run -- true', 'inbox watch --exec true', 'x', 'snooze CASA-9 off'])
      expect(await machine.run(line, { env: read })).toMatchObject({ code: 5 });
    const { stderr } = await machine.run('api -X POST /tasks --json', { env });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'read_only', status: null });
  });

  test('no path and no header makes one request pass for another', async () => {
    const machine = await world.machine(owner);
    world.takeRequests();
    for (const args of [
      ['/tasks/1', '-H', 'X-HTTP-Method-Override: DELETE'],
      ['/tasks', '-H', 'x-method: POST'],
      ['https://work.example/x/api/v1/tasks'],
      ['-X', 'PATCH', '/tasks/%2e%2e/me', '-f', 'name=x'],
    ])
      expect([args, (await machine.run(['api', ...args], { env: read })).code]).toEqual([args, 5]);
    expect(world.takeRequests()).toEqual([]);
  });

  test('the level of a sign-in counts for every command, and only somebody at a terminal raises it', async () => {
    const machine = await world.machine(owner);
    const login = async (flags: string, options: RunOptions = {}): Promise<readonly string[]> => {
      const token = world.sandbox.signIn(owner);
      const line = `login work.example --token --name ${flags}`;
      const ran = await machine.run(line, options.terminal ? { ...options, keys: [`${token}\r`] } : { stdin: token });
      return [await levelOf(machine), ran.stderr.replace(/Signed in [\s\S]*/, '')];
    };
    const stays = (level: string): string =>
      `warning: the access level stays ${level}, which only somebody at a terminal can raise\n`;
    for (const [flags, level, said] of [
      ['limited --access propose', 'propose (sign-in limited)', ''],
      ['limited', 'propose (sign-in limited)', ''],
      ['limited --access full', 'propose (sign-in limited)', stays('propose')],
      ['limited --access read', 'read (sign-in limited)', ''],
      ['limited --access propose', 'read (sign-in limited)', stays('read')],
      ['other', 'full', ''],
      ['limited', 'read (sign-in limited)', ''],
    ] as const)
      expect([flags, ...(await login(flags))]).toEqual([flags, level, said]);
    for (const line of ['tasks edit SCM-12 -p high', 'drafts send 1', 'sandbox run -- true'])
      expect([line, await machine.run(line)]).toEqual([
        line,
        { code: 5, stdout: '', stderr: expect.stringContaining('the access level is read (sign-in ') },
      ]);
    expect(await machine.run('tasks view SCM-12')).toMatchObject({ code: 0 });
    expect((await login('limited --access full', { terminal: { columns: 80 } }))[0]).toBe('full');
  });

  test('logout ends no session on the server', async () => {
    const machine = await world.machine(owner);
    world.takeRequests();
    const { code, stderr } = await machine.run('logout', { env: read });
    expect({ code, requests: world.takeRequests() }).toEqual({ code: 0, requests: [] });
    expect(stderr).toContain('sessions may still be open on their servers');
    expect(await machine.run('whoami')).toMatchObject({ code: 3 });
  });
});

describe('R98: what is proposed', () => {
  const { world, machine } = (() => {
    const at = eachTest(openAtHome);
    return { world: () => at.world, machine: () => at.machine };
  })();
  const terminal = { columns: 100, rows: 40 };

  const ticket = async (ref: string) =>
    (await world().json(`tickets view ${ref}`)) as {
      ticket: { uuid: string; status: string; priority: string };
      messages: { body: string }[];
    };

  test('waits for a person, whose answer at a terminal sends it; nothing else does', async () => {
    const { code, stdout, stderr } = await machine().run('reply CASA-9 "An answer." -s closed --json', {
      env: { ...propose, TRACKER_AGENT: 'bot' },
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"state":"proposed","draft":1}\n' });
    expect(stderr).not.toContain('error');
    for (const line of ['drafts send 1', 'drafts send 1 -y', 'drafts send --waiting', 'reply CASA-9 --from-draft 1'])
      await machine().run(line);
    expect(await machine().run('drafts send 1')).toMatchObject({ code: 6 });
    expect(await machine().run('drafts send 1', { env: propose, terminal, keys: ['2\r'] })).toMatchObject({ code: 5 });
    const before = await ticket('CASA-9');
    expect(before.messages.map(({ body }) => body)).not.toContain('An answer.');
    const asked = await machine().run('drafts send 1', { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] });
    expect(asked).toMatchObject({ code: 0 });
    expect(asked.stderr).toMatch(
      /\| An answer\.\n {2}A reply to CASA-9 is public: it will be read by [\s\S]*bot proposed this/,
    );
    const after = await ticket('CASA-9');
    expect(after.messages.at(-2)).toMatchObject({ body: 'An answer.' });
    expect(after.ticket.status).toBe('closed');
    expect(await machine().run('drafts --json')).toEqual(printed('[]\n'));
  });

  test('is sent as it was shown, without another question but about what is new', async () => {
    const person = { terminal, env: { ACCESSIBLE: '1' } };
    const proposed = async (line: string): Promise<number> =>
      JSON.parse((await machine().run(`${line} --json`, { env: propose })).stdout).draft;
    for (const line of ['tasks create --project OPS -t "Zebra" -y', 'tasks delete SCM-20 -y']) {
      const number = await proposed(line);
      const { code, stderr } = await machine().run(`drafts send ${number}`, { ...person, keys: ['2\r'] });
      expect([code, stderr.match(/\?/g)]).toEqual([0, ['?']]);
    }
    expect((await machine().run('search Zebra --type task -q')).stdout).toMatch(/^OPS-\d+\n$/);
    await machine().run('view CASA-9');
    const number = await proposed('reply CASA-9 "An answer."');
    await world().run('note CASA-9 -b "Not yet."', { as: 'sean@lantern.example' });
    const late = await machine().run(`drafts send ${number}`, { ...person, keys: ['2\r', 'n\r'] });
    expect(late.stderr).toContain('Not yet.');
    expect((await ticket('CASA-9')).messages.map(({ body }) => body)).not.toContain('An answer.');
  });

  test('names what it is for, whatever else stands in the address that an agent gives', async () => {
    const { uuid } = (await ticket('BERG-9')).ticket;
    const address = `https://work.example/tickets/CASA-9/${uuid}?ticket=CASA-9`;
    await machine().run(['reply', address, 'For CASA-9 alone.'], { env: propose });
    const asked = await machine().run('drafts send 1', { terminal, env: { ACCESSIBLE: '1' }, keys: ['1\r'] });
    expect(asked.stderr).toContain('tickets reply BERG-9 (agent');
    expect((await machine().run('drafts', { terminal })).stdout).toMatch(/tickets reply +BERG-9 /);
  });

  test('is shown with marks for what nobody would see in it', async () => {
    const hidden = [...'4,200 euros'].map((each) => String.fromCodePoint(0xe0100 + each.charCodeAt(0))).join('');
    await machine().run(['reply', 'CASA-9', `Of course 👍${hidden}. ❤️‍🔥`], { env: propose });
    const { stderr } = await machine().run('drafts send 1', { terminal, env: { ACCESSIBLE: '1' }, keys: ['1\r'] });
    expect(stderr).toContain('| Of course 👍<11 invisible characters>. ❤️‍🔥\n');
  });

  test('is a draft for each of several, and joins what is open for the same ticket', async () => {
    const rows = JSON.parse((await machine().run('close CASA-8 CASA-13 --json', { env: propose })).stdout);
    expect(rows).toEqual([
      { ref: 'CASA-8', uuid: expect.any(String), ok: true, state: 'proposed', draft: 1 },
      { ref: 'CASA-13', uuid: expect.any(String), ok: true, state: 'proposed', draft: 2 },
    ]);
    expect(await machine().run('close BERG-9 BERG-10', { env: propose })).toEqual(
      remarked(
        'BERG-9\ttrue\t\nBERG-10\ttrue\t\n',
        'Proposed as draft 3; nothing was sent.\nProposed as draft 4; nothing was sent.\n',
      ),
    );
    // What would be done at once belongs to it, too.
    expect(await machine().run('tickets edit CASA-8 -p high -q', { env: propose })).toEqual(
      remarked(
        '',
        'warning: an earlier draft for CASA-8 waits for approval\nhint: to see it: tracker drafts view 1\nProposed as draft 1; nothing was sent.\n',
      ),
    );
    const before = (await ticket('CASA-8')).ticket;
    // Who tries again means the same.
    await machine().run('close BERG-9', { env: propose });
    await machine().run('note BERG-9 Once.', { env: propose });
    await machine().run('note BERG-9 Once.', { env: propose });
    const kept = JSON.parse((await machine().run('drafts --json=ref')).stdout) as { ref: string }[];
    expect(kept.map(({ ref }) => Number(ref)).sort()).toEqual([1, 2, 3, 4, 5, 7]);
    await machine().run('tickets edit CASA-9 -p high', { env: propose });
    expect((await ticket('CASA-9')).ticket.priority).toBe('high');
    const decided = await machine().run('drafts send 1', { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] });
    expect(decided.stderr).toContain('CASA-8: status from open to closed');
    expect(decided.stderr).toContain('CASA-8: priority from low to high');
    const after = (await ticket('CASA-8')).ticket;
    expect([before.status, before.priority, after.status, after.priority]).toEqual(['open', 'low', 'closed', 'high']);
  });

  test.each([
    ['the server cannot be reached', 7, '', 'draft 1, draft 2', ['proposed', 'proposed']],
    ['its first part is refused', 5, 'POST', 'draft 2', ['unsent', 'proposed']],
    ['its last part is refused', 5, 'PATCH', undefined, ['done', 'unsent']],
  ] as const)('of two parts, of which %s, is proposed again as far as it was not sent', async (_what, ...row) => {
    const [code, refusing, left, states] = row;
    for (const line of ['reply CASA-8 "An answer."', 'close CASA-8']) await machine().run(line, { env: propose });
    const send: Send = async (request) => {
      if (request.method === 'GET') return await world().send(request);
      if (refusing === '') throw new TrackerError('network', 'the server cannot be reached');
      return request.method === refusing ? answerJson(403, { message: 'No.' }) : await world().send(request);
    };
    const asked = { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] };
    const ran = await machine().run('drafts send 1', { ...asked, send });
    expect(ran.code).toBe(code);
    expect(/still proposed: (.*)\.\n/.exec(ran.stderr)?.[1]).toBe(left);
    const kept = JSON.parse((await machine().run('drafts --json=ref,state')).stdout) as {
      ref: string;
      state: string;
    }[];
    expect(['1', '2'].map((ref) => kept.find((each) => each.ref === ref)?.state ?? 'done')).toEqual(states);
    // Nothing but a person goes on with it.
    await machine().run('drafts send --waiting -y');
    expect((await ticket('CASA-8')).ticket.status).toBe('open');
    for (const each of kept) await machine().run(`drafts send ${each.ref} -y`, asked);
    const { ticket: now, messages } = await ticket('CASA-8');
    expect([now.status, messages.filter(({ body }) => body === 'An answer.').length]).toEqual(['closed', 1]);
  });

  test('with a macro has all that the macro sets', async () => {
    const folder = join(machine().folder, 'config', 'templates');
    mkdirSync(folder);
    writeFileSync(join(folder, 'bye.md'), '---\nkind: reply\nstatus: closed\npriority: low\n---\nBye, {{customer}}.\n');
    world().takeRequests();
    expect(await machine().run('reply CASA-9 --template bye', { env: propose })).toMatchObject({ code: 0 });
    expect(
      world()
        .takeRequests()
        .filter((line) => !line.startsWith('GET ')),
    ).toEqual([]);
    expect(JSON.parse((await machine().run('drafts --json=state,flags')).stdout)).toMatchObject([
      { state: 'proposed', flags: { body: expect.stringMatching(/^Bye, /), status: 'closed', priority: 'low' } },
    ]);
  });

  test('of two agents at once is sent as far as a person accepts it meanwhile, and no further', async () => {
    const refs = ['CASA-8', 'CASA-9', 'CASA-13', 'BERG-9', 'BERG-10'];
    const work = async (agent: string): Promise<void> => {
      for (const ref of refs)
        for (const line of [`reply ${ref} "${agent} on ${ref}"`, `close ${ref}`])
          await machine().run(line, { env: { ...propose, TRACKER_AGENT: agent } });
    };
    let isOver = false;
    const agents = Promise.all(['One', 'Two'].map(work)).finally(() => {
      isOver = true;
    });
    const accepted: string[] = [];
    while (!isOver) {
      await pause(5);
      const drafts = JSON.parse((await machine().run('drafts --json')).stdout) as {
        ref: string;
        flags: { body?: string };
      }[];
      const texts = drafts.filter(({ flags }) => flags.body !== undefined);
      const next = texts[Math.floor(texts.length / 2)];
      if (!next) continue;
      const decided = { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r', 'y\r', 'y\r'] };
      expect(await machine().run(`drafts send ${next.ref}`, decided)).toMatchObject({ code: 0 });
      accepted.push(next.flags.body ?? '');
    }
    await agents;
    const bodies = await Promise.all(refs.map(async (ref) => (await ticket(ref)).messages.map(({ body }) => body)));
    const sent = bodies.flat().filter((body) => / on [A-Z]+-\d+$/.test(body));
    expect([...sent].sort()).toEqual([...accepted].sort());
    expect(sent.length).toBeGreaterThan(0);
  });

  test('sends its files as they were when it was proposed', async () => {
    const file = join(machine().workingFolder, 'plan.txt');
    const proposePlan = async (ref: string) =>
      await machine().run(['reply', ref, 'See the plan.', '--attach', file], { env: propose });
    writeFileSync(file, 'The plan.');
    for (const ref of ['CASA-9', 'CASA-9', 'CASA-8']) await proposePlan(ref);
    const copy = join(machine().folder, 'state', 'ledger', '1.files', '0', 'plan.txt');
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    writeFileSync(file, 'Another plan.');
    await proposePlan('CASA-8');
    rmSync(file);
    const kept = JSON.parse((await machine().run('drafts --json=ref')).stdout) as { ref: string }[];
    expect(kept.map(({ ref }) => Number(ref)).sort()).toEqual([1, 3, 4]);
    await machine().run('drafts send 1', { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] });
    const folder = join(machine().workingFolder, 'got');
    await machine().run(['attachments', 'download', 'CASA-9', 'plan.txt', '--dir', folder]);
    expect(readFileSync(join(folder, 'plan.txt'), 'utf8')).toBe('The plan.');
    await machine().run('drafts delete 3 -y');
    expect(existsSync(join(machine().folder, 'state', 'ledger', '3.files'))).toBe(false);
  });

  test('leaves nothing of a large file whose copying is interrupted', async () => {
    const file = join(machine().workingFolder, 'large.bin');
    writeFileSync(file, '');
    truncateSync(file, 4 * 1024 ** 3);
    const copy = join(machine().folder, 'state', 'ledger', '1.files', '0', 'large.bin');
    const interruption = new AbortController();
    const { signal } = interruption;
    const ran = machine().run(['reply', 'CASA-9', 'See this.', '--attach', file], { env: propose, signal });
    await until('the copy', () => existsSync(copy));
    interruption.abort(interruptedBy('SIGINT', 130));
    expect(await ran).toMatchObject({ code: 130, stdout: '' });
    expect([existsSync(copy), (await machine().run('drafts --json')).stdout]).toEqual([false, '[]\n']);
  });

  test('may be rejected with a reason, which its author sees', async () => {
    await machine().run(['comment', 'SCM-12', 'A thought.'], { env: propose });
    await machine().run('drafts send 1', { terminal, env: { ACCESSIBLE: '1' }, keys: ['4\r', 'Not now.\r'] });
    expect(JSON.parse((await machine().run('drafts view 1 --json', { env: propose })).stdout)).toMatchObject({
      ...{ state: 'rejected', reason: 'Not now.', author: 'agent' },
    });
    await machine().run(['comment', 'SCM-12', 'Another.'], { env: propose });
    expect(await machine().run('drafts delete 2 -y')).toMatchObject({ code: 0 });
    expect(JSON.parse((await machine().run('drafts view 2 --json', { env: propose })).stdout).state).toBe('rejected');
  });

  test('is kept from going out over what was written since', async () => {
    const now = (): Date => new Date(usualNow.getTime() - 60_000);
    await machine().run(['reply', 'CASA-9', 'An answer.'], { env: propose, now });
    await world().run(['tickets', 'reply', 'CASA-9', '-b', 'Never mind.'], { as: 'noa@casa-azul.example' });
    const asked = await machine().run('drafts send 1', {
      terminal,
      env: { ACCESSIBLE: '1' },
      keys: ['2\r', 'n\r'],
    });
    expect(asked.stderr).toContain('Never mind.');
    expect((await ticket('CASA-9')).messages.at(-1)).toMatchObject({ body: 'Never mind.' });
    expect(await machine().run('drafts --json=state')).toEqual(printed('[{"state":"unsent"}]\n'));
  });

  test('an agent neither sends, deletes nor undoes what somebody else wrote', async () => {
    const away = async (): Promise<never> => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    await machine().run(['reply', 'CASA-9', '-b', 'Mine.', '--queue'], { send: away });
    await machine().run('tasks edit SCM-12 -p high');
    const bot = { ...propose, TRACKER_AGENT: 'bot' };
    for (const line of ['tickets reply CASA-9 --from-draft 1', 'drafts delete 1 -y', 'undo', 'undo 1'])
      expect([line, (await machine().run(line, { env: bot })).code]).toEqual([
        line,
        expect.toSatisfy((code) => code > 0),
      ]);
    expect(JSON.parse((await machine().run('drafts view 1 --json')).stdout)).toMatchObject({ state: 'waiting' });
    await machine().run('tasks edit SCM-13 -p high', { env: bot });
    expect(await machine().run('undo', { env: bot })).toMatchObject({ code: 0 });
    // What a person has sent for it, only a person takes back from a customer.
    const { draft } = JSON.parse((await machine().run('tickets edit CASA-8 -s closed --json', { env: bot })).stdout);
    await machine().run(`drafts send ${draft}`, { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] });
    expect(await machine().run('undo', { env: bot })).toMatchObject({ code: 5 });
    expect((await ticket('CASA-8')).ticket.status).toBe('closed');
  });

  test('an agent at a terminal does not send what a person has queued', async () => {
    const away = async (): Promise<never> => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    await machine().run(['reply', 'CASA-9', '-b', 'Mine.', '--queue', '-y'], { send: away });
    for (const env of [read, propose]) await machine().run('tickets list', { terminal, env });
    expect(await machine().run('drafts --json=state')).toEqual(printed('[{"state":"waiting"}]\n'));
    await machine().run('tickets list', { terminal });
    expect(await machine().run('drafts --json=state')).toEqual(printed('[]\n'));
  });

  test('an agent does not take back what a person has accepted, and only the server had not', async () => {
    const away = async (): Promise<never> => {
      throw new TrackerError('network', 'the server cannot be reached');
    };
    await machine().run(['reply', 'CASA-9', 'An answer.'], { env: propose });
    const accepted = await machine().run('drafts send 1', {
      ...{ terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] },
      send: async (request) => await (request.method === 'POST' ? away() : world().send(request)),
    });
    expect(accepted).toMatchObject({ code: 7 });
    for (const line of ['tickets reply CASA-9 --from-draft 1 -b Another.', 'drafts delete 1 -y'])
      expect([line, (await machine().run(line, { env: propose })).code]).toEqual([line, 5]);
    expect(await machine().run('drafts send 1 -y')).toMatchObject({ code: 0 });
    expect((await ticket('CASA-9')).messages.map(({ body }) => body)).toContain('An answer.');
  });

  test('what an agent may not undo stays what undo takes first', async () => {
    await machine().run('tickets edit BERG-10 -p low');
    await machine().run('close CASA-8', { env: propose });
    await machine().run('drafts send 2', { terminal, env: { ACCESSIBLE: '1' }, keys: ['2\r'] });
    expect(await machine().run('undo', { env: propose })).toMatchObject({ code: 5 });
    expect((await machine().run('undo')).stderr).toContain('CASA-8: status closed → open');
    expect(await machine().run('redo', { env: propose })).toMatchObject({ code: 5 });
    expect((await machine().run('redo')).stderr).toContain('CASA-8: status open → closed');
  });

  test('is what an agent that may do everything is told about, once', async () => {
    const env = { CLAUDECODE: '1' };
    const hint = 'To have a person decide: tracker config set agents propose\n';
    expect((await machine().run('reply CASA-9 hello', { env })).stderr).toContain(hint);
    expect((await machine().run('reply CASA-9 hello', { env })).stderr).not.toContain(hint);
  });

  test('what an agent is shown, the person has not seen', async () => {
    await machine().run('view CASA-9');
    await world().run(['tickets', 'reply', 'CASA-9', '-b', 'Never mind.'], { as: 'noa@casa-azul.example' });
    await machine().run('view CASA-9', { env: propose });
    expect(await machine().run('reply CASA-9 hello --if-unchanged')).toMatchObject({ code: 6 });
  });
});

test('R98: no agent saves what a server sends where programs keep their settings', async () => {
  const { machine } = await openAtHome();
  const home = join(machine.workingFolder, 'home');
  mkdirSync(join(home, '.claude'), { recursive: true });
  symlinkSync(join(home, '.claude'), join(home, 'link'));
  const env = { ...propose, TRACKER_AGENT: 'bot', HOME: home };
  const places = [
    ['--dir', join(home, '.claude', 'skills')],
    ['--dir', join(home, 'link', 'skills')],
    ['--dir', join(machine.workingFolder, '.git', 'hooks')],
    ['-o', join(home, '.profile'), '--clobber'],
  ];
  for (const place of places)
    for (const access of [propose, read]) {
      const line = ['attachments', 'download', 'CASA-14', ...place];
      const { code, stderr } = await machine.run(line, { env: { ...env, ...access } });
      expect([code, stderr]).toEqual([5, expect.stringContaining('is hidden, as settings of programs are')]);
    }
  expect(readdirSync(join(home, '.claude'))).toEqual([]);
  expect(readdirSync(home).sort()).toEqual(['.claude', 'link']);
  const usual = ['attachments', 'download', 'CASA-14', '--dir', join(home, 'files')];
  expect(await machine.run(usual, { env })).toMatchObject({ code: 0 });
  // A person may.
  const own = ['attachments', 'download', 'CASA-14', '--dir', join(home, '.notes')];
  expect(await machine.run(own, { env: { HOME: home } })).toMatchObject({ code: 0 });
});

test('R98: files of the program are never sent, under whatever name', async () => {
  const { machine } = await openAtHome();
  await machine.run(['comment', 'SCM-12', 'Kept.'], { env: propose });
  const own = ['config/credentials.json', 'config/config.json', 'state/ledger/1.jsonl', 'token'].map((each) =>
    join(machine.folder, each),
  );
  const env = { TRACKER_TOKEN_FILE: own[3] ?? '' };
  writeFileSync(env.TRACKER_TOKEN_FILE, 'a-token');
  const links = own.map((path, at) => {
    const link = join(machine.workingFolder, `notes-${at}.txt`);
    symlinkSync(path, link);
    return link;
  });
  const hard = [own[0], own[3]].map((path = '', at) => {
    const link = join(machine.workingFolder, `hard-${at}.txt`);
    linkSync(path, link);
    return link;
  });
  for (const path of [...own, ...links, ...hard])
    for (const line of [
      ['tasks', 'comment', 'SCM-12', '--body-file', path],
      ['tasks', 'comment', 'SCM-12', '-b', 'See.', '--attach', path],
      ['api', '-X', 'POST', '/tasks', '--input', path],
      ['api', '-X', 'POST', '/tasks', '-F', `title=@${path}`],
    ])
      expect([line, await machine.run(line, { env })]).toEqual([
        line,
        { code: 2, stdout: '', stderr: expect.stringContaining("is one of tracker's own files, which are never sent") },
      ]);
  for (const path of [...links, ...hard]) rmSync(path);
  const before = readFileSync(own[1] ?? '', 'utf8');
  writeFileSync(join(machine.workingFolder, 'config.json'), '{}');
  await machine.run([
    'tasks',
    'comment',
    'SCM-12',
    '-b',
    'See.',
    '--attach',
    join(machine.workingFolder, 'config.json'),
  ]);
  for (const place of [
    ['--dir', dirname(own[1] ?? ''), '--clobber'],
    ['-o', own[1] ?? '', '--clobber'],
  ])
    expect(await machine.run(['attachments', 'download', 'SCM-12', 'config.json', ...place])).toMatchObject({
      stderr: expect.stringContaining("among tracker's own files"),
    });
  expect(readFileSync(own[1] ?? '', 'utf8')).toBe(before);
  const { stdout: token } = await machine.run('token');
  writeFileSync(env.TRACKER_TOKEN_FILE, token);
  expect(
    await machine.run(['attachments', 'download', 'SCM-12', 'config.json', '-o', env.TRACKER_TOKEN_FILE, '--clobber'], {
      env,
    }),
  ).toMatchObject({ stderr: expect.stringContaining("among tracker's own files") });
  rmSync(env.TRACKER_TOKEN_FILE);
  const template = join(machine.folder, 'config', 'templates', 'thanks.md');
  mkdirSync(dirname(template), { recursive: true });
  writeFileSync(template, 'Thanks.');
  expect(await machine.run(['tasks', 'comment', 'SCM-12', '--body-file', template])).toMatchObject({ code: 0 });
});
