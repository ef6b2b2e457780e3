/** A part of a text, laid out for a terminal by `layout.ts` and for man pages by `scripts/man`. */
export type Block =
  | { readonly heading: string }
  /** Running text. */
  | { readonly text: string }
  /** Terms and what they mean. */
  | { readonly rows: readonly (readonly [term: string, meaning: string])[] }
  /** Lines that stay as they are. */
  | { readonly lines: readonly string[] };

/** What `tracker help exit-codes` and the like print. */
export interface Topic {
  /** One line without a full stop, as lists of topics show it. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}
