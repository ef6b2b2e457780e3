import { Refusal } from '../world.js';
import { jsonReply, type SandboxReply } from './exchange.js';

/** The status and message that an error thrown while answering is told with (docs/api.md, Errors). */
export function describeError(error: unknown): { status: number; message: string } {
  if (error instanceof Refusal) return { status: error.status, message: error.message };
  if (error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL') {
    return { status: 507, message: 'The disk is full, so nothing was saved.' };
  }
  return { status: 500, message: 'The sandbox could not answer this request.' };
}

/** The reply to a method that a known path does not have; `allow` lists those it has. */
export function refuseMethod(method: string, allow: string): SandboxReply {
  return jsonReply(405, { message: `${method} is not possible here.` }, { allow });
}
