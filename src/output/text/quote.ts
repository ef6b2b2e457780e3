/** What the user typed, quoted for a message, which a long text must not fill. */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

const longest = 80;
