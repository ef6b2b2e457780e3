/** The text to find, in lower case, and the reference it may be. */
export interface Needle {
  readonly text: string;
  readonly reference: { readonly key: string; readonly digits: string } | undefined;
}

/** Trims the text and recognises a reference such as `scm-12`. */
export function readNeedle(text: string): Needle {
  const needle = text.trim().toLowerCase();
  const [, key, digits] = /^([a-z][a-z0-9]*)-(\d+)$/.exec(needle) ?? [];
  return { text: needle, reference: key !== undefined && digits !== undefined ? { key, digits } : undefined };
}
