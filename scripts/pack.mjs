// `npm run pack [-- KIND…] [--no-archives] [--to FOLDER]`: writes single-file programs, which need no Node, to packed/: for each kind
// of computer the program itself, for Linux also its man pages, a Debian package and a .tar.xz, and SHA256SUMS. Without a kind, all that can be
// packed here. dist/ and man/ must have been built, which npm does first, as before `npm pack`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeArchives, writeManPages } from './pack/archives.mjs';
import { writeExecutable } from './pack/executable.mjs';
import { installNode, kinds, thisKind } from './pack/node-binary.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodes = join(root, 'node_modules', '.cache', 'pack');

/** When the packed state was committed (seconds); the times of the files in archives. */
function commitTime() {
  const set = process.env.SOURCE_DATE_EPOCH;
  return Number(set || execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}

async function pack(kind, own, { out, hasArchives }) {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-pack-'));
  try {
    const isOwn = kind.kind === own.kind;
    const ownNode = { version: own.version, ...installNode(own, nodes) };
    const node = isOwn ? ownNode : installNode(kind, nodes);
    const program = join(out, `tracker-${kind.kind}${kind.platform === 'win32' ? '.exe' : ''}`);
    await writeExecutable({ root, file: program, kind, node, own: ownNode, folder });
    if (kind.platform === 'linux') writeManPages({ root, folder, out });
    if (hasArchives && kind.platform === 'linux')
      writeArchives({ root, program, kind, node, folder, out, time: commitTime() });
    console.log(`${program}: Node ${kind.version}`);
    if (!isOwn)
      console.log(`  without compiled code; for a faster start, on ${kind.kind}: npm run pack -- ${kind.kind}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeSums(out) {
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
    options: {
      'no-archives': { type: 'boolean', default: false },
      to: { type: 'string', default: join(root, 'packed') },
    },
    allowPositionals: true,
  });
  const own = thisKind();
  const mac = (kind) => `only a Mac can sign a program; there, with Node ${own.version}: npm run pack -- ${kind}`;
  const unknown = positionals.find((name) => !kinds.has(name));
  if (unknown)
    throw new Error(
      own.platform !== 'darwin' && /^darwin-(arm64|x64)$/.test(unknown)
        ? mac(unknown)
        : `${unknown} is none of ${[...kinds.keys()].join(', ')}`,
    );
  const out = values.to;
  mkdirSync(out, { recursive: true });
  const asked = [...kinds.values()].filter(({ kind }) => positionals.length === 0 || positionals.includes(kind));
  for (const kind of asked) await pack(kind, own, { out, hasArchives: !values['no-archives'] });
  writeSums(out);
  if (positionals.length === 0 && own.platform !== 'darwin') console.log(`macOS: ${mac('darwin-arm64')}`);
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}
