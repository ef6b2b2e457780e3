import type { Run } from '../commands/sending/ran.js';
import type { Access } from '../contract/access.js';
import { notAllowed, proposalOf } from '../contract/allowed.js';
import { showShown } from '../output/show-shown.js';
import type { Invocation } from './command-line/invocation.js';
import type { Wiring } from './wire.js';

/** The commands that start programs, which could do anything. */
const startsPrograms = /^(?:alias|sandbox run|inbox watch --exec)$/;

/** The commands that would let an agent do more, or would decide in place of a person. */
const loosens =
  /^(?:token|login|logout|instances (?:use|remove)|config (?:set|unset)|alias (?:set|delete)|drafts send|sandbox reset|skill install)$/;

interface CommandAsTyped extends Pick<Invocation, 'command' | 'verb' | 'flags' | 'globals'> {
  /** Whether it changes something on the server as it was typed. */
  readonly writes: boolean;
}

/**
 * Whether what a command writes is proposed to a person instead of sent. Throws `read_only` if access does not allow it to run
 * (docs/requirements.md, R98).
 */
export async function requireAllowed(
  access: Access,
  { command, verb, flags, globals, writes: isWriting }: CommandAsTyped,
): Promise<boolean> {
  const isForAnything = startsPrograms.test(flags.exec === undefined ? command : `${command} --exec`);
  if (isForAnything) throw notAllowed(access, 'this command starts programs that could do anything');
  const isPersonal = command === 'drafts send';
  if ((access.agent !== undefined || isPersonal) && loosens.test(command))
    throw notAllowed(access, isPersonal ? 'only a person may send drafts' : 'only a person may run this command');
  const { writes = [], queued } = verb;
  if (!isWriting || globals.dryRun) return false;
  const dry = 'to see what it would do, add --dry-run';
  if (access.level === 'read') throw notAllowed(access, 'this command changes something on the server', dry);
  const becomes = writes.map((route) => (route === 'unknown' ? 'refused' : proposalOf(route, { status: '' })));
  if (becomes.every((each) => each === 'refused')) throw notAllowed(access, 'this command cannot be proposed', dry);
  // What would be done at once is proposed too if it belongs to an open proposal.
  return queued !== false;
}

/** Runs a command whose changes may need a person to decide, and shows its result, or the draft that was kept. */
export async function runProposing({ context, show }: Wiring, ran: Run, access: Access): Promise<void> {
  const { verb, flags } = ran;
  const kept = typeof verb.queued === 'function' ? await verb.queued(flags, context) : flags;
  if (!kept) throw notAllowed(access, 'this command cannot be proposed');
  const { proposedIn, runOrPropose } = await import('../commands/sending/propose.js');
  const shown = await runOrPropose(context, { ...ran, flags: kept });
  await showShown(show, shown);
  if (show.choice.format === 'quiet') for (const sentence of proposedIn(shown)) await show.say(sentence, 'proposed');
}
