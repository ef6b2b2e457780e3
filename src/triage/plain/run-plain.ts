import { cleanLine } from '../../contract/clean.js';
import { span } from '../../output/text/span.js';
import { inputAnew } from '../../terminal/prompt/prompt-input.js';
import { type QuietKeys, quietKeys } from '../../terminal/prompt/quiet-keys.js';
import { reminderWords } from '../model/reminder.js';
import { current, markOf } from '../model/rows.js';
import type { State } from '../model/state.js';
import { aboutLines } from '../view/detail-pane.js';
import { emptyLines } from '../view/list-pane.js';
import type { Look } from '../view/look.js';
import { answerMode } from './answer-mode.js';
import { askForAction } from './ask-for-action.js';
import { Conversation } from './conversation.js';
import { type PlainParts, sayWrapped } from './questions.js';

/** The same as numbered questions, a line at a time: for screen readers and terminals that cannot redraw. */
export async function runPlain(given: PlainParts): Promise<State> {
  await given.ruler.load();
  const { stdin } = given.context.io;
  const keys = quietKeys(
    () => inputAnew(stdin.stream()),
    async () => await sayWrapped(given, 'what you typed in the meantime was ignored'),
  );
  try {
    return await Promise.race([converse(readingIn(given, keys)), keys.interrupted]);
  } finally {
    keys.end();
  }
}

/** Nothing is typed but what is asked for, and in the editor. */
function readingIn(parts: PlainParts, { open }: QuietKeys): PlainParts {
  const { context, work } = parts;
  const { prompt } = context;
  return {
    ...parts,
    context: {
      ...context,
      prompt: {
        ...prompt,
        line: async (question) => await open(async () => await prompt.line(question)),
        lines: async (question) => await open(async () => await prompt.lines(question)),
      },
    },
    work: { ...work, edit: async (effect, dispatch) => await open(async () => await work.edit(effect, dispatch)) },
  };
}

async function converse(parts: PlainParts): Promise<State> {
  const { context } = parts;
  const conversation = new Conversation(parts);
  await conversation.begin();
  const reminder = reminderWords(conversation.state);
  if (reminder !== undefined) await sayWrapped(parts, cleanLine(reminder));
  let shown: string | undefined;
  let said = '';
  for (;;) {
    const { state } = conversation;
    if (state.isOver) {
      await conversation.sayNotice();
      return conversation.state;
    }
    if (state.mode.is === 'list') {
      const item = current(state);
      const now = item?.uuid ?? state.title;
      // Why a list cannot be read has been said.
      if ((now !== shown || state.unseen.has(now)) && (item || state.isLoaded))
        await context.io.stdout.write(`${await describeItem(parts, state)}\n`);
      conversation.wasRead(state);
      shown = now;
      const chosen = await askForAction(parts, state, said);
      said = chosen.said;
      await conversation.tell(chosen.event);
    } else if (conversation.isWaiting) await conversation.waitUntilSent();
    else await answerUnlessOver(parts, conversation);
  }
}

/** The question of how to leave goes once there is nothing left to ask about. */
async function answerUnlessOver(parts: PlainParts, conversation: Conversation): Promise<void> {
  const { state, press, over } = conversation;
  const context = { ...parts.context, signal: AbortSignal.any([parts.context.signal, over]) };
  try {
    await answerMode({ parts: { ...parts, context }, state, press });
  } catch (error) {
    if (!over.aborted || parts.context.signal.aborted) throw error;
  }
}

/** The item at the cursor, with everything that was written, newest first. */
async function describeItem({ work, ruler, paint, context }: PlainParts, state: State): Promise<string> {
  const item = current(state);
  if (!item) return `\n${emptyLines(state).join('; ')}\n`;
  const width = context.io.stdout.columns();
  const body = await work.body(state, item.uuid, width);
  const setting = work.setting(state);
  const look: Look = { ruler, setting, body: body?.lines, news: body?.news?.(setting.now) };
  const { unreadable } = markOf(state, item.uuid);
  const why = body || unreadable === undefined ? [] : [[span(cleanLine(unreadable), 'dim')]];
  return ['', ...[...aboutLines(state, look, { item, width }), ...why, ...(body?.lines ?? [])].map(paint), ''].join(
    '\n',
  );
}
