// node scripts/compare.mjs OLD NEW [--only TEXT] [--shape SHAPE]: what two builds of tracker do differently.
//
// OLD and NEW are checkouts with a `dist/`. Each command line of help's examples, docs/recipes.md, the goldens and scripts/compare/
// lines.mjs runs with both, on equal sandboxes of each shape and at the same fixed time. Standard output, standard error, the exit code
// and the requests that reached the server are compared, and so are screens that are driven by keys. Prints the differences; exits with
// 1 if there are any.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { allGroups, serverStarts, serverStops } from './compare/lines.mjs';
import { playSession, sessions, sizes } from './compare/screens.mjs';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    shape: { type: 'string', multiple: true, default: ['usual', 'spec', 'wire'] },
  },
});
if (positionals.length !== 2) {
  console.error('usage: node scripts/compare.mjs OLD NEW [--only TEXT] [--shape SHAPE]');
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
  const screens = sizes.map((size) => ({
    name: `screens ${size}`,
    lines: sessions.map(({ line, keys }) => `${line} ${JSON.stringify(keys)}`),
    // What is read behind a screen depends on the moment.
    run: async (side, { step }) => {
      const screens = await playSession(side, sessions[step], size);
      writeFileSync(side.log, readFileSync(side.log, 'utf8').replace(/^GET .*\n/gm, ''));
      return screens;
    },
  }));
  for (const shape of options.shape)
    for (const { name, lines, run } of [...groups, ...screens]) {
      const isWanted = lines.some((line) => `${name} ${shape}: ${line}`.includes(options.only));
      if (isWanted) await compareGroup(`${name} ${shape}`, { lines, run, shape }, [before, after]);
    }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${compared} command lines compared, ${differences} differ`);
process.exitCode = differences > 0 ? 1 : 0;

/** Runs the lines of a group with both builds at once, each with a home and a sandbox of its own, and prints what differs. */
async function compareGroup(name, { lines, run, shape }, roots) {
  const isKept = lines.includes(serverStops);
  const folder = name.replaceAll(' ', '-');
  const sides = await Promise.all(
    roots.map((root, at) =>
      openSide(root, join(work, `${folder}-${at}`), [...(isKept ? [] : ['--memory']), '--shape', shape]),
    ),
  );
  try {
    for (const [step, line] of lines.entries()) {
      // What comes before may matter for what is switched, and nothing else.
      const isSwitch = [serverStops, serverStarts].includes(line);
      if (!isSwitch && !isKept && !`${name}: ${line}`.includes(options.only)) continue;
      if (isSwitch) {
        await Promise.all(sides.map(line === serverStops ? stopServer : startServer));
        continue;
      }
      const texts = await Promise.all(
        sides.map((side) => transcribe(side, step, async () => await (run ?? runLine)(side, { line, step }))),
      );
      nameNewIds(sides, texts);
      const [old, now] = texts.map((text, at) => mask(text, sides[at]));
      compared++;
      if (old !== now) {
        differences++;
        console.log(`${name}: ${line}\n${diff(old, now)}`);
      }
    }
  } finally {
    await Promise.all(sides.map(stopServer));
  }
}

/** A home that is signed in to a sandbox of its own, with the files and programs that examples name. */
async function openSide(root, home, flags) {
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
  const words = ['sandbox', 'start', '--foreground', '--port', String(port), ...flags];
  const side = { root, home, env, port, log, clock, words, newIds: new Map(), server: undefined };
  await startServer(side);
  const token = execFileSync(join(home, 'bin', 'tracker'), ['token'], { env, cwd: home, encoding: 'utf8' });
  writeFileSync(join(home, 'token.txt'), token);
  return side;
}

async function startServer(side) {
  const { root, home, env, log, words } = side;
  const server = spawn(join(home, 'bin', 'tracker'), words, { env: { ...env, COMPARE_LOG: log }, cwd: home });
  side.server = server;
  await new Promise((ready, fail) => {
    let said = '';
    server.stderr.on('data', (chunk) => {
      said += chunk;
      if (/Ctrl-C/.test(said)) ready();
    });
    server.on('exit', (code) => fail(new Error(`the sandbox of ${root} ended with ${code}: ${said}`)));
  });
}

async function stopServer({ server }) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.on('exit', done));
  server.kill('SIGKILL');
  await ended;
}

/** Gives what the two servers have just made the same names: each made ids of its own, in the same order if all is well. */
function nameNewIds(sides, texts) {
  const found = texts.map((text) => new Set(text.match(uuids)));
  for (const [at, { newIds }] of sides.entries())
    for (const id of found[at])
      if (!found[1 - at].has(id) && !newIds.has(id)) newIds.set(id, `<new ${newIds.size + 1}>`);
}

/** What a step prints and requests, without what may differ between two runs of one build. */
async function transcribe({ clock, log }, step, run) {
  writeFileSync(clock, String(start + step * 1000));
  writeFileSync(log, '');
  const printed = await run();
  return `${printed}[requests]\n${readFileSync(log, 'utf8')}`;
}

async function runLine({ home, env, port }, { line, step }) {
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
  return Object.entries({ stdout, stderr, exit: String(ending) })
    .map(([name, value]) => `[${name}]\n${value}\n`)
    .join('');
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
