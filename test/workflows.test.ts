import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(new URL(path, new URL('..', import.meta.url)), 'utf8');

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const readWorkflow = (name: string): Workflow => parse(read(`.github/workflows/${name}`));
const { version, engines, scripts } = JSON.parse(read('package.json')) as {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

describe.each(['ci.yml', 'release.yml'])('the workflow %s', (name) => {
  const { permissions, jobs } = readWorkflow(name);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const lines = steps.flatMap(({ run }) => run ?? []).join('\n');

  test('runs what there is', () => {
    const named = [...lines.matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
    const files = [...lines.matchAll(/(?:\.ci\/|scripts\/|install\.sh)[\w./-]*/g)].map(([path]) => path);
    expect(files).toContain('.ci/run');
    expect(files.filter((path) => !existsSync(new URL(path, new URL('..', import.meta.url))))).toEqual([]);
  });

  test('names each action by a commit, which nobody can change', () => {
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[0-9a-f]{40}$/.test(uses))).toEqual([]);
  });

  test('lets code of other packages write nothing', () => {
    const installing = Object.values(jobs).filter((job) => job.steps.some(({ run }) => run?.includes('.ci/run')));
    const allowed = installing.map((job) => job.permissions ?? permissions);
    expect(allowed).toEqual([{ contents: 'read' }]);
  });
});

test('what is tested includes the oldest Node that may be used, and the one that releases are built with', () => {
  const tested = readWorkflow('ci.yml').jobs.check?.strategy?.matrix.node;
  const builder = readWorkflow('release.yml').jobs.build?.steps.flatMap((step) => step.with?.['node-version'] ?? []);
  expect(tested).toEqual(expect.arrayContaining([/\d+\.\d+/.exec(engines.node)?.[0], ...(builder ?? ['none'])]));
});

test('a tag that is not the version in package.json stops a release', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', `v${version}1`], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `the tag is v${version}1, but the version in package.json is ${version}\n`,
  });
});
