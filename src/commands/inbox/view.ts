import { selection } from '../../args/selection.js';
import { ref } from '../../args/value.js';
import { defineVerb, initialValues, type LoadVerb } from '../../args/verb.js';
import { notificationFinder } from '../../client/inbox.js';
import { TrackerError } from '../../contract/errors.js';
import { textOf } from '../../contract/row.js';
import { oneReference } from '../../references/read.js';
import { inboxList, notificationDetail } from '../../views/inbox.js';
import { settingFor } from '../showing/setting.js';

/** The verb that shows what a notification is about, by `entityType`, and how it names that. */
const about: Readonly<Record<string, { readonly load: LoadVerb; readonly name: (id: string) => string }>> = {
  task: { load: () => import('../tasks/view.js'), name: (id) => `task:${id}` },
  ticket: { load: () => import('../tickets/view.js'), name: (id) => `ticket:${id}` },
  project: { load: () => import('../projects/view.js'), name: (id) => `project:${id}` },
  thread: { load: () => import('../chat/view.js'), name: (id) => id },
};

export const verb = defineVerb({
  details: [
    'Shows the task, ticket, project or thread that a notification is about, or the notification itself if it is about none.',
    'Does not mark the notification as read.',
  ].join('\n'),
  prints: 'text',
  arguments: [{ value: { ...ref('inbox'), name: 'id' }, help: 'the id of a notification, or its first characters' }],
  examples: [
    { line: 'tracker inbox view 3c592223', does: 'read what it is about' },
    { line: 'tracker inbox -u -q -L 1 | tracker inbox view -', does: 'read what the newest one is about' },
  ],
  run: async (context, [given = '']) => {
    const client = await context.client();
    const { text } = await oneReference(context, given);
    const { row, actors } = await notificationFinder(client)(text);
    if (row === undefined)
      throw new TrackerError('not_found', `${given} is not among your newest notifications`, {
        hint: `tracker ${selection(context)}inbox`,
      });
    const [type, id] = [textOf(row.entityType) ?? '', textOf(row.entityId)];
    const target = Object.hasOwn(about, type) ? about[type] : undefined;
    if (target !== undefined && id !== undefined) {
      const { verb: view } = await target.load();
      return await view.run(context, [target.name(id)], initialValues(view));
    }
    const setting = settingFor(context, client, actors);
    const uuid = textOf(row.id) ?? '';
    const layout = () => notificationDetail(row, setting);
    return { is: 'detail', data: { envelope: row, ref: uuid, uuid, setting, layout, fields: inboxList.fields } };
  },
});
