import type { Ruler } from '../text/width.js';

/** The part of a markdown token that is rendered. Its texts have no character references. */
export interface MarkdownNode {
  readonly type: string;
  readonly raw?: string;
  readonly text?: string;
  /** HTML: whether it is a block. */
  readonly block?: boolean;
  readonly tokens?: readonly MarkdownNode[];
  /** Headings: 1 to 6. */
  readonly depth?: number;
  /** Links and images; for a reference its target, such as `task:` and a uuid. */
  readonly href?: string;
  /** Links and images: the tooltip. */
  readonly title?: string;
  /** Code: its language. */
  readonly lang?: string;
  /** Collapsible details: the line that is always visible. */
  readonly summary?: readonly MarkdownNode[];
  /** Lists. */
  readonly ordered?: boolean;
  readonly start?: number | '';
  readonly loose?: boolean;
  readonly items?: readonly MarkdownNode[];
  /** Items of a list. */
  readonly task?: boolean;
  readonly checked?: boolean;
  /** Tables. */
  readonly header?: readonly MarkdownCell[];
  readonly rows?: readonly (readonly MarkdownCell[])[];
}

export interface MarkdownCell {
  readonly tokens: readonly MarkdownNode[];
  readonly align: 'center' | 'left' | 'right' | null;
}

export interface TextLook {
  /** Words and ASCII instead of symbols. */
  readonly words: boolean;
  /** Without colour, inline code keeps its backticks. */
  readonly color: boolean;
  /** How many cells code may extend past the text width on this terminal; if undefined, as in a pipe, code is never wrapped. */
  readonly beyond?: number | undefined;
  /** Whether the terminal supports links; otherwise addresses are written out. */
  readonly links?: boolean;
  /** The server's URL, against which relative links and references are resolved. */
  readonly base?: string | undefined;
  /** Gets what the text leads to, as far as that is safe to follow. */
  readonly onLead?: ((lead: Lead) => void) | undefined;
  /** Aborted when nobody waits for the lines any more. */
  readonly signal?: AbortSignal | undefined;
  /** For how long processors have worked for this process (milliseconds). */
  readonly processorTime?: (() => number) | undefined;
}

/** What something in a text leads to: an address, a kind and an id such as `task:`, `ticket:` or `person:`, or a mail address. */
export interface Lead {
  readonly to: string;
  /** What it is called, unless it is an address. */
  readonly text: string;
}

export interface MarkdownStyle extends TextLook {
  readonly ruler: Ruler;
  /** Collects the addresses to print as footnotes, with their numbers; without it each address follows its link. */
  readonly footnotes?: Map<string, number>;
}

/** A node whose inner nodes, in lists and tables too, are changed. */
export function changeInside(
  node: MarkdownNode,
  change: (nodes: readonly MarkdownNode[]) => readonly MarkdownNode[],
): MarkdownNode {
  const { tokens, items, header, rows } = node;
  const cell = (each: MarkdownCell): MarkdownCell => ({ ...each, tokens: change(each.tokens) });
  return {
    ...node,
    ...(tokens && { tokens: change(tokens) }),
    ...(items && { items: change(items) }),
    ...(header && { header: header.map(cell) }),
    ...(rows && { rows: rows.map((row) => row.map(cell)) }),
  };
}
