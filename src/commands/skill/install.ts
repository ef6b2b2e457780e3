import type { Context } from '../../args/context.js';
import { listWords } from '../../args/flag.js';
import { choices } from '../../args/more-flags.js';
import { oneOf } from '../../args/value.js';
import { defineVerb, type VerbBody } from '../../args/verb.js';
import { TrackerError, usageError } from '../../contract/errors.js';
import { shellWord } from '../../contract/text/shell-word.js';
import { confirmOrThrow } from '../../terminal/prompt/prompt.js';
import { agentNames, installedAgents, type SkillAgent, type SkillFile, skillFiles, writeSkill } from './file.js';
import { composeSkill } from './text.js';

const propose = 'tracker config set agents propose';

export const verb = defineVerb({
  details: [
    'Shows which files it would write; at a terminal, asks whether to write them, and in a script, --yes is required. A file that was',
    'not written by tracker, or has been edited since, is never replaced. At a terminal, it also offers to let agents only propose what',
    `others would read, for you to decide on (${propose}).`,
    '',
    'Without --for, it is installed for each agent that has a folder in your home folder. An agent without full access cannot run this.',
  ].join('\n'),
  prints: 'result',
  flags: {
    for: choices('--for', `install it for these agents: ${listWords(agentNames, 'and')}`, oneOf('agent', agentNames)),
  },
  examples: [
    { line: 'tracker skill install', does: 'install it for the agents you have' },
    { line: 'tracker skill install --for claude-code,codex -y', does: 'write the files without asking' },
  ],
  run: async (context, _args, { for: named }) => {
    const { settings, commands } = context;
    const skill = await composeSkill(commands);
    const files = skillFiles(settings.env, chosenAgents(context, named), skill);
    refuseChanged(files);
    const due = files.filter(({ state }) => state !== 'current');
    if (due.length > 0 && !settings.yes) await showPlan(context, due);
    for (const { path } of due) writeSkill(path, skill);
    const paths = due.map(({ path }) => path);
    const sentence = due.length === 0 ? 'The skill is already installed.' : `Wrote ${listWords(paths, 'and')}.`;
    return {
      ...{ is: 'result', sentence, object: { ok: true, files }, quiet: paths.join('\n') },
      after: async () => {
        if (settings.stored.agents === undefined) await offerProposing(context);
      },
    };
  },
});

/** The agents that were named, or else those that are here. Throws a usage error. */
function chosenAgents({ settings }: Context, named: readonly SkillAgent[]): readonly SkillAgent[] {
  if (named.length > 0) return agentNames.filter((name) => named.includes(name));
  const found = installedAgents(settings.env);
  if (found.length === 0)
    throw usageError('none of the agents has a folder in your home folder', `name one: --for ${listWords(agentNames)}`);
  return found;
}

/** Throws `conflict` for a file that somebody else has written or edited. */
function refuseChanged(files: readonly SkillFile[]): void {
  const changed = files.find(({ state }) => state === 'changed');
  if (changed)
    throw new TrackerError('conflict', `${changed.path} was not written by tracker, or has been edited since`, {
      hint: `move it away first; to compare: tracker skill show | diff ${shellWord(changed.path)} -`,
    });
}

/** Says what would be written, and asks whether to do it. Throws `interrupted` for a no, and a usage error where nobody can be asked. */
async function showPlan(context: Context, due: readonly SkillFile[]): Promise<void> {
  for (const { path, state, for: agents } of due)
    await context.show.say(`Would ${state === 'new' ? 'write' : 'update'} ${path} for ${listWords(agents, 'and')}.`);
  await confirmOrThrow(context, 'Write the skill?', 'nothing was written');
}

/** At a terminal asks whether known agents should propose what others would read; otherwise says how that is set. */
async function offerProposing(context: Context): Promise<void> {
  const { prompt, settings, show, commands } = context;
  const asks = prompt.possible && !settings.yes;
  if (!asks) return await show.say(`To have a person decide: ${propose}`);
  const message = 'Let agents only propose what others would read, for you to decide on?';
  if (!(await prompt.confirm({ message, instead: propose }))) return;
  const set = (await commands.load('config set')) as VerbBody;
  const done = await set.run(context, ['agents', 'propose'], {});
  if (done?.is === 'result') await show.say(done.sentence);
}
