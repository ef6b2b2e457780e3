import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { accountFolder } from '../../src/client/state/account-folder.js';
import { type KnownReference, openReferenceIndex } from '../../src/client/state/references.js';
import { answer, readTree } from '../../src/completion/answer.js';
import type { StoredTree } from '../../src/completion/tree.js';
import { within } from '../support/computer/folder.js';
import { type Home, makeHome } from '../support/computer/home.js';
import { programCommand } from '../support/computer/program-file.js';
import { trapFolder } from '../support/computer/traps.js';
import { startAtTerminal, type TerminalOptions, toLines } from '../support/terminal/terminal.js';
import { until } from '../support/until.js';

/** Where the scripts are. */
export const scripts = fileURLToPath(new URL('../../completions', import.meta.url));

/** A text that would do harm wherever it was evaluated, or break the line it is on. */
export const hostile = 'a b$(touch pwned)`touch pwned`;touch pwned|"it\'s" !x *~#{1..3} 日本 \\n';

/** Nobody listens there. */
const url = 'http://127.0.0.1:9';

const reference = (ref: string, title: string): KnownReference => ({ ref, uuid: `uuid of ${ref}`, title });
const value = (ref: string): KnownReference => ({ ref, uuid: '', title: '' });

/** A computer that has seen a server which is switched off, and that notes down how often the program is asked. */
export interface Seen {
  readonly home: Home;
  readonly env: Readonly<Record<string, string>>;
  readonly config: string;
  /** A line for each time that the program was asked. */
  started(): string;
  /** Whether something that came from the server was run. */
  isHarmed(): boolean;
  /** Puts this in the place of all tasks and task statuses that were seen, whatever it is. */
  seesOnly(ref: string): void;
  /** Takes in 20,000 tasks more. */
  learnMany(): void;
  /** Answers shells in this process from now on, in a tenth of the time, until the returned function is called. */
  answerHere(): () => void;
}

/** Prepares such a computer; `tracker` prints its arguments there, each in brackets. */
export function makeSeen(): Seen {
  const home = makeHome();
  const folders = { config: join(home.folder, '.config/tracker'), cache: join(home.folder, '.cache/tracker') };
  mkdirSync(folders.config, { recursive: true });
  const config = join(folders.config, 'config.json');
  const instances = { work: { url }, 'other-one': { url: 'http://127.0.0.1:10' } };
  writeFileSync(config, JSON.stringify({ instances, default: 'work' }), { mode: 0o600 });
  const index = openReferenceIndex(within(folders.cache), url, '');
  index.learn('tasks', [
    reference('SCM-12', 'Night ferry to Tórshavn'),
    reference('SCM-17', `Publish ${hostile}\u001b[31m\u0007\ttab\nline`),
    reference('OPS-4', 'Exchange the deploy keys'),
  ]);
  index.learn('tickets', [
    reference('SCM-3', 'Tablet loses what I type'),
    reference('CASA-16', 'Night of the Museums'),
  ]);
  index.learn('projects', [reference('SCM', 'Scandia Marine'), reference('OPS', 'Operations')]);
  index.learn('orgs', [reference('casa-azul', 'Fundación Casa Azul')]);
  index.learn('people', [
    reference('id-1', 'Mara Lindqvist'),
    reference('id-2', 'Łukasz Wójcik'),
    reference('id-3', hostile),
  ]);
  index.learn('wiki', [reference('Restore a backup', 'Restore a backup'), reference(hostile, hostile)]);
  index.learn('views', [value('tickets')]);
  index.learn('inbox', [{ ref: '0f0c7f10-1111-4222-8333-000000000001', uuid: '', title: 'Ferry is late' }]);
  index.learn('items', [
    { ref: 'SCM-12/1/done', uuid: '', title: 'Ask the harbour master' },
    { ref: 'SCM-12/2/open', uuid: '', title: 'Print the timetable' },
  ]);
  const states = ['task-status:todo', 'task-status:in_progress', 'task-status:done', 'ticket-status:waiting'];
  index.learn('values', [...states, 'task-tag:sea', `task-tag:${hostile}`].map(value));
  index.flush();
  const bin = join(home.folder, 'bin');
  const started = join(home.folder, 'started.txt');
  mkdirSync(bin);
  const pipes = makePipes(home.folder);
  const ask = `[ -p '${pipes.asked}' ] && { printf '%s\\0' "$#" "$@" > '${pipes.asked}'; read -r _ < '${pipes.ready}'; exec cat '${pipes.answer}'; }`;
  const real = `${ask}; exec ${programCommand.map((word) => `'${word}'`).join(' ')} "$@"`;
  const tracker = `[ "$1" = __complete ] && { echo x >> '${started}'; ${real}; }; printf '<%s>' "$@"; echo`;
  const programs = { tracker };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = {
    HOME: home.folder,
    PATH: `${bin}:${trapFolder()}:/usr/local/bin:/usr/bin:/bin`,
    LC_ALL: 'C.UTF-8',
    TERM: 'xterm-256color',
  };
  return {
    home,
    config,
    env,
    started: () => (existsSync(started) ? readFileSync(started, 'utf8') : ''),
    isHarmed: () => existsSync(join(home.folder, 'pwned')),
    seesOnly(ref) {
      const folder = accountFolder(within(folders.cache), { url, userId: '' });
      writeFileSync(join(folder, 'tasks.tsv'), `${ref}\tuuid\ttitle\n`);
      writeFileSync(join(folder, 'values.tsv'), `task-status:${ref}\t\t\n`);
    },
    learnMany() {
      const many = Array.from({ length: 20_000 }, (_, at) => reference(`BIG-${20_000 - at}`, `Number ${20_000 - at}`));
      index.learn('tasks', many);
      index.flush();
    },
    answerHere: () =>
      pipes.serve((asked) => answer(readBuiltTree(), asked, { env, platform, workingFolder: home.folder })),
  };
}

const readBuiltTree = (): StoredTree =>
  readTree(readFileSync(new URL('../../dist/command-tree.json', import.meta.url), 'utf8'));

/** Named pipes through which a shell script asks this process: the number of words and each word, all ending in NUL. */
function makePipes(folder: string) {
  const [asked, ready, answer] = ['asked', 'ready', 'answer'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  return {
    asked,
    ready,
    answer,
    serve(answerTo: (words: readonly string[]) => string): () => void {
      execFileSync('mkfifo', [asked, ready]);
      const [questions, answers] = [asked, ready].map((path) =>
        openSync(path, constants.O_RDWR | constants.O_NONBLOCK),
      );
      const socket = new Socket({ fd: questions ?? -1, readable: true, writable: false });
      let words: readonly string[] = [];
      let rest = Buffer.alloc(0);
      socket.on('data', (bytes: Buffer) => {
        rest = Buffer.concat([rest, bytes]);
        for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
          words = [...words, rest.subarray(0, end).toString('utf8')];
          rest = rest.subarray(end + 1);
          if (words.length <= Number(words[0])) continue;
          writeFileSync(answer, answerTo(words.slice(2)));
          words = [];
          writeSync(answers ?? -1, '\n');
        }
      });
      return () => {
        socket.destroy();
        closeSync(answers ?? -1);
        for (const path of [asked, ready]) rmSync(path);
      };
    },
  };
}

/** A shell at a pseudo-terminal that has loaded the script. */
export interface Shell {
  /** Types keys at an empty line, waits for this on the screen, and leaves the line. Gives the screen since. */
  shows(keys: string, pattern: RegExp): Promise<string>;
  /** Types keys at an empty line and Enter, and expects `tracker` to be run with these arguments. */
  runs(keys: string, args: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

/** Lines for a `.zshrc`: zsh shows its prompt a moment before it reads keys. With these it says when it does. */
export const zshSaysItReads: readonly string[] = [
  "zle-line-init() { print -n '\\e]reads\\a' }",
  'zle -N zle-line-init',
];

/** Lines that load the script from `$fpath`. What the other functions there complete is found once for all, and without those of one system. */
export const zshLoads = (): readonly string[] => [
  'autoload -Uz compinit',
  `fpath=('${scripts}' \${fpath:#*/(X|Linux|Debian|vendor-completions)})`,
  `compinit -u -d '${join(tmpdir(), 'zcompdump')}'`,
];

/** What it says. */
export const zshReads = /\u001b\]reads\u0007/;

interface ShellOptions extends TerminalOptions {
  /** What it writes when it reads keys, if a prompt does not say so yet; it does not show on the screen. */
  readonly reads?: RegExp;
}

/** Starts a shell whose prompt is `READY> `. */
export async function openShell(
  seen: Seen,
  command: readonly string[],
  { reads = /READY> /, ...options }: ShellOptions = {},
): Promise<Shell> {
  const at = startAtTerminal(seen.home, command, {
    longestMs: 300_000,
    ...options,
    env: { ...seen.env, ...options.env },
  });
  const screen = (from: number): string => toLines(at.raw().slice(from)).join('\n');
  const wait = async (from: number, pattern: RegExp): Promise<string> => {
    try {
      return await until(String(pattern), () => pattern.test(screen(from)) && screen(from));
    } catch (error) {
      throw new Error(`${String(error)}; the screen: ${JSON.stringify(screen(from))}`);
    }
  };
  /** A key that is typed before the shell reads is lost. */
  const isPrompting = (from: number): boolean => /READY> /.test(screen(from)) && reads.test(at.raw().slice(from));
  await until('the first prompt', () => isPrompting(0));
  /** Ctrl-C leaves the line; where it only takes a list of candidates off the screen, once more does. */
  const leave = async (): Promise<void> => {
    const from = at.raw().length;
    let again = 0;
    await until('the prompt', () => {
      if (isPrompting(from)) return true;
      if (performance.now() < again) return false;
      again = performance.now() + 1_500;
      at.type('\u0003');
      return false;
    });
  };
  return {
    async shows(keys, pattern) {
      const from = at.raw().length;
      at.type(keys);
      const found = await wait(from, pattern);
      await leave();
      return found;
    },
    async runs(keys, args) {
      const from = at.raw().length;
      at.type(`${keys}\r`);
      const printed = await wait(from, />\s*\n(?:.*\n)*.*READY> /);
      await until('the prompt', () => isPrompting(from));
      expect(printed).toContain(args.map((arg) => `<${arg}>`).join(''));
    },
    async end() {
      at.type('\u0015exit\r');
      await at.ended;
    },
  };
}
