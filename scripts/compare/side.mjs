// One of the two builds that scripts/compare.mjs compares: its home, its sandbox, and what a command line does there.
import { execFileSync, fork, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [preload, resident] = ['fixed.cjs', 'resident.cjs'].map((name) =>
  fileURLToPath(new URL(`./${name}`, import.meta.url)),
);
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000;
const files = [
  ...['notes.md', 'minutes.md', 'minutes.txt', 'report.md', 'answer.md', 'trace.log', 'plan.pdf', 'before.png'],
  ...['invoice.pdf', 'totals.csv'],
];

/** Ended with this process, even if that is interrupted. */
const servers = new Set();
process.on('exit', () => {
  for (const server of servers) server.kill('SIGKILL');
});

/** A home that is signed in to a sandbox of its own, with the files and programs that examples name. */
export async function openSide(root, home, shape) {
  mkdirSync(join(home, 'bin'), { recursive: true });
  const [log, clock, trouble] = ['requests.log', 'clock', 'trouble'].map((name) => join(home, name));
  for (const file of [log, trouble]) writeFileSync(file, '');
  writeFileSync(clock, String(start));
  writeProgram(join(home, 'bin', 'tracker'), `exec '${process.execPath}' '${join(root, 'bin', 'tracker.js')}' "$@"`);
  writeProgram(join(home, 'bin', 'editor'), 'echo "Written in the editor." >> "$1"');
  writeProgram(join(home, 'report.sh'), 'tracker status --json >/dev/null');
  writeProgram(join(home, 'sync.sh'), 'tracker tasks list --json >/dev/null');
  for (const file of files) writeFileSync(join(home, file), `In ${file}.\n`);
  writeFileSync(join(home, 'tasks.json'), '{"sort":"due"}\n');
  const env = {
    HOME: home,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    NODE_OPTIONS: `--require ${preload}`,
    NODE_DISABLE_COMPILE_CACHE: '1',
    COMPARE_CLOCK: clock,
    TRACKER_EDITOR: join(home, 'bin', 'editor'),
    BROWSER: 'true',
    PAGER: 'cat',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
  };
  execFileSync('git', ['init', '-q', '-b', 'scm-10-on-a-branch', home]);
  const port = await freePort();
  const side = { root, home, env, port, log, clock, trouble, newIds: new Map(), entries: new Map(), asked: 0 };
  await startServer(side, shape);
  const token = execFileSync(join(home, 'bin', 'tracker'), ['token'], { env, cwd: home, encoding: 'utf8' });
  writeFileSync(join(home, 'token.txt'), token);
  return side;
}

async function startServer(side, shape) {
  const { home, env, log, trouble, port } = side;
  const words = ['sandbox', 'start', '--foreground', '--memory', '--port', String(port), '--shape', shape];
  const server = spawn(join(home, 'bin', 'tracker'), words, {
    ...{ env: { ...env, COMPARE_LOG: log, COMPARE_TROUBLE: trouble }, cwd: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  side.server = server;
  servers.add(server);
  await heard(side, /Ctrl-C/);
}

/** Waits until the server has written this to standard error. */
function heard({ root, server }, words) {
  return new Promise((ready, fail) => {
    let said = '';
    const ended = (code) => fail(new Error(`the sandbox of ${root} ended with ${code}: ${said}`));
    const hear = (chunk) => {
      said += chunk;
      if (!words.test(said)) return;
      server.stderr.off('data', hear);
      server.off('exit', ended);
      ready();
    };
    server.stderr.on('data', hear);
    server.on('exit', ended);
    if (server.exitCode !== null || server.signalCode !== null) ended(server.exitCode ?? server.signalCode);
  });
}

export async function closeSide({ server, runner }) {
  runner?.disconnect();
  servers.delete(server);
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.on('exit', done));
  server.kill('SIGKILL');
  await ended;
}

/** What can be done to a server between two lines. */
export const switches = {
  '(the server stops)': (side) => turnServer(side),
  '(the server starts)': (side) => turnServer(side),
  '(answers are lost)': ({ trouble }) => writeFileSync(trouble, 'lost'),
  '(writes fail with 503)': ({ trouble }) => writeFileSync(trouble, '503'),
  '(writes are refused with 403)': ({ trouble }) => writeFileSync(trouble, '403'),
  '(all is well)': ({ trouble }) => writeFileSync(trouble, ''),
  '(drafts are deleted)': async (side) => {
    const { stdout } = await runResident(side, ['drafts', 'list', '-q'], '');
    const numbers = stdout.split('\n').filter(Boolean);
    if (numbers.length > 0) await runResident(side, ['drafts', 'delete', ...numbers, '--yes'], '');
  },
};

async function turnServer(side) {
  const turned = heard(side, /\((away|back)\)/);
  side.server.kill('SIGUSR2');
  await turned;
}

/** Sets the time of a step, and forgets the requests of the one before. */
export function prepare({ clock, log }, step) {
  writeFileSync(clock, String(start + step * 1000));
  writeFileSync(log, '');
}

/** What has reached the server since then. */
export function requestsOf({ log }) {
  return readFileSync(log, 'utf8');
}

/** Words that need no shell: plain ones, and quoted ones without anything that is replaced in quotes. */
const plainLine = /^tracker(?: +(?:[\w@%+=:,./-]+|'[^']*'|[\w@%+=:,./-]*"[^"$`\\!]*"|[\w@%+=:,./-]*'[^']*'))*$/;

/**
 * What starts other programs, asks for something on standard input, or goes on after the command has ended: a process of its own is
 * needed to see it as it is.
 */
const ownProcess =
  / (?:open|login|logout|sandbox|branch|doctor|completion|watch|events|--(?:editor|version|short|watch|web|debug)|-e|-V|-w|-F -|-b -)\b|key-helper| -(?: |$)/;

export async function runLine(side, { line, step, inProcesses }) {
  const { home, env, port } = side;
  const here = line.replaceAll(
    /https:\/\/tracker\.example\.com|http:\/\/127\.0\.0\.1:4711/g,
    `http://127.0.0.1:${port}`,
  );
  if (!inProcesses && plainLine.test(here) && !ownProcess.test(here)) {
    const words = here
      .match(/(?:'[^']*'|"[^"]*"|[^ '"])+/g)
      .map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    return await runResident(side, words.slice(1), step);
  }
  const child = spawn('bash', ['--norc', '-c', here], { cwd: home, env: { ...env, COMPARE_STEP: String(step) } });
  child.stdin.end();
  const [stdout, stderr, ending] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    new Promise((ended) => child.on('close', (code, signal) => ended(signal ?? code))),
  ]);
  return { stdout, stderr, exit: String(ending) };
}

async function runResident(side, words, seed) {
  const { home: folder, env, root } = side;
  const id = ++side.asked;
  if (side.runner?.connected !== true) {
    // Pipes of Node are sockets, to which the program does not write past the streams that collect its output.
    side.runner = fork(resident, [root], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    for (const stream of [side.runner.stdout, side.runner.stderr]) stream.pipe(process.stderr, { end: false });
  }
  const { runner } = side;
  runner.setMaxListeners(0);
  return await new Promise((answered) => {
    const end = ({ id: _, ...answer }) => {
      runner.off('message', hear);
      runner.off('exit', die);
      answered(answer);
    };
    const hear = (answer) => answer.id === id && end(answer);
    const die = (code, signal) => end({ stdout: '', stderr: 'the process has ended\n', exit: String(signal ?? code) });
    runner.on('message', hear);
    runner.on('exit', die);
    runner.send({ id, words, env: { ...env, NODE_OPTIONS: env.NODE_OPTIONS }, folder, seed: String(seed) });
  });
}

/** Whether something in the state folder has changed since this was last called. */
export function hasChanged(side) {
  const before = side.state;
  side.state = JSON.stringify(contentsOf(join(side.home, '.local', 'state', 'tracker')));
  return side.state !== before;
}

/** All files in a folder with their contents. Locks say only which process had them. */
function contentsOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => !/lock/.test(name))
      .map((each) => {
        const path = join(folder, each.name);
        return [each.name, each.isDirectory() ? contentsOf(path) : readFileSync(path, 'latin1')];
      });
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What the ledger holds, as far as it differs from the last time: a line for each draft and each written entry. */
export async function ledgerOf(side) {
  const lines = new Map();
  for (const [name, words] of Object.entries({
    draft: ['drafts', 'list', '--all', '--json'],
    change: ['undo', '--list', '--json'],
  })) {
    const { stdout, stderr, exit } = await runResident(side, words, '');
    if (exit !== '0') lines.set(`${name}s`, `${exit} ${stderr}`);
    else for (const { ref, ...row } of JSON.parse(stdout)) lines.set(`${name} ${ref}`, JSON.stringify(ordered(row)));
  }
  const before = side.entries;
  side.entries = lines;
  // `what` says the same as the rest of a change, with the references that happen to be remembered.
  const isNew = ([name, text]) => withoutWhat(before.get(name)) !== withoutWhat(text);
  const changed = [...lines].filter(isNew).map((each) => each.join(' '));
  const gone = [...before.keys()].filter((name) => !lines.has(name)).map((name) => `${name} is gone`);
  return [...changed, ...gone].sort().join('\n');
}

function withoutWhat(text) {
  return text?.replace(/"what":"(?:[^"\\\\]|\\\\.)*"/, '');
}

/** The tasks and tickets of a bulk stand in the order in which the server was ready with them, which is chance. */
function ordered({ entities, targets, ...row }) {
  const byUuid = (one, other) => (one.uuid < other.uuid ? -1 : 1);
  return {
    ...row,
    ...(entities && { entities: entities.toSorted(byUuid) }),
    ...(targets?.length > 1 && row.state === 'doubtful' ? { targets: targets.toSorted() } : { targets }),
  };
}

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function writeProgram(file, script) {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** A free port of five digits, so that columns are equally wide on both sides. */
async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port >= 10_000 ? port : await freePort();
}
