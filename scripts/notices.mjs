// THIRD_PARTY_NOTICES: the licences of the packages whose code is in dist/, as those licences require.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of the packages that are part of these bundles, and the names of imported packages that are not. */
export function listPackages(metafiles) {
  const outputs = metafiles.flatMap(({ outputs: each }) => Object.values(each));
  const inputs = outputs.flatMap((output) =>
    Object.keys(output.inputs).filter((path) => output.inputs[path].bytesInOutput > 0),
  );
  const bundled = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const external = outputs.flatMap(({ imports }) => imports.filter((each) => each.external).map(({ path }) => path));
  const packages = external.filter((path) => !isBuiltin(path) && !/^(node:|\.)/.test(path));
  return { bundled: [...new Set(bundled)].sort(), external: [...new Set(packages)].sort() };
}

/** The text of THIRD_PARTY_NOTICES for the packages in these folders. Throws an Error if one has no licence file. */
export function composeNotices(root, folders) {
  const notices = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    notices.set(`${name} ${version} (${license})`, readLicences(join(root, folder)));
  }
  const sections = [...notices].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    "The files in dist/ contain code from the packages below. Each package's licence follows its name.\n",
    ...sections.map(([title, text]) => `${'-'.repeat(78)}\n${title}\n\n${text}\n`),
  ].join('\n');
}

function readLicences(folder) {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  const paths = files.map((name) => join(folder, name));
  // The package contains programs in C, and not their licences.
  if (folder.endsWith('jq-wasm')) paths.push(fileURLToPath(new URL('jq-licences.txt', import.meta.url)));
  const text = paths.map((path) => readFileSync(path, 'utf8').trim()).join('\n\n');
  if (text === '') throw new Error(`${folder} has no licence file, and its code is in dist/`);
  return text.replaceAll('\r\n', '\n');
}
