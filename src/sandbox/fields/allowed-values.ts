/** The values of fields that docs/api.md leaves open, in workflow order or by increasing weight. */
export const taskStatuses = ['backlog', 'todo', 'in_progress', 'paused', 'in_review', 'done'] as const;
export const taskPriorities = ['none', 'low', 'medium', 'high', 'urgent'] as const;
export const taskTypes = ['task', 'bug', 'improvement', 'feature', 'chore'] as const;

export const ticketStatuses = [
  'open',
  'in_progress',
  'waiting_on_customer',
  'waiting_on_agent',
  'paused',
  'resolved',
  'closed',
] as const;
export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const ticketCategories = ['general', 'billing', 'technical_issue', 'feature_request'] as const;

/** A value for people: `in_progress` becomes `In progress`. */
export function labelOf(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
