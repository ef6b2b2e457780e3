// node scripts/compare.mjs OLD NEW [--part NAME] [--only TEXT] [--shape SHAPE] [--jobs N] [--show] [--processes] [--list]
//
// What two builds of tracker do differently. OLD and NEW are checkouts with a `dist/`. Both run the same lines, on equal sandboxes and
// at the same fixed time, and are compared in what they print, their exit codes, the requests that reach the server, and what drafts and
// written changes there are afterwards. Prints the differences; exits with 1 if there are any, and with 2 if it cannot compare.
//
// The parts (`--list` counts their lines):
//   help, misused       help of everything; flags that must be refused
//   examples, recipes   each example in help, and docs/recipes.md
//   lasting             the examples that last until somebody ends them
//   goldens, formats    the commands of test/golden as a table, as JSON and in a pipe; in all other formats
//   refused             lines that must be refused
//   tried               each write with --dry-run
//   queued              each write with --queue while the server is away, sent once it is back, and undone
//   queued together     all of them at once
//   meetings            queued writes that meet what was changed, refused or lost in the meantime
//   undone              each write with undo, redo, undo
//   lost                each write whose answer is lost, and once more with --queue
//   failed              each write that the server refuses, and each with --queue while it answers with 503
//   screens             triage, triage --plain and prompts, driven by keys at 80×24 and 120×40
//
// The writes are the examples of each verb that writes, and `moreWrites` in compare/lines.mjs. A verb that writes and is in neither is an
// error. All parts run in the shapes usual, spec and wire, but for those to which the server hardly matters (help, misused, formats,
// recipes, lasting), which run in the first, and for screens, which have both sizes in usual and one each in the others. What depends on
// how fast the computer is (lasting, screens) is compared once more before it counts as different, and only its writes count as requests.
//
//   --part NAME    only this part; repeatable
//   --only TEXT    only lines with this text, and those that belong to them
//   --shape SHAPE  only this shape; repeatable
//   --jobs N       how many parts run at once (default: 2)
//   --marked       instead of NEW: a build of OLD in which each sentence begins with ~. Only exit codes, requests and what is left in the
//                  ledger are compared: no code may read a sentence
//   --show         print what OLD does, too
//   --processes    start a process for each line. Otherwise, lines that need no shell are run in one process for each build, one after
//                  another, which takes a fifth of the time and shows nothing of how a process starts and ends
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allGroups } from './compare/lines.mjs';
import { buildMarked } from './compare/marked.mjs';
import { allSessions, playSession } from './compare/screens.mjs';
import { closeSide, hasChanged, ledgerOf, openSide, prepare, requestsOf, runLine, switches } from './compare/side.mjs';

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    part: { type: 'string', multiple: true, default: [] },
    shape: { type: 'string', multiple: true, default: ['usual', 'spec', 'wire'] },
    jobs: { type: 'string', default: '2' },
    marked: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});
if (positionals.length !== (options.marked ? 1 : 2)) {
  console.error(
    'usage: node scripts/compare.mjs OLD NEW|--marked [--part NAME] [--only TEXT] [--shape SHAPE] [--show] [--processes] [--list]',
  );
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'tracker-compare-'));
const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(2);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(2));
const given = positionals.map((root) => resolve(root));
const roots = options.marked ? [...given, buildMarked(given[0], join(work, 'marked'))] : given;
let [differences, compared, started] = [0, 0, 0];

process.exitCode = 2;
const groups = [...(await allGroups(...roots)), ...allSessions()].filter(
  ({ name }) => options.part.length === 0 || options.part.includes(name.replace(/ \d+x\d+.*/, '')),
);
const jobs = options.shape.flatMap((shape, at) =>
  groups
    .filter(({ isOnce, isIn }) => (at === 0 || !isOnce) && (isIn?.(shape) ?? true))
    .map((group) => ({ ...group, name: `${group.name} ${shape}`, shape })),
);
const wanted = jobs.map(wantedIn).filter(({ blocks }) => blocks.length > 0);
if (options.list)
  for (const { name, blocks } of wanted) console.log(`${String(blocks.flat().length).padStart(5)}  ${name}`);
else {
  const next = wanted.values();
  const workers = Array.from({ length: Number(options.jobs) }, async () => {
    for (const job of next) await compareGroup(job);
  });
  await Promise.all(workers);
  console.log(`${compared} lines compared, ${differences} differ`);
}
process.exitCode = differences > 0 ? 1 : 0;

/** A group with those of its blocks that --only asks for. */
function wantedIn({ name, blocks, ...group }) {
  const isWanted = (block) => block.some((line) => `${name}: ${line}`.includes(options.only));
  return { name, ...group, blocks: blocks.filter(isWanted) };
}

/**
 * Compares a group and prints what differs. What depends on how fast the computer is (`isTimed`) counts as different only if it is so
 * once more, with more patience.
 */
async function compareGroup({ name, ...group }) {
  const began = performance.now();
  let found = await differencesOf({ name, ...group, patience: 1 });
  if (group.isTimed && found.reports.length > 0) {
    console.error(`${name}: differs, and is compared once more`);
    if (options.show) console.log(...found.reports);
    found = await differencesOf({ name, ...group, patience: 4 });
  }
  for (const report of found.reports) console.log(report);
  compared += found.compared;
  differences += found.reports.length;
  console.error(`${name}: ${found.compared} lines, ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Runs the lines of a group with both builds at once, each with a home and a sandbox of its own. */
async function differencesOf({ name, blocks, shape, isTimed, session, patience }) {
  const homes = roots.map((_, at) => join(work, `${++started}-${at}`));
  const sides = await Promise.all(roots.map((root, at) => openSide(root, homes[at], shape)));
  const reports = [];
  let steps = 0;
  try {
    for (const [step, line] of blocks.flat().entries()) {
      if (line in switches) {
        await Promise.all(sides.map(switches[line]));
        continue;
      }
      for (const side of sides) prepare(side, step);
      const unmarked = (text) => (options.marked ? text.replaceAll('~', '').replace(/\s+/g, ' ') : text);
      const isSame = (texts) =>
        new Set(texts.map((text, at) => mask({ text: unmarked(text) }, sides[at], line))).size === 1;
      const printed = session
        ? await playSession(sides, session, patience, isSame)
        : await Promise.all(sides.map((side) => runLine(side, { line, step, inProcesses: options.processes })));
      const [old, now] = await transcripts(sides, printed, { line, step, isTimed });
      steps++;
      if (options.show) console.log(`${name}: ${line}\n${old}`);
      if (old !== now) reports.push(`${name}: ${line}\n${diff(old, now)}\n`);
    }
  } finally {
    await Promise.all(sides.map(closeSide));
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  }
  return { reports, compared: steps };
}

/** What a line has printed, requested and left in the ledger, of both sides. */
async function transcripts(sides, printed, { line, step, isTimed }) {
  const requests = sides.map(requestsOf);
  const isChanged = sides.map(hasChanged).includes(true);
  const ledgers = isChanged ? await Promise.all(sides.map(ledgerOf)) : ['', ''];
  const texts = sides.map((_, at) => ({
    ...printed[at],
    ledger: ledgers[at],
    // What is only read while something is on the screen, and how often, depends on the moment.
    requests: isTimed ? requests[at].replace(/^GET .*\n/gm, '') : requests[at],
  }));
  if (options.marked) for (const text of texts) keepFacts(text);
  nameNewIds(sides, texts, step);
  return texts.map((text, at) => mask(text, sides[at], line));
}

/** Drops what is a sentence, or has one in it. */
function keepFacts(text) {
  delete text.stdout;
  delete text.stderr;
  delete text.screens;
  text.ledger = text.ledger.replace(/"why":"(?:[^"\\]|\\.)*"/g, '"why"');
}

/** Gives what the two servers have just made the same names: each made ids of its own, in the same order if all is well. */
function nameNewIds(sides, texts, step) {
  const found = texts.map((text) => new Set(Object.values(text).join('\n').match(uuids)));
  for (const [at, { newIds }] of sides.entries()) {
    const fresh = [...found[at]].filter((id) => !found[1 - at].has(id) && !newIds.has(id));
    for (const [place, id] of fresh.entries()) newIds.set(id, `<new ${step}.${place + 1}>`);
  }
}

/**
 * A transcript without what depends on the computer or on chance: folders, ports, new ids and tokens, process ids, durations, and the
 * order of what happens at once.
 */
function mask({ requests = '', ...parts }, { root, home, port, newIds }, line) {
  const known = (text) => text.replace(uuids, (id) => newIds.get(id) ?? id);
  const sorted = (text) => text.split('\n').filter(Boolean).sort().join('\n');
  const printed = Object.entries(parts).map(([name, text]) => {
    // What is put back in several tasks or tickets is printed in the order in which the server was ready with them.
    const isSorted =
      name === 'ledger' || (/^tracker (?:undo|redo|drafts send)\b(?!.*--list)/.test(line) && name !== 'exit');
    return [name, isSorted ? sorted(known(text)) : known(text)];
  });
  // Requests sent at once arrive in any order.
  return (
    [...printed, ['requests', sorted(known(requests))]]
      .map(([name, text]) => `[${name}]\n${text}\n`)
      .join('')
      .replaceAll(home, '~')
      .replaceAll(root, '<root>')
      .replaceAll(`127.0.0.1:${port}`, '127.0.0.1:PORT')
      .replace(/\bport=\d+|-L \d+:127\.0\.0\.1:\d+/g, '<port>')
      .replace(/[\w-]{43}\.[\w+/%-]{43}(?:=|%3D)+/g, 'TOKEN')
      .replace(/\b(process|pid)(\W+)\d+/gi, '$1$2N')
      .replace(/\b\d+(\.\d+)? ?(ms|MB)\b/g, 'N $2')
      // What is kept of answers that are read at once varies by a few bytes.
      .replace(/^(bytes\t|.*"bytes":)\d+/gm, '$1N')
      .replace(/(?<=commands for )[A-Z]+-\d+(?:, [A-Z]+-\d+)+/g, (parts) => parts.split(', ').sort().join(', '))
      .replace(/[A-Z]+-\d+: [^;\t\n"]*(?:; [A-Z]+-\d+: [^;\t\n"]*)+/g, (parts) => parts.split('; ').sort().join('; '))
  );
}

function diff(old, now) {
  const files = [old, now].map((text, at) => {
    const file = join(work, ['old', 'new'][at]);
    writeFileSync(file, text);
    return file;
  });
  const { stdout } = spawnSync('diff', ['-U', '8', ...files], { encoding: 'utf8', maxBuffer: 1e9 });
  const shown = stdout.split('\n').slice(2);
  return [...shown.slice(0, 60), ...(shown.length > 60 ? [`… ${shown.length - 60} more lines`] : [])].join('\n');
}
