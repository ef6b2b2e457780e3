import { TrackerError } from '../../errors.js';

/** One event of a stream, as the HTML standard dispatches it. */
export interface ServerEvent {
  /** The name of `event:`, else `message`. */
  readonly type: string;
  /** The lines of `data:`, joined by newlines. */
  readonly data: string;
}

/** What a stream has said about itself so far. */
export interface StreamMemory {
  /** The id of the last event that was complete, to be sent when the stream is opened again; empty where none was given. */
  lastEventId: string;
  /** The wait before the next connection the server asked for (milliseconds); undefined where it did not ask. */
  retryMs: number | undefined;
}

/** The most one line, and the data of one event, may hold (characters; docs/requirements.md, R58). */
export const longestLine = 1024 * 1024;

/** An id that is longer would be refused as a header, again at every connection. */
const longestId = 1024;

/**
 * Reads server-sent events as the HTML standard says: UTF-8 with a byte order mark dropped, lines that end in CR, LF or
 * CRLF wherever the pieces are cut, and an event that is not finished by an empty line dropped (docs/requirements.md, R55).
 * Throws TrackerError `failed` for a line beyond `longestLine`.
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

/** Takes one line after the other; gives an event where one is complete. */
function eventBuilder(memory: StreamMemory): (line: string) => ServerEvent | undefined {
  let type = '';
  let data: string | undefined;
  let id = memory.lastEventId;
  const fields: Readonly<Record<string, (value: string) => void>> = {
    event: (value) => {
      type = value;
    },
    data: (value) => {
      data = bounded(data === undefined ? value : `${data}\n${value}`);
    },
    id: (value) => {
      if (!value.includes('\0') && value.length <= longestId) id = value;
    },
    retry: (value) => {
      if (/^\d+$/.test(value)) memory.retryMs = Number(value);
    },
  };
  return (line) => {
    if (line !== '') {
      const colon = line.indexOf(':');
      const name = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (Object.hasOwn(fields, name)) fields[name]?.(value);
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
  throw new TrackerError('failed', `the event stream sent more than ${longestLine} characters without an end`);
}
