import { usageError } from '../../../errors.js';

/** Throws a usage error naming every flag that is missing where no prompt is possible (docs/requirements.md, R63). */
export function requireFlags({ project, title }: { readonly project?: unknown; readonly title?: unknown }): void {
  const missing = [title === undefined && '--title TEXT', project === undefined && '--project KEY'].filter(
    (each) => each !== false,
  );
  if (missing.length === 0) return;
  throw usageError(
    `a new task needs ${missing.join(' and ')}`,
    project === undefined ? 'for the keys: tracker projects list; .tracker.json can set a default' : undefined,
  );
}
