import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { TrackerError } from '../../../src/contract/errors.js';
import type { HttpRequest } from '../../../src/http/message.js';
import type { JournalLine } from '../../../src/sandbox/http/journal.js';
import { makeFolder } from '../../support/computer/folder.js';
import type { Machine } from '../../support/computer/machine.js';
import { openAtHome, openWorld, type TestWorld } from '../../support/run.js';
import { readJournal } from '../../support/sandbox/journal.js';

/** What an agent works with, and what came of it. */
export interface Desk {
  readonly world: TestWorld;
  readonly machine: Machine;
  readonly config: string;
  /** Every request that was about to leave. */
  readonly sent: HttpRequest[];
  /** Whatever the agent was shown. */
  readonly shown: string[];
  /** What has come to the server since the person has left. */
  received(): readonly JournalLine[];
  /** Throws if the person's own settings, drafts and files are not as the person has left them. */
  checkOwn(): Promise<void>;
}

/** The home folder of the person whose computer it is. */
export function homeOf({ folder }: Machine): { readonly HOME: string } {
  return { HOME: join(folder, 'home') };
}

/** A computer on which a person has an alias, a template, something that could be undone, and a reply that waits. */
export async function openDesk(): Promise<Desk> {
  const journal = join(makeFolder(), 'journal.jsonl');
  const { world, machine } = await openAtHome(() => openWorld({ journal }));
  const config = join(machine.folder, 'config');
  const { HOME } = homeOf(machine);
  for (const folder of [join(HOME, '.claude'), join(config, 'templates')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(config, 'templates', 'thanks.md'), 'Thanks.');
  await machine.run(['alias', 'set', 'cleanup', '!touch ran']);
  await machine.run('tasks edit SCM-12 -p high');
  const send = async (): Promise<never> => {
    throw new TrackerError('network', 'the server cannot be reached');
  };
  await machine.run(['reply', 'CASA-9', '-b', 'Mine.', '--queue'], { send });
  const before = readJournal(journal).length;
  const files = filesIn(config);
  return {
    ...{ world, machine, config, sent: [], shown: [] },
    received: () => readJournal(journal).slice(before),
    async checkOwn() {
      const now = filesIn(config);
      expect([...now.keys()]).toEqual([...files.keys()]);
      expect(now.get('templates/thanks.md')).toBe('Thanks.');
      expect(settingsIn(now)).toEqual(settingsIn(files));
      expect(readdirSync(HOME, { recursive: true })).toEqual(['.claude']);
      expect(readdirSync(machine.workingFolder)).not.toContain('ran');
      expect((await machine.run('tickets list --segment all --snoozed --json')).stdout).toBe('[]\n');
      const { stdout } = await machine.run('drafts list --json');
      const others = JSON.parse(stdout).filter(({ state }: { readonly state: string }) => state !== 'proposed');
      expect(others).toMatchObject([{ state: 'waiting', flags: { body: 'Mine.' } }]);
    },
  };
}

/** What is in `config.json`, apart from what agents may do. */
function settingsIn(files: ReadonlyMap<string, string>): unknown {
  const { settings: { agents: _agents, ...settings } = {}, ...rest } = JSON.parse(files.get('config.json') ?? '');
  return { ...rest, settings };
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(names.sort().map((name) => [name.slice(folder.length + 1), readFileSync(name, 'latin1')]));
}

/** Throws if the token is anywhere but in its file, and in Authorization headers to its own server. */
export function checkToken({ world, machine, config, sent, shown }: Desk): void {
  const stored = readFileSync(join(config, 'credentials.json'), 'utf8');
  const tokens = [...stored.matchAll(/"token":\s*"([^"]+)"/g)].map(([, token = '']) => token);
  expect(tokens.length).toBeGreaterThan(0);
  for (const token of tokens) {
    expect(shown.filter((text) => text.includes(token))).toEqual([]);
    for (const { url, headers, body } of sent) {
      const { authorization, ...others } = headers as Readonly<Record<string, string>>;
      expect([url.origin, authorization ?? 'none']).toEqual([world.url, expect.stringMatching(/^(Bearer |none)/)]);
      expect(`${url.href} ${JSON.stringify(others)} ${String(body)}`).not.toContain(token);
    }
    for (const [name, text] of filesIn(machine.folder))
      if (name !== 'config/credentials.json') expect([name, text.includes(token)]).toEqual([name, false]);
  }
}
