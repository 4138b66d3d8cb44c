import type { Hit } from '../retrieve/hit.ts';

/** Where a passage stands, as frameworks keep it beside the text: `start` and `end` are those of a citation. */
export interface PassageMetadata {
  readonly collection: string;
  readonly documentId: string;
  readonly path: string;
  readonly title: string;
  readonly chunkId: string;
  readonly headingPath: readonly string[];
  /** 1-based; null where the format has no pages. */
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  /** The fused score; its scale belongs to the fusion method. */
  readonly score: number;
}

export function passageMetadata(hit: Hit): PassageMetadata {
  const { collection, documentId, path, title, chunkId, headingPath, page, start, end, score } = hit;
  return { collection, documentId, path, title, chunkId, headingPath, page, start, end, score };
}
