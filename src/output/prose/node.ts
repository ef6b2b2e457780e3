import type { Ruler } from '../text/width.js';

/** The part of a markdown token that is rendered. */
export interface MarkdownNode {
  readonly type: string;
  readonly raw: string;
  readonly text?: string;
  /** HTML: whether it stands on lines of its own. */
  readonly block?: boolean;
  readonly tokens?: readonly MarkdownNode[];
  /** Headings: 1 to 6. */
  readonly depth?: number;
  /** Links and images; of a reference what it names, such as `task:` and a uuid. */
  readonly href?: string;
  /** Links and images: what is shown beside the pointer. */
  readonly title?: string;
  /** Code: the language it says it is. */
  readonly lang?: string;
  /** What can be unfolded: what stands beside the mark. */
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

/** What a terminal can show. */
export interface TextLook {
  /** Words and ASCII instead of symbols. */
  readonly words: boolean;
  /** Without colour, inline code keeps its backticks. */
  readonly color: boolean;
  /** Cells right of the text that code may take on this terminal; without, as in a pipe, code is never broken. */
  readonly beyond?: number | undefined;
  /** Whether the terminal opens links; without, addresses are written out. */
  readonly links?: boolean;
  /** The address of the server, which relative links and references are meant under. */
  readonly base?: string | undefined;
}

/** How markdown is set. */
export interface MarkdownStyle extends TextLook {
  readonly ruler: Ruler;
  /** Takes the addresses that are written out below the text, with their numbers; without, each stands behind its link. */
  readonly footnotes?: Map<string, number>;
}
