/** One part of a multipart body: its header lines and its content, byte for byte. */
export interface Part {
  readonly head: readonly string[];
  readonly text: string;
}

/** Splits a multipart body into its parts. Throws an Error if it is malformed (RFC 2046, 5.1). */
export function readParts(contentType: string, body: string): readonly Part[] {
  const boundary = /^multipart\/form-data; boundary=([\w-]{10,70})$/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`no boundary in ${contentType}`);
  const [before, ...rest] = `\r\n${body}`.split(`\r\n--${boundary}`);
  const end = rest.pop();
  if (before !== '' || end !== '--\r\n') throw new Error(`the body begins or ends wrongly: ${before} … ${end}`);
  return rest.map((part) => {
    const at = part.indexOf('\r\n\r\n');
    if (!part.startsWith('\r\n') || at < 0) throw new Error(`a part without a head: ${part.slice(0, 80)}`);
    return { head: part.slice(2, at).split('\r\n'), text: part.slice(at + 4) };
  });
}
