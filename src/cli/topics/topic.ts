/** A part of a topic, laid out for a terminal by `layout.ts` and for man pages by `scripts/man`. */
export type Block =
  | { readonly heading: string }
  /** Running text. */
  | { readonly text: string }
  /** Terms and their meanings. */
  | { readonly rows: readonly (readonly [term: string, meaning: string])[] }
  /** Lines printed as they are. */
  | { readonly lines: readonly string[] };

/** The text of a help topic, such as `tracker help exit-codes`. */
export interface Topic {
  /** One line without a full stop, as lists of topics show it. */
  readonly summary: string;
  readonly blocks: readonly Block[];
}
