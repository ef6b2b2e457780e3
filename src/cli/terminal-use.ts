import type { Settings } from '../config/settings.js';
import { createLaunch, type Launch } from '../terminal/programs/create-launch.js';
import { isPlain } from '../terminal/progress.js';
import type { Prompt, Questions } from '../terminal/prompt/prompt.js';
import type { GlobalValues } from './command-line/global-flags.js';
import type { Host } from './host.js';
import { decideColor } from './output-choice.js';

type TerminalUse = ReturnType<typeof createTerminalUse>;

/** Who has the terminal. While it is lent to a question or another program, nothing else is printed. */
export function createTerminalUse(now: () => Date) {
  let users = 0;
  let begunAt = now().getTime();
  let workedMs = 0;
  return {
    isLent: (): boolean => users > 0,
    /** For how long it has not been lent (milliseconds), which somebody has waited for. */
    workedMs: (): number => workedMs + (users > 0 ? 0 : now().getTime() - begunAt),
    async lend<T>(work: () => Promise<T>): Promise<T> {
      if (users === 0) workedMs += now().getTime() - begunAt;
      users++;
      try {
        return await work();
      } finally {
        users--;
        if (users === 0) begunAt = now().getTime();
      }
    },
  };
}

/** Whether someone can answer a question: both ends are terminals, and neither a flag nor CI forbids it. */
function canAsk({ io, env }: Host, globals: GlobalValues): boolean {
  return globals.input !== false && !env.CI && io.stdin.isTerminal && io.stderr.isTerminal;
}

export interface TerminalParts {
  readonly host: Host;
  readonly settings: Settings;
  readonly terminal: TerminalUse;
}

/** The prompt, loaded on the first question: most commands ask none. */
export function promptOnDemand(
  { host, settings, terminal: { lend } }: TerminalParts,
  globals: GlobalValues,
  isAnswered: () => boolean,
): Prompt {
  const { stored } = settings;
  const create = async (): Promise<Questions> => {
    const { createPrompt } = await import('../terminal/prompt/create-prompt.js');
    const color = decideColor({ when: globals.color, stored: stored.color }, host.env, host.io.stderr.isTerminal);
    const { io, env, signal } = host;
    return createPrompt({ io, interactive: canAsk(host, globals), plain: isPlain(env), color, signal });
  };
  // One for all questions, since it says how to answer only once.
  let created: Promise<Questions> | undefined;
  const load = (): Promise<Questions> => (created ??= create());
  return {
    // Node takes 2 ms to open standard input, which most commands never look at.
    get possible() {
      // Nobody is asked because of what was kept: the command runs again.
      return canAsk(host, globals) && !isAnswered();
    },
    secret: (question) => lend(async () => await (await load()).secret(question)),
    line: (question) => lend(async () => await (await load()).line(question)),
    lines: (question) => lend(async () => await (await load()).lines(question)),
    confirm: (question) => lend(async () => await (await load()).confirm(question)),
    choose: (question) => lend(async () => await (await load()).choose(question)),
    search: (question) => lend(async () => await (await load()).search(question)),
  };
}

/** Starts other programs, which have the terminal while they run in the foreground. */
export function launchFrom({ host, settings: { stored }, terminal: { lend } }: TerminalParts): Launch {
  const { env, platform, program: self } = host;
  const launch = createLaunch({ env, self, platform, browser: stored.browser });
  return {
    ...launch,
    async foreground(options) {
      const work = (): Promise<number> => lend(() => launch.foreground(options));
      // At a terminal Ctrl-C reaches the other program directly; the command decides what it means.
      return host.io.stdin.isTerminal ? await host.yieldInterrupts(work) : await work();
    },
  };
}
