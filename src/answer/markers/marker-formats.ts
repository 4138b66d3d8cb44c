import type { MarkerFormatFor } from './marker-format.ts';
import { citationMarkers, numberMarkers } from './number-markers.ts';
import { titleMarkers } from './title-markers.ts';

/** How citations are written: `number` as `[1]`, `citation` as `[Citation 1]`, `title` as `[Title > Section]`. */
export type CitationFormat = 'number' | 'citation' | 'title';

/** The ways of writing citations, by their names in the settings. */
export const markerFormats: Readonly<Record<CitationFormat, MarkerFormatFor>> = {
  number: numberMarkers,
  citation: citationMarkers,
  title: titleMarkers,
};
