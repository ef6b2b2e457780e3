// `npm run bench [-- --runs 25] [--json FILE] [--node FILE]… [--only TEXT]…`: what commands cost, as multiples of F, the median
// time of a bare Node process in the same rounds. Only ratios within one run mean anything, and only as far as F is steady: its
// spread is printed. `--runs` is the number of rounds, `--node` names other Node binaries to run it on, and `--only` is a part of
// the names of the cases to run. Not a test, because timings on a busy computer are unreliable.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { casesOn, isInstalled, logIn } from './cases.mjs';
import { measure } from './measure.mjs';
import { report } from './report.mjs';
import { measureScreen } from './screen.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '25' },
    json: { type: 'string' },
    node: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
  },
});
const here = dirname(fileURLToPath(import.meta.url));
const program = join(here, '..', '..', 'bin', 'tracker.js');
const folder = mkdtempSync(join(tmpdir(), 'tracker-bench-'));

// A clean environment: a certificate file alone would triple F and make every ratio look good.
const bare = { PATH: process.env.PATH, HOME: folder };

/** Starts the server with the prepared bytes; `files` are a key and a certificate. */
async function startServer(...files) {
  const child = spawn(process.execPath, [join(here, 'server.mjs'), ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { port: Number(port), stop: () => child.kill() };
}

/** A self-signed certificate for 127.0.0.1 and its key; undefined without openssl. */
function makeCertificate() {
  if (!isInstalled('openssl')) return undefined;
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2';
  const subject = '-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1';
  const words = [...`${kind} ${subject}`.split(' '), '-keyout', key, '-out', cert];
  execFileSync('openssl', words, { stdio: 'ignore' });
  return [key, cert];
}

/** F, the cases asked for, and those they are compared with. */
function wanted([floor, ...cases]) {
  const asked = cases.filter(({ name }) => options.only?.some((text) => name.includes(text)) ?? true);
  return [
    floor,
    ...cases.filter((each) => asked.includes(each) || asked.some((one) => one.against.includes(each.name))),
  ];
}

async function reportOnScreen(port) {
  const env = { ...bare, HOME: mkdtempSync(join(folder, 'screen-')) };
  const node = process.execPath;
  const login = (size) => logIn({ node, program, env, url: `http://127.0.0.1:${port}/${size}`, name: `rows-${size}` });
  const screen = await measureScreen({ node, program, env, login, runs: 5 });
  if (!screen) return [];
  const { rows, openMs, floorMs, keyMs, keyP95Ms, memoryMb } = screen;
  const opening = `first screen ${(openMs / floorMs).toFixed(1)} F (${openMs.toFixed(0)} ms; F there ${floorMs.toFixed(0)} ms)`;
  const key = `a key ${keyMs.toFixed(1)} ms (p95 ${keyP95Ms.toFixed(1)})`;
  console.log(
    `triage with ${rows.toLocaleString('en')} rows: ${opening}, ${key}, peak memory ${memoryMb.toFixed(0)} MB`,
  );
  return [{ screen }];
}

const plain = await startServer();
const files = makeCertificate();
const secure = files && (await startServer(...files));
try {
  const rounds = Number(options.runs);
  const setting = { program, folder, env: bare, http: plain.port, https: secure?.port, trust: files?.[1] };
  const reports = (options.node ?? [process.execPath]).map((node) => {
    const cases = wanted(casesOn(node, setting));
    return report(node, cases, measure(cases, rounds, folder), rounds);
  });
  if (!options.only) reports.push(...(await reportOnScreen(plain.port)));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(reports, undefined, 2)}\n`);
} finally {
  plain.stop();
  secure?.stop();
  rmSync(folder, { recursive: true, force: true });
}
