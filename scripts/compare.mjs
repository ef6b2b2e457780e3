// node scripts/compare.mjs OLD NEW [--only TEXT]: what two builds of tracker do differently.
//
// OLD and NEW are checkouts with a `dist/`. Each command line of help's examples, docs/recipes.md, the goldens and scripts/compare/
// lines.mjs runs with both, on equal sandboxes and at the same fixed time. Standard output, standard error, the exit code and the
// requests that reached the server are compared. Prints the differences; exits with 1 if there are any.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allGroups } from './compare/lines.mjs';

const { positionals, only } = readArguments(process.argv.slice(2));
if (positionals.length !== 2) {
  console.error('usage: node scripts/compare.mjs OLD NEW [--only TEXT]');
  process.exit(2);
}

const preload = fileURLToPath(new URL('./compare/fixed.cjs', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'tracker-compare-'));
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000;
const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
let differences = 0;
let compared = 0;

try {
  const [before, after] = positionals.map((root) => resolve(root));
  const groups = await allGroups(before, after);
  for (const { name, lines } of groups) {
    const wanted = lines.filter((line) => `${name}: ${line}`.includes(only));
    if (wanted.length > 0) await compareGroup(name, wanted, [before, after]);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${compared} command lines compared, ${differences} differ`);
process.exitCode = differences > 0 ? 1 : 0;

/** Runs the lines of a group with both builds at once, each with a home and a sandbox of its own, and prints what differs. */
async function compareGroup(name, lines, roots) {
  const sides = await Promise.all(roots.map((root, at) => openSide(root, join(work, `${name}-${at}`))));
  try {
    for (const [step, line] of lines.entries()) {
      const texts = await Promise.all(sides.map((side) => transcribe(side, line, step)));
      nameNewIds(sides, texts);
      const [old, now] = texts.map((text, at) => mask(text, sides[at]));
      compared++;
      if (old !== now) {
        differences++;
        console.log(`${name}: ${line}\n${diff(old, now)}`);
      }
    }
  } finally {
    for (const { server } of sides) server.kill('SIGKILL');
  }
}

/** A home that is signed in to a sandbox of its own, with the files and programs that examples name. */
async function openSide(root, home) {
  mkdirSync(join(home, 'bin'), { recursive: true });
  const log = join(home, 'requests.log');
  const clock = join(home, 'clock');
  writeFileSync(log, '');
  writeFileSync(clock, String(start));
  writeProgram(join(home, 'bin', 'tracker'), `exec '${process.execPath}' '${join(root, 'bin', 'tracker.js')}' "$@"`);
  writeProgram(join(home, 'bin', 'editor'), 'echo "Written in the editor." >> "$1"');
  writeProgram(join(home, 'report.sh'), 'tracker status --json >/dev/null');
  writeProgram(join(home, 'sync.sh'), 'tracker tasks list --json >/dev/null');
  for (const file of [
    'notes.md',
    'minutes.md',
    'minutes.txt',
    'report.md',
    'answer.md',
    'trace.log',
    'plan.pdf',
    'before.png',
    'invoice.pdf',
  ])
    writeFileSync(join(home, file), `In ${file}.\n`);
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
  const words = ['sandbox', 'start', '--foreground', '--memory', '--port', String(port)];
  const server = spawn(join(home, 'bin', 'tracker'), words, { env: { ...env, COMPARE_LOG: log }, cwd: home });
  await new Promise((ready, fail) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      if (/Ctrl-C/.test(said)) ready();
    });
    server.on('exit', (code) => fail(new Error(`the sandbox of ${root} ended with ${code}: ${said}`)));
  });
  const token = execFileSync(join(home, 'bin', 'tracker'), ['token'], { env, cwd: home, encoding: 'utf8' });
  writeFileSync(join(home, 'token.txt'), token);
  return { root, home, env, port, server, log, clock, newIds: new Map() };
}

/** Gives what the two servers have just made the same names: each made ids of its own, in the same order if all is well. */
function nameNewIds(sides, texts) {
  const found = texts.map((text) => new Set(text.match(uuids)));
  for (const [at, { newIds }] of sides.entries())
    for (const id of found[at])
      if (!found[1 - at].has(id) && !newIds.has(id)) newIds.set(id, `<new ${newIds.size + 1}>`);
}

/** What a command line prints and requests, without what may differ between two runs of one build. */
async function transcribe(side, line, step) {
  const { home, env, port, log, clock } = side;
  writeFileSync(clock, String(start + step * 1000));
  writeFileSync(log, '');
  const here = line.replaceAll(
    /https:\/\/tracker\.example\.com|http:\/\/127\.0\.0\.1:4711/g,
    `http://127.0.0.1:${port}`,
  );
  const child = spawn('bash', ['--norc', '-c', here], { cwd: home, env: { ...env, COMPARE_STEP: String(step) } });
  child.stdin.end();
  const [stdout, stderr, ending] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    new Promise((ended) => child.on('close', (code, signal) => ended(signal ?? code))),
  ]);
  const requests = readFileSync(log, 'utf8');
  const parts = { stdout, stderr, exit: String(ending), requests };
  const text = Object.entries(parts).map(([name, value]) => `[${name}]\n${value}\n`);
  return text.join('');
}

/**
 * Replaces what depends on the computer or the moment: folders, ports, new ids and tokens, process ids and durations. Requests are
 * sorted, since those sent at once arrive in any order.
 */
function mask(text, { root, home, port, newIds }) {
  const [printed, requests] = text.split('[requests]\n');
  const known = (part) => part.replace(uuids, (id) => newIds.get(id) ?? id);
  const sorted = known(requests).split('\n').filter(Boolean).sort().join('\n');
  return `${known(printed)}[requests]\n${sorted}`
    .replaceAll(home, '~')
    .replaceAll(root, '<root>')
    .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:PORT')
    .replace(/\bport=\d+|-L \d+:127\.0\.0\.1:\d+/g, '<port>')
    .replace(/[\w-]{43}\.[\w+/%-]{43}(?:=|%3D)+/g, 'TOKEN')
    .replace(/\b(process|pid)(\W+)\d+/gi, '$1$2N')
    .replace(/\b\d+(\.\d+)? ?(ms|MB)\b/g, 'N $2');
}

function diff(old, now) {
  const files = [old, now].map((text, at) => {
    const file = join(work, ['old', 'new'][at]);
    writeFileSync(file, text);
    return file;
  });
  const { stdout } = spawnSync('diff', ['-u', ...files], { encoding: 'utf8', maxBuffer: 1e9 });
  const shown = stdout.split('\n').slice(2);
  return [...shown.slice(0, 60), ...(shown.length > 60 ? [`… ${shown.length - 60} more lines`] : [])].join('\n');
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

function readArguments(words) {
  const at = words.indexOf('--only');
  return {
    only: at < 0 ? '' : (words[at + 1] ?? ''),
    positionals: at < 0 ? words : words.toSpliced(at, 2),
  };
}
