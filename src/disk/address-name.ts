/** The name of the file or folder for an address: readable, and almost certainly its own. */
export function addressName(url: string): string {
  const readable = url
    .replace(/^https?:\/\//, '')
    .replace(/[^a-z0-9.-]+/gi, '_')
    .slice(0, 60);
  return `${readable}-${hashOf(url).toString(16).padStart(8, '0')}`;
}

/** A number that a text hardly ever shares with another (32-bit FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
