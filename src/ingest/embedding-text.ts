import type { Chunk } from '../contracts/chunk.ts';
import { tableHeaderField } from './chunk-metadata.ts';

/** Longer lines are no names, but running text that stands where a heading does. */
const maxPathLength = 300;

/**
 * What is embedded for a chunk: its title and headings in one line, the header of the table that it begins within,
 * then its content. A passage that says "it" and
 * "this step" is found by what stands over it; context written by a model was measured and gains no more.
 */
export function embeddingText(
  chunk: Pick<Chunk, 'title' | 'headingPath' | 'content'> & Partial<Pick<Chunk, 'metadata'>>,
): string {
  const { title, headingPath, content } = chunk;
  const path = title === '' || headingPath[0] === title ? headingPath : [title, ...headingPath];
  const header = chunk.metadata?.[tableHeaderField];
  return [path.join(' > ').slice(0, maxPathLength), header, content].filter(Boolean).join('\n');
}
