import type { Hit } from '../retrieve/hit.ts';

/** Where a passage stands, as frameworks keep it beside the text: `start` and `end` are those of a citation. */
export type PassageMetadata = Pick<
  Hit,
  | 'collection'
  | 'documentId'
  | 'path'
  | 'title'
  | 'chunkId'
  | 'headingPath'
  | 'page'
  | 'start'
  | 'end'
  | 'score'
>;

export function passageMetadata(hit: Hit): PassageMetadata {
  const { collection, documentId, path, title, chunkId, headingPath, page, start, end, score } = hit;
  return { collection, documentId, path, title, chunkId, headingPath, page, start, end, score };
}
