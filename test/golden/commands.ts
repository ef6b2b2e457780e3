/** A command whose output is compared in every format. */
export interface GoldenCommand {
  /** The start of its file names: `<noun>-<verb>`. */
  readonly name: string;
  /** The words after `tracker`. */
  readonly line: string;
  /** The value of `--fields`. It includes a dotted path, which is empty if the rows have only plain values. */
  readonly fields: string;
}

/** Every list. Long ones are limited, so that their files stay readable. */
export const lists: readonly GoldenCommand[] = [
  { name: 'tasks-list', line: 'tasks list --scope all -L 6', fields: 'ref,assignees.0,due,estimate' },
  { name: 'tickets-list', line: 'tickets list --segment all -L 6', fields: 'ref,orgSlug,checklist.0.text,tags' },
  { name: 'inbox-list', line: 'inbox list -L 6', fields: 'ref,actor,people.65617bec-6742-4f19-b028-ec22b62f6247.name' },
  { name: 'projects-list', line: 'projects list', fields: 'ref,members.0.name,memberNames' },
  { name: 'projects-activity', line: 'projects activity SCM -L 6', fields: 'ref,actor.name,task' },
  { name: 'chat-list', line: 'chat list --org lantern-works', fields: 'ref,messages.0.body,unread' },
  { name: 'notes-list', line: 'notes list -L 14', fields: 'ref,pinned,parent,title' },
  { name: 'wiki-list', line: 'wiki list', fields: 'title,ref,isFolder,sortOrder,parent.0' },
  {
    name: 'attachments-list',
    line: 'attachments list BERG-9',
    fields: 'ref,filename,on,people.733db181-a2ce-4444-885d-f4e7fd68e608.name',
  },
  { name: 'orgs-list', line: 'orgs list', fields: 'ref,uuid,internal,role' },
  { name: 'views-list', line: 'views list', fields: 'ref,savedViews.0.filters.status.1' },
  { name: 'instances-list', line: 'instances list', fields: 'ref,userId,url' },
  { name: 'instances-known', line: 'instances list --known', fields: 'ref,logoUrl,name' },
  { name: 'search', line: 'search crew -L 6', fields: 'ref,uuid,displayId,title' },
  { name: 'drafts-list', line: 'drafts list --all', fields: 'ref,instance,flags.body' },
  { name: 'undo-list', line: 'undo --list', fields: 'ref,number,canUndo,entities.0.ref' },
  { name: 'alias-list', line: 'alias list', fields: 'ref,name,expansion' },
  { name: 'config-list', line: 'config list', fields: 'ref,key,value,source' },
  { name: 'tasks-checklist', line: 'tasks checklist SCM-12', fields: 'ref,number,done,text' },
  { name: 'tickets-checklist', line: 'tickets checklist BERG-9', fields: 'ref,number,done,text' },
  {
    name: 'time-list',
    line: 'time list --since wed --project OPS,SCM',
    fields: 'ref,title,minutes,people.65617bec-6742-4f19-b028-ec22b62f6247.name',
  },
  { name: 'time-by-person', line: 'time list --project SCM --by person -L 6', fields: 'ref,person,minutes,entries' },
  { name: 'time-by-task', line: 'time list --project SCM --by task -L 6', fields: 'ref,title,entries' },
  { name: 'time-by-day', line: 'time list --project SCM --by day -L 6', fields: 'ref,date,minutes' },
  { name: 'tasks-meetings', line: 'tasks meetings SCM-12', fields: 'ref,uuid,meetingDate' },
];

/** Every view and every plain object. */
export const views: readonly GoldenCommand[] = [
  { name: 'tasks-view', line: 'tasks view SCM-12', fields: 'ref,task.assignees.0,task.checklist.0.text,logged' },
  { name: 'tickets-view', line: 'tickets view BERG-9', fields: 'ref,ticket.tags.0,messages.0.body,canEdit' },
  { name: 'projects-view', line: 'projects view SCM', fields: 'ref,project.orgName,tasks' },
  { name: 'chat-view', line: 'chat view "Lunch on Friday"', fields: 'ref,messages.0.body,thread.title' },
  { name: 'notes-view', line: 'notes view "Before the demo"', fields: 'ref,note.icon,pinned' },
  { name: 'wiki-view', line: 'wiki view "Restore a backup"', fields: 'ref,page.isFolder,title' },
  { name: 'drafts-view', line: 'drafts view 17', fields: 'ref,send,flags.attach.0' },
  { name: 'views-view', line: 'views view tasks', fields: 'sort,savedViews.0.filters.status.1' },
  { name: 'prefs-list', line: 'prefs list', fields: 'locale,digest.hour,quietHours' },
  { name: 'me', line: 'me', fields: 'ref,user.name,orgs.0.slug' },
  { name: 'status', line: 'status', fields: 'unread,tasks.0.ref,me.name' },
  { name: 'inbox-count', line: 'inbox count', fields: 'unread' },
];

/** The commands that are also compared with colour. */
export const coloured: readonly string[] = ['tasks-list', 'tickets-list', 'tasks-view', 'tickets-view', 'wiki-view'];
