import type { NamedPassage } from '../cite/cite.ts';
import { citationMarkers, numberMarkers } from './number-markers.ts';
import { titleMarkers } from './title-markers.ts';

/** How a language model writes its citations: what stands between `[` and `]`, and which passages that names. */
export interface MarkerFormat {
  /** Longest marker that is waited for, in UTF-16 code units, its brackets among them. */
  readonly maxLength: number;
  /** Whether what names passages by a word and a number may stand between parentheses: `(Source 1)`. */
  readonly mayBeInParentheses: boolean;
  /** Whether this text behind an opening bracket, none that closes it in it, could be the beginning of a marker. */
  mayBegin(text: string): boolean;
  /**
   * The numbers of the passages that what stands between brackets names, in its order: none where it names what was not
   * given, undefined where it is no citation but words in brackets.
   */
  read(written: string): readonly number[] | undefined;
}

/** Makes the format for the passages of one answer. */
export type MarkerFormatFor = (passages: readonly NamedPassage[]) => MarkerFormat;

/** How citations are written: `number` as `[1]`, `citation` as `[Citation 1]`, `title` as `[Title > Section]`. */
export type CitationFormat = 'number' | 'citation' | 'title';

/** The ways of writing citations, by their names in the settings. */
export const markerFormats: Readonly<Record<CitationFormat, MarkerFormatFor>> = {
  number: numberMarkers,
  citation: citationMarkers,
  title: titleMarkers,
};
