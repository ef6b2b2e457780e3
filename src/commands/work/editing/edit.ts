import type { Context } from '../../../args/context.js';
import type { FlagTable } from '../../../args/flag.js';
import { selection } from '../../../args/selection.js';
import { isNone } from '../../../args/value.js';
import { ask, type ComposeValues, edit, get, send, type TextChange } from '../../../compose/compose.js';
import { changedFlags } from '../../../compose/form/field.js';
import { isNotGiven } from '../../../compose/writing.js';
import { TrackerError, usageError } from '../../../contract/errors.js';
import { type Row, rowAt, rowsWithin } from '../../../contract/row.js';
import { whileLocked } from '../../../ledger/entity-lock.js';
import type { EntityChange } from '../../../lists/entity-lists.js';
import { readStored } from '../../../lists/read-back.js';
import type { VerbResult } from '../../../output/shown.js';
import type { Basis, Entity } from '../../../references/find-entity.js';
import { findNamed } from '../../../references/find-named.js';
import { type RefArgument, type Reference, unread } from '../../../references/read.js';
import { expectRows, forEachReference } from '../../bulk/for-each-reference.js';
import { type UnseenGuard, watchUnseen } from '../../conversations/unseen.js';
import { findTasks } from '../task.js';
import { spelled } from '../words.js';
import { readFields, type WorkKind } from '../work-kind.js';
import { changeWork, descriptionIn, type WorkChange } from './change.js';
import { replaceableValues } from './changed-by-others.js';
import { type GivenLists, readLists, resolveLists } from './lists.js';

type Flags = Readonly<Record<string, unknown>> & Partial<ComposeValues> & { readonly ifUnchanged: boolean };

/** Changes tasks or tickets as the flags say, or a form without any; with the description from a text or the editor. */
export function editWork({ work, flags }: { readonly work: WorkKind; readonly flags: FlagTable }) {
  return async (context: Context, args: readonly RefArgument[], given: Flags): Promise<VerbResult | undefined> => {
    await expectRows(context);
    const { kind } = work;
    // Without a flag, a form opens for one on a terminal.
    const isForm = context.prompt.possible && args.length === 1 && Object.values(given).every(isNotGiven);
    const got = await get<ComposeValues>(
      context,
      { fromDraft: undefined, ...given },
      {
        command: `${kind}s edit`,
        flags,
        target: args,
        ...('body' in flags && { text: { what: 'description', isRequired: false } }),
        check(values, client) {
          if (isForm) return values;
          const changes = readFields(context, client, { work, given: { ...values } });
          const isText = values.body !== undefined || values.bodyFile !== undefined || values.editor === true;
          if (isText || Object.keys({ ...changes, ...readLists({ ...values }) }).length > 0) return values;
          throw usageError('nothing to change', `tracker help ${kind}s edit`);
        },
      },
    );
    const { client } = got;
    const [ref = { text: '' }, second] = got.refs;
    let [base, shown]: [string?, Basis?] = [];
    const readBase = async (reference: Reference): Promise<string> => {
      base ??= descriptionIn(await (await findNamed(context, kind, reference)).detail());
      return base;
    };
    const asked = await ask(context, got, async ({ onAnswer, write }) => {
      if (!isForm) return;
      const { formFields, storedAnswers } = await import('../new/form.js');
      const { fillForm } = await import('../../../compose/form/form.js');
      const found = await findNamed(context, kind, ref);
      const detail = await found.detail();
      const offered = detail.canEdit === false ? work.free : work.form;
      if (offered.length === 0) throw new TrackerError('forbidden', `you may not change ${found.ref}`);
      const people = async (): Promise<readonly Row[]> => rowsWithin(detail, 'assignableUsers');
      const form = formFields(client, { work, flags, keys: offered, people });
      const stored = rowAt(detail, kind);
      const when = ' while the form was open; nothing was written';
      shown = {
        values: replaceableValues(work, stored),
        when,
        hint: `to see it as it is now: tracker ${selection(context)}${kind}s view ${found.ref}`,
      };
      const before = storedAnswers(work, stored);
      await fillForm(context, {
        ...{ title: `${found.ref} ${found.title}`, send: 'send them', isNew: false, fields: form, before },
        isReviewed: !context.settings.yes && !context.settings.dryRun,
        async write(changed) {
          return await write(changed ?? ((await readBase(unread(ref))) || undefined));
        },
        // The answers have the types of their flags.
        onAnswer: (answers) => onAnswer(changedFlags(flags, form, { before, answers })),
      });
    });
    const written = await edit(context, asked, async () => {
      if (second !== undefined) throw usageError('--editor can only be used with a single task');
      const stored = await readBase(ref);
      return { text: stored && `${stored}\n` };
    });
    const { values } = written;
    const { body } = values;
    // Only `--body none` clears; in a file or a draft, it is a text like any other.
    const clears = body !== undefined && given.body !== undefined && isNone(body);
    const change = {
      fields: {
        ...readFields(context, client, { work, given: { ...values } }),
        ...(body !== undefined && { description: clears ? null : body }),
      },
      ...{ base, shown, given: readLists({ ...values }) },
    };
    const unseen = watchUnseen(context, client, { ...given, isOneOfSeveral: second !== undefined });
    // What was queued answers nothing unless it sets the status; a form has just shown everything.
    const answers = given.ifUnchanged || Object.hasOwn(change.fields, 'status');
    const isChecked = ({ basis }: Entity): boolean => !isForm && (!basis || answers);
    const sendChange = async (sending: TextChange) =>
      await changeEach(context, sending, { work, change, unseen, isChecked });
    return await ((body === undefined || clears) && values.fromDraft === undefined
      ? sendChange(written)
      : send(context, written, sendChange));
  };
}

interface EditParts {
  readonly work: WorkKind;
  readonly unseen: UnseenGuard;
  readonly isChecked: (found: Entity) => boolean;
  /** The fields as they are sent, and the lists as they were given. */
  readonly change: Pick<WorkChange, 'fields' | 'base' | 'shown'> & { readonly given: GivenLists };
}

async function changeEach(
  context: Context,
  { client, refs, named, keepOnly }: TextChange,
  { work, change, unseen, isChecked }: EditParts,
) {
  const { kind, looksUpEach, tag } = work;
  const { given, ...rest } = change;
  const resolve = async (seen?: Row): Promise<EntityChange> => {
    const { fields, lists } = await resolveLists(given, {
      assigneeIds: work.findPeople(client, { beside: refs[0]?.text, seen }),
      tags: async (names) => names.map((each) => spelled(client, tag, each)),
      dependsOnIds: async (names) => await findTasks(context, names, named),
    });
    return { fields: { ...rest.fields, ...fields }, lists, seen };
  };
  const once = looksUpEach && Object.keys(given).length > 0 ? undefined : await resolve();
  return await forEachReference(context, {
    find: async (reference) => await findNamed(context, kind, reference),
    refs,
    doing: 'editing',
    onDone: keepOnly,
    async work(_client, found) {
      const check = async (): Promise<void> => (isChecked(found) ? await unseen.check(found, 'Change it') : undefined);
      // Its author is asked about a value first.
      const isLate = found.basis?.isAsked === true;
      if (!isLate) await check();
      return await whileLocked(context, { client, uuid: found.uuid }, async () => {
        const lists = once ?? (await resolve(await readStored(client, found)));
        return await changeWork(context, client, {
          found,
          change: { ...rest, ...lists, check: isLate ? check : undefined },
        });
      });
    },
  });
}
