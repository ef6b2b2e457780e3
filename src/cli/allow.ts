import type { Run } from '../commands/sending/ran.js';
import type { Access } from '../contract/access.js';
import { notAllowed, proposalOf } from '../contract/allowed.js';
import { showShown } from '../output/show-shown.js';
import type { Invocation } from './command-line/program.js';
import type { Wiring } from './wire.js';

/** What starts programs that could do anything. */
const startsPrograms = /^(?:alias|sandbox run|inbox watch --exec)$/;

/** What would loosen what an agent may do, or decide for a person. */
const loosens =
  /^(?:token|login|logout|instances (?:use|remove)|config (?:set|unset)|alias (?:set|delete)|drafts send|sandbox reset|skill install)$/;

interface Typed extends Pick<Invocation, 'command' | 'verb' | 'flags' | 'globals'> {
  /** Whether it changes something on the server as it was typed. */
  readonly writes: boolean;
}

/**
 * Whether what a command writes is proposed to a person instead of sent. Throws `read_only` if it may not run where access is not
 * full (docs/requirements.md, R98).
 */
export async function requireAllowed(
  access: Access,
  { command, verb, flags, globals, writes: isWriting }: Typed,
): Promise<boolean> {
  const isForAnything = startsPrograms.test(flags.exec === undefined ? command : `${command} --exec`);
  if (isForAnything) throw notAllowed(access, 'this command starts programs that could do anything');
  const isPersonal = command === 'drafts send';
  if ((access.agent !== undefined || isPersonal) && loosens.test(command))
    throw notAllowed(access, isPersonal ? 'only a person may send drafts' : 'this command is for a person');
  const { writes = [], queued } = verb;
  if (!isWriting || globals.dryRun) return false;
  const dry = 'to see what it would do, add --dry-run';
  if (access.level === 'read') throw notAllowed(access, 'this command changes something', dry);
  const becomes = writes.map((route) => (route === 'unknown' ? 'refused' : proposalOf(route, { status: '' })));
  if (becomes.every((each) => each === 'refused')) throw notAllowed(access, 'this command cannot be proposed', dry);
  // What is done at once is proposed too, where it belongs to what already is.
  return queued !== false;
}

/** Runs a command whose changes may be for a person to decide about, and shows what it gives back, or which draft that is. */
export async function runProposing({ context, show }: Wiring, ran: Run, access: Access): Promise<void> {
  const { verb, flags } = ran;
  const kept = typeof verb.queued === 'function' ? await verb.queued(flags, context) : flags;
  if (!kept) throw notAllowed(access, 'this command cannot be proposed');
  const { runOrPropose } = await import('../commands/sending/propose.js');
  await showShown(show, await runOrPropose(context, { ...ran, flags: kept }));
}
