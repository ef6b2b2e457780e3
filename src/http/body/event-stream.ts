import { TrackerError } from '../../contract/errors.js';

/** One event of an event stream, as defined by the HTML standard. */
export interface ServerEvent {
  /** The name from `event:`, or `message`. */
  readonly type: string;
  /** The lines of `data:`, joined by newlines. */
  readonly data: string;
}

/** What is needed to resume a stream. */
export interface StreamMemory {
  /** The id of the last complete event, to send when the stream is reopened; empty if there was none. */
  lastEventId: string;
  /** How long the server wants clients to wait before reconnecting (milliseconds); undefined if it did not say. */
  retryMs: number | undefined;
}

/** The longest line, and the longest data of one event (characters; docs/requirements.md, R58). */
export const longestLine = 1024 * 1024;

/** A longer id would be rejected as a header every time the stream is reopened. */
const longestId = 1024;

/**
 * Reads server-sent events as the HTML standard defines them: UTF-8 without its byte order mark; lines ending in CR, LF or
 * CRLF, wherever the chunks are split; an event without a closing blank line is dropped (docs/requirements.md, R55).
 * Throws TrackerError `failed` for a line or an event longer than `longestLine`.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>, memory: StreamMemory): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const takeLine = eventBuilder(memory);
  let pending = '';
  let endedInCr = false;
  for await (const bytes of body) {
    let text = decoder.decode(bytes, { stream: true });
    if (text === '') continue;
    if (endedInCr && text.startsWith('\n')) text = text.slice(1);
    endedInCr = text.endsWith('\r');
    const lines = text.split(/\r\n|\r|\n/);
    const last = lines.pop() ?? '';
    for (const line of lines) {
      const event = takeLine(bounded(pending + line));
      pending = '';
      if (event) yield event;
    }
    pending = bounded(pending + last);
  }
}

/** A function that takes lines one at a time and returns an event when one is complete. */
function eventBuilder(memory: StreamMemory): (line: string) => ServerEvent | undefined {
  let type = '';
  let data: string | undefined;
  let id = memory.lastEventId;
  return (line) => {
    if (line !== '') {
      const [, name, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (name === 'event') type = value;
      if (name === 'data') data = bounded(data === undefined ? value : `${data}\n${value}`);
      if (name === 'id' && !value.includes('\0') && value.length <= longestId) id = value;
      if (name === 'retry' && /^\d+$/.test(value)) memory.retryMs = Number(value);
      return undefined;
    }
    memory.lastEventId = id;
    const event = data === undefined ? undefined : { type: type === '' ? 'message' : type, data };
    type = '';
    data = undefined;
    return event;
  };
}

function bounded(text: string): string {
  if (text.length <= longestLine) return text;
  throw new TrackerError('failed', `the event stream sent a line or an event of more than ${longestLine} characters`);
}
