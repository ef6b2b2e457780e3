// `npm run pack [-- KIND…] [--no-archives]`: writes single-file programs, which need no Node, to packed/: for each kind of computer
// the program itself, for Linux also a Debian package and a .tar.xz, and SHA256SUMS. Without a kind, all of them. dist/ and man/
// must have been built, which npm does first, as before `npm pack`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeArchives } from './pack/archives.mjs';
import { writeExecutable } from './pack/executable.mjs';
import { installNode, kinds, thisKind } from './pack/node-binary.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, 'packed');
const nodes = join(root, 'node_modules', '.cache', 'pack');

/** When the packed state was committed (seconds); the times of the files in archives. */
function commitTime() {
  const set = process.env.SOURCE_DATE_EPOCH;
  return Number(set || execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}

async function pack(kind, own, hasArchives) {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-pack-'));
  try {
    const isOwn = kind.kind === own.kind;
    const ownNode = installNode(own, nodes);
    const node = isOwn ? ownNode : installNode(kind, nodes);
    const program = join(out, `tracker-${kind.kind}${kind.platform === 'win32' ? '.exe' : ''}`);
    await writeExecutable({ root, file: program, kind, node, own: ownNode, folder });
    if (hasArchives && kind.platform === 'linux')
      writeArchives({ root, program, kind, node, folder, out, time: commitTime() });
    const lacks = isOwn
      ? ''
      : `, without compiled code; with it, so that it starts faster, if you run this on ${kind.kind}: npm run pack -- ${kind.kind}`;
    console.log(`${program}: Node ${kind.version}${lacks}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSums() {
  const files = readdirSync(out).filter((name) => name.startsWith('tracker'));
  const sums = files.sort().map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
}

try {
  const { values, positionals } = parseArgs({
    options: { 'no-archives': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !kinds.has(name));
  if (unknown) throw new Error(`${unknown} is none of ${[...kinds.keys()].join(', ')}`);
  const own = thisKind();
  mkdirSync(out, { recursive: true });
  for (const kind of kinds.values())
    if (positionals.length === 0 || positionals.includes(kind.kind)) await pack(kind, own, !values['no-archives']);
  writeSums();
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
