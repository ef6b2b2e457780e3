/** The statuses and the like of docs/api.md, which most servers have. */
export const usualWords = {
  'ticket-status': ['open', 'in_progress', 'waiting_on_customer', 'waiting_on_agent', 'paused', 'resolved', 'closed'],
  'ticket-priority': ['low', 'medium', 'high', 'urgent'],
  'ticket-category': ['general', 'billing', 'technical_issue', 'feature_request'],
  'task-status': ['backlog', 'todo', 'in_progress', 'paused', 'in_review', 'done'],
  'task-priority': ['none', 'low', 'medium', 'high', 'urgent'],
  'task-type': ['task', 'bug', 'improvement', 'feature', 'chore'],
} as const;
