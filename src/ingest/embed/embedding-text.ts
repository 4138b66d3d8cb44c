import type { Chunk } from '../../contracts/chunk.ts';
import { tableHeaderField } from '../chunk-metadata.ts';

/** Longer lines are no names, but running text that stands where a heading does. */
const maxPathLength = 300;

/**
 * What is embedded for a chunk: its title and headings in one line, the header of the table that it begins within,
 * then its content without the lines of these headings: said twice, they would count for more than what the passage
 * says. A passage that says "it" and "this step" is found by what stands over it; context written by a model was
 * measured and gains no more.
 */
export function embeddingText(
  chunk: Pick<Chunk, 'title' | 'headingPath' | 'content'> & Partial<Pick<Chunk, 'metadata'>>,
): string {
  const { title, headingPath, content } = chunk;
  const path = title === '' || headingPath[0] === title ? headingPath : [title, ...headingPath];
  const header = chunk.metadata?.[tableHeaderField];
  const body = withoutHeadings(content, headingPath);
  return [path.join(' > ').slice(0, maxPathLength), header, body].filter(Boolean).join('\n');
}

/** A line that may be a heading, with the empty lines before it; the mark of Markdown does not belong to its text. */
const headingLine = /\s*(?:#{1,6}[ \t]+)?([^\n]*)(?:\n|$)/y;

function withoutHeadings(content: string, headings: readonly string[]): string {
  let start = 0;
  for (;;) {
    headingLine.lastIndex = start;
    const heading = headingLine.exec(content)?.[1]?.trim();
    if (!heading || !headings.includes(heading)) return content.slice(start).trimStart();
    start = headingLine.lastIndex;
  }
}
