import { addAbortSignal, Readable } from 'node:stream';
import { interruption } from '../interruption.js';

/** The chunks of a stream. Throws the interruption when the signal is aborted, even while it waits for data. */
export async function* chunksOf(source: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (source instanceof Readable) addAbortSignal(signal, source);
  try {
    for await (const chunk of source) yield Buffer.from(chunk);
  } catch (error) {
    throw signal.aborted ? interruption(signal) : error;
  }
}
