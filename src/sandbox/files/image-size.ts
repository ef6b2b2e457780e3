interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The size in pixels from the header of a PNG, GIF or JPEG; undefined for anything else or a broken header. */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return readPng(view) ?? readGif(view) ?? readJpeg(view);
}

function readPng(view: DataView): ImageSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(view: DataView): ImageSize | undefined {
  if (view.byteLength < 10 || view.getUint32(0) !== 0x47494638) return undefined;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readJpeg(view: DataView): ImageSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return undefined;
    if (isFrameStart(view.getUint8(at + 1))) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return undefined;
}

/** SOF0 to SOF15 hold the size, except three markers in that range with other meanings. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
