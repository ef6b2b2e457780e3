// `npm run sbom [FOLDER]` writes CycloneDX lists of what is shipped to packed/: the packages whose code is in dist/, with those that
// npm installs with it (tracker-cli.cdx.json), or with the Node that is in a program (tracker-linux-x64.cdx.json and the like). `npm
// sbom` cannot know them: what is bundled is among the devDependencies. Equal sources give equal lists.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRelease } from './release.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The CycloneDX document of the npm package or, with the component of a Node, of the program that contains it. */
function composeSbom(node) {
  const { packages } = readJson('package-lock.json');
  const { name, description } = readJson('package.json');
  const installed = Object.keys(packages).filter((path) => path && !packages[path].dev);
  const needed = installed.filter((path) => !node || !packages[path].optional);
  const { bundled } = readJson('dist/packages.json');
  const shipped = [...new Set([...bundled, ...needed])].sort();
  const own = { ...describePackage(name, packages['']), type: 'application', 'bom-ref': name, description };
  const inside = node ? [node] : [];
  const describeShipped = (path) => ({
    ...describePackage(nameOf(path), packages[path]),
    'bom-ref': path,
    scope: packages[path].optional && !bundled.includes(path) ? 'optional' : 'required',
  });
  const used = new Map(shipped.map((path) => [path, findUsed(packages, path, shipped)]));
  // A package that only passes on others leaves nothing in the bundle: what nothing else uses, we do.
  const passedOn = shipped.filter((path) => ![...used.values()].flat().includes(path));
  const ours = [...new Set([...findUsed(packages, '', shipped), ...passedOn])].sort();
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: `${readRelease().date}T00:00:00Z`, lifecycles: [{ phase: 'build' }], component: own },
    components: [...shipped.map(describeShipped), ...inside],
    dependencies: [
      { ref: name, dependsOn: [...ours, ...inside.map((each) => each['bom-ref'])] },
      ...[...used].map(([ref, dependsOn]) => ({ ref, dependsOn })),
    ],
  };
  return { ...document, serialNumber: makeSerialNumber(JSON.stringify(document)) };
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The component for a package of package-lock.json. */
function describePackage(name, { version, license, integrity }) {
  const [group, short] = name.includes('/') ? name.split('/') : [undefined, name];
  const [algorithm, hash] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    ...(group && { group }),
    name: short,
    version,
    ...(integrity && {
      hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
}

/** The component for the Node in a package of npm. */
function describeNode(name, entry) {
  const cpe = `cpe:2.3:a:nodejs:node.js:${entry.version}:*:*:*:*:*:*:*`;
  return { ...describePackage(name, entry), type: 'platform', scope: 'required', cpe, 'bom-ref': name };
}

/** The paths of the shipped packages that the one at `path` names as dependencies. */
function findUsed(packages, path, shipped) {
  const { dependencies, optionalDependencies, devDependencies, peerDependencies } = packages[path];
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies, ...peerDependencies });
  return names
    .map((name) => resolve(packages, path, name))
    .filter((found) => shipped.includes(found))
    .sort();
}

/** Where Node finds a package that the one at `path` imports; undefined if it is not installed. */
function resolve(packages, path, name) {
  const found = `${path}${path && '/'}node_modules/${name}`;
  if (packages[found] || path === '') return packages[found] && found;
  return resolve(packages, path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
}

/** The address of a document by a UUID that follows from its text. */
function makeSerialNumber(text) {
  const digits = createHash('sha256').update(text).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, 'urn:uuid:$1-$2-8$3-8$4-$5');
}

const folder = process.argv[2] ?? join(root, 'packed');
mkdirSync(folder, { recursive: true });
const write = (name, document) =>
  writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(document, null, 2)}\n`);
write('tracker-cli', composeSbom());
const { packages: nodes } = readJson('scripts/pack/node/package-lock.json');
for (const path of Object.keys(nodes).filter((each) => nameOf(each).startsWith('node-')))
  write(nameOf(path).replace('node', 'tracker'), composeSbom(describeNode(nameOf(path), nodes[path])));
