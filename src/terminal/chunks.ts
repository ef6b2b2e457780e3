import { addAbortSignal, Readable } from 'node:stream';
import { interruption } from './interruption.js';

/** What a stream gives, piece by piece. Throws the interruption once the signal is there, also while nothing comes. */
export async function* chunksOf(source: NodeJS.ReadableStream, signal: AbortSignal): AsyncGenerator<Buffer> {
  if (source instanceof Readable) addAbortSignal(signal, source);
  try {
    for await (const chunk of source) yield Buffer.from(chunk);
  } catch (error) {
    throw signal.aborted ? interruption(signal) : error;
  }
}
