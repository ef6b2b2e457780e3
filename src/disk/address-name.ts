/** The name of the file or folder for an address: readable, and almost certainly its own. */
export function addressName(url: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < url.length; at++) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193) >>> 0;
  const readable = url
    .replace(/^https?:\/\//, '')
    .replace(/[^a-z0-9.-]+/gi, '_')
    .slice(0, 60);
  return `${readable}-${hash.toString(16).padStart(8, '0')}`;
}
