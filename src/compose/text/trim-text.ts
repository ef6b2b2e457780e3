/** A text as it is sent: with LF line endings, and without empty lines at its end. */
export function trimText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/(?<!\n)\n+$/, '');
}

export function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** No server stores this character, and some fail on it. */
export const nul = '\0';
