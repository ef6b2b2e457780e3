import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { listen } from './listen.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A registry that npm can install from. */
export interface Registry {
  readonly url: string;
  /** What was installed from it, as `NAME@VERSION`. */
  readonly taken: ReadonlySet<string>;
  close(): void;
}

/** Starts a registry with the packages in node_modules, so that an installation needs no network. */
export async function startRegistry(): Promise<Registry> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  const pack = async (folder: string): Promise<Buffer> => {
    const words = ['-cf', '-', '-C', join(root, dirname(folder)), folder.slice(dirname(folder).length + 1)];
    const how = { encoding: 'buffer', maxBuffer: Number.POSITIVE_INFINITY } as const;
    return gzipSync((await promisify(execFile)('tar', words, how)).stdout, { level: 1 });
  };
  const taken = new Set<string>();
  const server = createServer(async ({ url: path = '', headers: { host } }, response) => {
    const name = decodeURIComponent(path.slice(1)).replace(/\.tgz$/, '');
    const found = packages[`node_modules/${name}`];
    if (!found) response.writeHead(404).end('{}');
    else if (path.endsWith('.tgz')) {
      taken.add(`${name}@${found.version}`);
      response.end(await pack(`node_modules/${name}`));
    } else {
      const version = { ...found, name, dist: { tarball: `http://${host}/${name}.tgz` } };
      const all = { name, 'dist-tags': { latest: found.version }, versions: { [found.version]: version } };
      response.end(JSON.stringify(all));
    }
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, taken, close: () => void server.close() };
}
