/**
 * JSON text with everything outside of its strings changed by `change`, piece by piece. Strings are skipped by hand: a
 * pattern would run out of stack in those of some megabytes.
 */
export function outsideStrings(json: string, change: (piece: string) => string): string {
  const pieces: string[] = [];
  for (let at = 0; ; ) {
    const open = json.indexOf('"', at);
    if (open === -1) return pieces.join('') + change(json.slice(at));
    const end = endOfString(json, open + 1);
    pieces.push(change(json.slice(at, open)), json.slice(open, end));
    at = end;
  }
}

/** The place behind the quote that ends a string; the end of the text where none does. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && json[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return json.length;
}
