/**
 * Applies `change` to the parts of a JSON text outside its strings; it also gets the string before. Strings are skipped by hand, because a regular
 * expression would overflow the stack on strings of several megabytes.
 */
export function outsideStrings(json: string, change: (piece: string, before: string) => string): string {
  const pieces: string[] = [];
  let before = '';
  for (let at = 0; ; ) {
    const open = json.indexOf('"', at);
    if (open === -1) return pieces.join('') + change(json.slice(at), before);
    pieces.push(change(json.slice(at, open), before));
    at = endOfString(json, open + 1);
    before = json.slice(open, at);
    pieces.push(before);
  }
}

/** The position after the quote that ends a string, or the end of the text if there is none. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return json.length;
}
