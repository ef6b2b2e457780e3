import type { Ruler } from './width.js';

/** The part of a markdown token that is rendered. */
export interface MarkdownNode {
  readonly type: string;
  readonly raw: string;
  readonly text?: string;
  readonly tokens?: readonly MarkdownNode[];
  /** Headings: 1 to 6. */
  readonly depth?: number;
  /** Links and images. */
  readonly href?: string;
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

/** How markdown is set. */
export interface MarkdownStyle {
  readonly ruler: Ruler;
  /** Words and ASCII instead of symbols. */
  readonly words: boolean;
  /** Without colour, inline code keeps its backticks. */
  readonly color: boolean;
}
