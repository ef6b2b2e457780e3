import { html, replyWithPage } from '../login/html.js';
import { isDiskFull } from '../store/database.js';
import { Refusal, type Shape } from '../world.js';
import { jsonReply, type SandboxReply, type SandboxRequest } from './exchange.js';

/** The refusal of an unknown path, as opposed to a missing entity. */
export class UnknownPath extends Refusal {
  constructor() {
    super(404, 'There is nothing at this address.');
  }
}

/** The status and message for an error thrown while answering (docs/api.md, Errors). */
export function describeError(error: unknown, shape?: Shape): { status: number; message: string } {
  if (error instanceof Refusal)
    return shape === 'wire' ? { status: error.publicStatus, message: error.publicMessage } : error;
  if (isDiskFull(error)) return { status: 507, message: 'The disk is full, so nothing was saved.' };
  return { status: 500, message: 'The sandbox could not answer this request.' };
}

interface ErrorSetting {
  readonly shape: Shape;
  readonly request: SandboxRequest;
  /** Changes the JSON body before it is sent. */
  readonly disguise?: (body: unknown) => unknown;
}

/** The reply for an error: JSON, or in shape `wire` a page if the path is unknown or JSON not accepted (docs/api.md, Errors). */
export function replyWithError(error: unknown, { shape, request, disguise }: ErrorSetting): SandboxReply {
  const { status, message } = describeError(error, shape);
  if (shape === 'wire' && (error instanceof UnknownPath || !acceptsJson(request))) {
    const content = html`<div class="card"><h1>${String(status)}</h1><p class="lead">${message}</p></div>`;
    return replyWithPage({ status, title: String(status), content, formTargets: "'none'" });
  }
  return jsonReply(status, disguise ? disguise({ message }) : { message });
}

function acceptsJson({ headers: { accept } }: SandboxRequest): boolean {
  return accept !== undefined && !accept.includes('text/html');
}

/** The reply to a method that a known path does not support; `allow` lists those it does. */
export function refuseMethod(shape: Shape, method: string, allow: string): SandboxReply {
  if (shape !== 'wire') return jsonReply(405, { message: `${method} is not allowed here.` }, { allow });
  const headers = { 'content-type': 'text/plain; charset=utf-8', allow };
  return { status: 405, headers, body: Buffer.from(`${method} method not allowed`) };
}
