import type { Route, UploadRoute } from '../../contract/routes.js';

const uploads: Readonly<Record<UploadRoute, true>> = {
  'POST /tasks': true,
  'POST /tasks/:id/comments': true,
  'POST /tickets': true,
  'POST /tickets/:id/messages': true,
  'POST /chat/threads': true,
  'POST /chat/threads/:id/messages': true,
};

/** Whether a route accepts multipart bodies (docs/api.md, Conventions 5). */
export function takesFiles(route: Route): boolean {
  return Object.hasOwn(uploads, route);
}
