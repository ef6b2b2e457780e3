import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../context.js';
import { type Row, refOf, textOf, titleOf, uuidOf } from '../../contract/row.js';
import { findAttachment } from '../../files/attachments.js';
import { waitFor } from '../../http/retry/wait.js';
import type { Ruler } from '../../output/text/width.js';
import { inRounds } from '../../triage/in-rounds.js';
import { unsent } from '../../triage/model/conflicts.js';
import type { Decision } from '../../triage/model/decision.js';
import type { Fill, Item } from '../../triage/model/state.js';
import type { Effect } from '../../triage/model/step.js';
import type { Tell, Work } from '../../triage/work.js';
import { settingFor } from '../showing/setting.js';
import { bodyOf, seeItem } from './details.js';
import { createMessages } from './messages.js';
import { rememberList } from './remembered-list.js';
import { runVerb } from './run-order.js';
import { sendInTurn } from './sending.js';
import { isRecoverable, itemIn, type Shared } from './shared.js';
import { readSource, sourcesOf } from './sources.js';
import { undoLast } from './undo.js';
import { watchEverything } from './watching.js';
import { tellWords } from './words.js';

/** How long the cursor must rest on a row before it is read (milliseconds). */
const restMs = 60;

type Run = { readonly [K in Effect['do']]?: (effect: Extract<Effect, { do: K }>, tell: Tell) => Promise<void> | void };

/** The work behind the screen: every list, detail and decision is a command of the program. */
export function createWork(shared: Shared, { ruler, color }: { readonly ruler: Ruler; readonly color: boolean }): Work {
  const { context, client, state, seen, pendingFile, notKept } = shared;
  const messages = createMessages(shared);
  const passed = new Set<number>();
  /** What is on disk. */
  let kept: readonly Decision[] | undefined;
  let fill: Fill = 'first';
  const readOnce = async (tell: Tell): Promise<void> => {
    const { source } = shared;
    const { items, people } = await readSource(context, source);
    // Another list may have been chosen meanwhile.
    if (source !== shared.source) return void readAgain();
    tell({ is: 'list', items, people, title: source.title, fill });
    if (fill !== 'again') tellWords(shared, tell);
    fill = 'again';
    rememberList(shared, source, { items, people });
    client.index.flush();
  };
  let teller: Tell | undefined;
  const readAgain = inRounds(async () => {
    if (teller) await readOnce(teller);
  });
  const readList = async (tell: Tell): Promise<void> => {
    teller = tell;
    await readAgain();
  };
  /** Reads a row on which the cursor rests. */
  const look = async (uuid: string, tell: Tell): Promise<void> => {
    if (seen.size > 0) await pause(restMs);
    const item = itemIn(shared, uuid);
    if (!item || state().at !== uuid) return;
    try {
      const found = await seeItem(context, item);
      seen.set(uuid, found);
      tell({ is: 'detail', uuid, detail: found.envelope, item: found.item });
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      tell({ is: 'no-detail', uuid, why: error.message });
    }
  };
  const quietly = async (tell: Tell, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      tell({ is: 'said', notice: { text: error.message, tone: 'bad' } });
    }
  };

  const run: Run = {
    list: async (_effect, tell) => await quietly(tell, async () => await readList(tell)),
    look: async ({ uuid }, tell) => await look(uuid, tell),
    send: async ({ decision }, tell) => await sendInTurn(shared, messages, decision, tell),
    undo: async (_effect, tell) => tell(await shared.inTurn(async () => await undoLast(context, passed))),
    keep: ({ writing }, tell) => messages.keep(writing, tell),
    forget: ({ draft }) => messages.forget(draft),
    begin: async ({ writing, inEditor }, tell) => await messages.begin(writing, inEditor, tell),
    template: async ({ name, writing }, tell) => await messages.template(name, writing, tell),
    source: async ({ name }, tell) => {
      shared.source = sourcesOf(shared).find(({ title }) => title === name) ?? shared.source;
      fill = 'another';
      await quietly(tell, async () => await readList(tell));
    },
    'check-file': ({ typed }, tell) => tell(checkFile(context, typed)),
    find: async ({ text }, tell) => await quietly(tell, async () => tell(await find(shared, text))),
    open: async ({ uuid }, tell) => await quietly(tell, async () => await openPage(shared, uuid, tell)),
    copy: async ({ text }) =>
      await context.io.stdout.write(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`),
  };
  return {
    run: async (effect, tell) => await run[effect.do]?.(effect as never, tell),
    edit: async ({ writing }, tell) => await messages.edit(writing, tell),
    watch: async (tell, signal) => {
      const unread = async (): Promise<void> => {
        const reply = await client.call('GET /inbox/badge').catch((error: unknown) => {
          // The list matters more than the number of notifications.
          if (!isRecoverable(error) || error.kind === 'network') throw error;
          return { unread: undefined };
        });
        tell({ is: 'unread', unread: typeof reply.unread === 'number' ? reply.unread : undefined });
      };
      const readers = {
        list: async () => await readList(tell),
        look: async (uuid: string) => await look(uuid, tell),
        unread,
      };
      await watchEverything(shared, readers, tell, signal);
    },
    pause: waitFor,
    keepUnsent(state) {
      const now = unsent(state);
      if (now.length === kept?.length && now.every((each, at) => each === kept?.[at])) return;
      kept = now;
      try {
        pendingFile.write(now);
        notKept.hasDecisions = true;
      } catch (error) {
        notKept.hasDecisions = false;
        void notKept.warn('decisions', error instanceof Error ? error.message : String(error));
      }
    },
    async end(state) {
      await messages.finish();
      await notKept.report(unsent(state));
    },
    setting: ({ people }) => settingFor(context, client, people),
    async body({ marks }, uuid, width) {
      const found = seen.get(uuid);
      const me = client.index.find('people', client.userId ?? '')?.title ?? '';
      const base = client.base.href;
      return (
        found &&
        (await bodyOf(found, { me, since: marks.get(uuid)?.since }, { width, now: context.now(), color, ruler, base }))
      );
    },
  };
}

/** Looks for a file; no shell has replaced the home folder in its path. */
function checkFile({ settings: { env } }: Context, typed: string) {
  const path = /^~(?=\/|$)/.test(typed) && env.HOME ? `${env.HOME}${typed.slice(1)}` : typed;
  try {
    findAttachment(path);
    return { is: 'file', typed, path, why: undefined } as const;
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return { is: 'file', typed, path, why: error.message } as const;
  }
}

async function find({ context }: Shared, text: string) {
  const { list } = await runVerb(context, 'search', [text], { given: { type: ['ticket', 'task'] } });
  const items = (list?.rows ?? []).flatMap((row): readonly Item[] => {
    const kind = textOf(row.type);
    return kind === 'ticket' || kind === 'task' ? [{ uuid: uuidOf(row), ref: refOf(row), kind, row: titled(row) }] : [];
  });
  const options = items.map(({ uuid, ref, row }) => ({ text: `${ref}  ${titleOf(row)}`, value: uuid }));
  return { is: 'found', options, items } as const;
}

function titled(row: Row): Row {
  return { title: titleOf(row) };
}

async function openPage(shared: Shared, uuid: string, tell: Tell): Promise<void> {
  const item = itemIn(shared, uuid);
  if (!item) return;
  const kind = item.kind === 'notification' ? textOf(item.row.entityType) : item.kind;
  const id = item.kind === 'notification' ? textOf(item.row.entityId) : uuid;
  const { said } = await runVerb(shared.context, 'open', [`${kind}:${id}`]);
  tell({ is: 'said', notice: { text: said[0] ?? 'no browser could be started', tone: said[0] ? 'good' : 'bad' } });
}
