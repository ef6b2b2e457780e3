import { defineNoun, listVerb } from '../../args/verb.js';

export const inbox = defineNoun({
  name: 'inbox',
  aliases: ['notifications'],
  summary: 'List notifications and mark them as read',
  group: 'Work',
  verbs: [
    listVerb('list', 'List notifications, newest first', () => import('./list.js')),
    listVerb('count', 'Count unread notifications', () => import('./count.js')),
    listVerb('view', 'View what a notification is about', () => import('./view.js')),
    listVerb('watch', 'Print notifications as they arrive', () => import('./watch.js')),
    listVerb('read', 'Mark notifications as read', () => import('./read.js')),
  ],
});
