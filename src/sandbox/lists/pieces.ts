/** A JSON text in pieces, which is sent as it is. */
export class Pieces {
  constructor(readonly pieces: readonly Uint8Array[]) {}

  /** Bytes. */
  get byteLength(): number {
    return this.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield* this.pieces;
  }
}
