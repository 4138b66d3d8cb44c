import type { TaggedBlock } from '../tagged/tagged-blocks.ts';

/** A piece of text on one baseline, with no gap in it wider than a space. Points, from the page's upper left. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly isRightToLeft: boolean;
  /** Clockwise degrees by which the page turned it before it was set upright. Default 0. */
  readonly angle?: number;
}

/** A run of text as the page draws it: a fragment before its neighbours are joined to it. */
export interface Run extends Fragment {
  /** Whether white space was drawn before it. */
  readonly afterSpace: boolean;
  /** Identifier of its marked content, where it has one. */
  readonly mark?: string;
}

/** Fragments of a page that run in one direction. */
export interface Sheet {
  /** Clockwise degrees by which its text is turned on the page; 0 for upright text. */
  readonly angle: number;
  /** In the order in which the page draws them; turned upright where the sheet is not. */
  readonly fragments: readonly Fragment[];
}

/** The text of a page, the sheet with most characters first. */
export interface PageText {
  /** 1-based. */
  readonly page: number;
  readonly height: number;
  readonly sheets: readonly Sheet[];
  /** What the tags of the page make of it, where it has them and they can be relied on. */
  readonly tagged?: readonly TaggedBlock[];
  /** A paragraph each: what is filled into its form, and what is noted on it. */
  readonly annotations: readonly string[];
  /** How many of its glyphs have no Unicode value. */
  readonly unread: number;
  /** Whether some of its text is drawn in a font that cannot be loaded, as far as that was looked at. */
  readonly hasUnreadFont: boolean;
}

/** How many characters of the fragments are not blank. */
export function characterCount(fragments: readonly Fragment[]): number {
  return fragments.reduce((sum, { text }) => sum + text.replace(/\s+/g, '').length, 0);
}
