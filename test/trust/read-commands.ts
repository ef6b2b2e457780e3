/** Every list, and what prints several things at once, as people type it. */
export const lists = [
  'status',
  'status --short',
  'inbox list',
  'tasks list --scope all',
  'tickets list --segment all',
  'projects list',
  'projects activity SCM -L 20',
  'chat list --org lantern-works',
  'notes list',
  'wiki list',
  'wiki list --under c79343be-194b-4867-8253-cbb82fda765d',
  'search roster',
  'attachments list OPS-9',
  'tasks meetings SCM-12',
  'tasks checklist SCM-12',
  'tickets checklist BERG-9',
  'orgs list',
  'views list',
  'prefs list',
] as const;

/** Every view of one thing. */
export const views = [
  'whoami',
  'inbox count',
  'tasks view SCM-12',
  'tasks view OPS-9',
  'tickets view BERG-9',
  'tickets view BERG-18',
  'projects view SCM',
  'chat view be56d92e-0aa1-4070-8c78-148a43ed0b62',
  'notes view e1fa0068-8a29-4446-9848-743ce37a6fbe',
  'wiki view c79343be-194b-4867-8253-cbb82fda765d',
  'views view tasks',
  'prefs get theme',
] as const;
