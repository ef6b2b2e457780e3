import { crc32, deflateSync } from 'node:zlib';

/** A colour as red, green and blue, 0 to 255 each. */
export type Color = readonly [red: number, green: number, blue: number];

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly palette: readonly Color[];
  /** The palette index of the colour at a point. */
  paint(x: number, y: number): number;
}

/** The picture as a PNG file with a palette. */
export function drawPng(picture: Picture): Uint8Array {
  const { width, height, palette } = picture;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, indexed colour, default compression, filter and interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(paintLines(picture))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function paintLines({ width, height, paint }: Picture): Uint8Array {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    // Each line starts with its filter number; the buffer is already filled with 0, no filter.
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = paint(x, y);
  }
  return lines;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
