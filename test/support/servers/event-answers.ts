import type { Answer } from './misbehaving-server.js';

/** Opens an event stream, sends these pieces one at a time, and then ends it, drops it, or keeps it open. */
export const stream =
  (pieces: readonly (string | Uint8Array)[], then: 'end' | 'drop' | 'stay' = 'stay'): Answer =>
  ({ response, socket }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    const left = [...pieces];
    const next = (): void => {
      const piece = left.shift();
      if (piece !== undefined) response.write(piece, () => void setTimeout(next, apartMs));
      else if (then === 'end') response.end();
      else if (then === 'drop') socket.destroy();
    };
    next();
  };

/** Long enough for each piece to be read separately (milliseconds). */
const apartMs = 20;

/** The reply of a server without a stream. */
export const over: Answer = ({ response }) => void response.writeHead(204).end();
