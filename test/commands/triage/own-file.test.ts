import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openQueueAtHome } from '../../support/run.js';
import { allTests } from '../../support/set-up.js';
import { answerTriage, opened, playTriage } from '../../support/triage.js';

const at = allTests(openQueueAtHome);
const size = { columns: 100, rows: 30 };
let path = '';

beforeEach(() => {
  const folder = join(at.machine.folder, 'config');
  mkdirSync(folder, { recursive: true });
  path = join(folder, 'triage.json');
  rmSync(path, { force: true, recursive: true });
});

const write = (content: unknown): void =>
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });

const open = async () =>
  await at.machine.run('triage', { terminal: { columns: 300, rows: 30 }, signal: AbortSignal.timeout(30_000) });

describe('triage.json', () => {
  test.each([
    ['{"keys": [', 'it is not a JSON object'],
    [[], 'it is not a JSON object'],
    [{ keyz: [] }, 'unknown name "keyz"'],
    [{ keys: {} }, 'keys is not a list'],
    [{ keys: ['b'] }, 'each key must be an object, such as {"key": "b", "does": "note"}'],
    [{ keys: [{ key: 'b', do: 'note' }] }, 'unknown name "do"'],
    [{ keys: [{ key: 'b', does: 'dance' }] }, '"b" does "dance", which is not an action in triage'],
    [{ keys: [{ key: 'b', does: 'note', run: 'true' }] }, '"b" needs either does or run'],
    [{ keys: [{ key: 'bb', run: 'true' }] }, '"bb" is not a key'],
    [{ keys: [{ key: 'b', run: 7 }] }, 'run is not a string: 7'],
    [{ keys: [{ key: 'b', run: ' ' }] }, 'run is empty'],
    [{ keys: [{ key: '', run: 'true' }] }, '"" is not a key'],
    ...['q', 'Esc', '?', ':', 'ctrl+c'].map(
      (key) => [{ keys: [{ key, run: 'true' }] }, `"${key}" cannot be redefined`] as const,
    ),
    [
      {
        keys: [
          { key: 'W', run: 'true', help: 'one' },
          { key: 'W', does: 'note' },
        ],
      },
      '"W" is defined twice: "one" and "note"',
    ],
    [{ columns: ['ref', 'colour'] }, 'there is no column "colour"'],
    [{ columns: ['ref', 'ref'] }, 'columns names "ref" twice'],
  ] as const)('%j is refused before anything is read', async (content, why) => {
    write(content);
    expect(await open()).toMatchObject({ code: 2, stderr: expect.stringContaining(`error: ${path}: ${why}\n`) });
  });

  test('that is a folder, too large, or of somebody else is refused by name', async () => {
    mkdirSync(path);
    expect(await open()).toMatchObject({ code: 2, stderr: `error: cannot read ${path}: it is a folder\n` });
    rmSync(path, { recursive: true });
    write(' '.repeat(100_001));
    expect(await open()).toMatchObject({ code: 2, stderr: `error: ${path} is larger than 100 kB\n` });
    write({ keys: [{ key: 'W', run: `touch ${path}.run` }] });
    chmodSync(path, 0o666);
    expect(await open()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`other users can write to ${path}`),
    });
    if (process.getuid?.() !== 0) return;
    chmodSync(path, 0o600);
    chownSync(path, 65_534, 65_534);
    expect(await open()).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to another user') });
  });

  test('runs a command with the row as JSON and its names in the environment, and shows what it wrote', async () => {
    const out = `${path}.out`;
    const run = `cat > '${out}'; echo "$TRACKER_KIND $TRACKER_REF $TRACKER_TITLE"; echo "$TRACKER_LINK $TRACKER_URL"; exit $FAIL`;
    write({
      keys: [
        { key: 'W', run: `FAIL=0; ${run}`, help: 'write it down' },
        { key: 'F', run: `FAIL=3; ${run}`, help: 'fail' },
      ],
    });
    const { words } = await playTriage(
      at.machine,
      [
        { shows: opened, type: 'W' },
        { shows: /✓ write it down: ticket/, type: 'F', name: 'done' },
        { shows: /! fail exited with 3: ticket/, type: '?' },
        { shows: /Yours .*\n {2}W +write it down/, type: '\u001b' },
        { shows: /\? more/, type: 'q' },
      ],
      { size },
    );
    expect(words('done')).toMatch(
      /✓ write it down: ticket CASA-8 Newsletter: 412 addresses bounce · http\S+\/tickets\/[\da-f-]+ http/,
    );
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ ref: 'CASA-8', status: 'open' });
  });

  test('a key does what another one does, also in place of one of ours, and the help says so', async () => {
    write({
      keys: [
        { key: 'b', does: 'note' },
        { key: 'a', does: 'status' },
      ],
    });
    const { shot } = await playTriage(
      at.machine,
      [
        { shows: opened, type: 'a' },
        { shows: /status of CASA-8/, type: '\u001b' },
        { shows: /\? more/, type: 'b' },
        { shows: /NOTE · INTERNAL/, type: '\u001b' },
        { shows: /\? more/, type: ':assign' },
        { shows: /▸ +assign a person/, type: '\r', name: 'found' },
        { shows: /assign CASA-8 to/, type: '\u001b' },
        { shows: /\? more/, type: ':status' },
        { shows: /▸s a +set the status \(instead of: assign a person\)/, type: '\u001b' },
        { shows: /\? more/, type: 'q' },
      ],
      { size },
    );
    expect(shot('found')).not.toMatch(/▸a /);
  });

  test('chooses the columns, of which as many are shown as have room', async () => {
    write({ columns: ['ref', 'subject', 'customer', 'priority', 'org', 'tags', 'waiting'] });
    // The list has half of a wide screen.
    const shown = async (columns: number) =>
      (
        await playTriage(at.machine, [{ shows: /● live[\s\S]*CASA-8/, type: 'q', name: 'list' }], {
          size: { columns, rows: 24 },
        })
      )
        .shot('list')
        .split('\n')
        .slice(2, 5)
        .map((line) => line.replace(/│.*/, '').trimEnd());
    expect(await shown(60)).toEqual([
      '   REF     SUBJECT                        CUSTOMER PRIORITY',
      '▸  CASA-8  Newsletter: 412 addresses bou… José     low',
      '   CASA-9  Transcripts of the audio guide נועה     low',
    ]);
    expect((await shown(200))[0]).toMatch(/^ +REF +SUBJECT +CUSTOMER +PRIORITY +ORG +TAGS$/);
  });

  test('also works in lines, by its words or its key', async () => {
    write({ keys: [{ key: 'W', run: 'echo "it is $TRACKER_REF"', help: 'write it down' }] });
    const { stdout } = await answerTriage(at.machine, ['write it down\n', 'q\n']);
    expect(stdout).toContain('write it down: it is CASA-8');
  });
});
