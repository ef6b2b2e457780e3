import type { Context } from '../../args/context.js';
import { toggle } from '../../args/flag.js';
import { ref } from '../../args/value.js';
import { defineVerb } from '../../args/verb.js';
import { TrackerError } from '../../contract/errors.js';
import { refOf, rowAt, titleOf, uuidOf } from '../../contract/row.js';
import { toPlainLetters } from '../../contract/text/plain-letters.js';
import { findNamed } from '../../references/find-named.js';
import { oneReference } from '../../references/read.js';
import { gitReason, gitTrouble } from '../../terminal/programs/git.js';

export const verb = defineVerb({
  details: [
    'Creates a git branch such as scm-12-title-words from the current commit and switches to it; if it exists, only switches to',
    'it. On such a branch, @branch stands for the reference: tracker tasks done @branch. Nothing changes on the server.',
  ].join('\n'),
  prints: 'text',
  asksServer: true,
  arguments: [{ value: ref('tasks'), help: 'a task: its reference, uuid or URL, or - for standard input' }],
  flags: { print: toggle('--print', 'only print the branch name') },
  examples: [
    { line: 'tracker tasks branch SCM-12', does: 'create a branch and switch to it' },
    { line: 'tracker tasks branch SCM-12 --print', does: 'print the branch name' },
  ],
  run: async (context, [given = ''], { print }) => {
    if (!print) await requireRepository(context);
    const text = await oneReference(context, given);
    const found = await findNamed(context, 'task', text);
    const task = rowAt(await found.detail(), 'task');
    const branch = branchName(refOf(task), titleOf(task));
    if (branch === '') throw new TrackerError('failed', 'the reference of this task cannot be used in a branch name');
    const result = { ref: refOf(task), uuid: uuidOf(task), branch };
    if (!print) {
      const isNew = await switchTo(context, branch);
      const sentence = `Switched to ${isNew ? 'a new branch' : 'the branch'} ${branch}.`;
      return { is: 'result', sentence, object: { ...result, created: isNew }, quiet: branch };
    }
    if (context.show.isAsked) return { is: 'result', sentence: '', object: result, quiet: branch };
    await context.show.text(`${branch}\n`);
    return undefined;
  },
});

async function requireRepository(context: Context): Promise<void> {
  const { code, stdout, stderr } = await git(context, ['rev-parse', '--is-inside-work-tree']);
  if (code === 0 && stdout.trim() === 'true') return;
  throw new TrackerError('failed', gitTrouble(context.settings.workingFolder, stderr), {
    hint: 'use --print to print the branch name only',
  });
}

/** Switches to the branch and returns whether it is new. Throws `failed` with git's message. */
async function switchTo(context: Context, branch: string): Promise<boolean> {
  const isKnown = (await git(context, ['show-ref', '--verify', '--quiet', `refs/heads/${branch}`])).code === 0;
  const { code, stderr } = await git(context, isKnown ? ['checkout', branch, '--'] : ['checkout', '-b', branch]);
  if (code === 0) return !isKnown;
  throw new TrackerError('failed', `git cannot switch to ${branch}: ${gitReason(stderr)}`);
}

async function git({ launch, settings }: Context, words: readonly string[]): ReturnType<Context['launch']['capture']> {
  return await launch.capture(['git', ...words], settings.workingFolder);
}

/** The longest name of a branch, in characters. */
const longest = 60;

/**
 * The git branch name of a task, such as `scm-12-title-words`: only a–z, 0–9 and single hyphens, at most 60 characters, cut
 * between words. It starts and ends with a letter or digit, so that git never takes it for an option or rejects it. Empty if the
 * reference has no letter or digit.
 */
export function branchName(ref: string, title: string): string {
  const start = wordsOf(ref).join('-').slice(0, longest);
  let name = start;
  for (const word of start === '' ? [] : wordsOf(title)) {
    const longer = `${name}-${word}`;
    if (longer.length > longest) return name === start ? longer.slice(0, longest).replace(/-$/, '') : name;
    name = longer;
  }
  return name;
}

function wordsOf(text: string): readonly string[] {
  const plain = toPlainLetters(text).replace(/['’]/g, '');
  return plain.match(/[a-z0-9]+/g) ?? [];
}
