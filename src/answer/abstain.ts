import type { SearchResult } from '../retrieve/hit.ts';
import type { Answer } from './answer.ts';

/** Titles named in the text. */
const titlesShown = 5;

/**
 * The answer where nothing relevant was found: says so and says what the collection is about. Cites nothing,
 * confidence 0. `titles` are those of the collection's documents, in the order to name them.
 */
export function abstain(result: SearchResult, titles: readonly string[]): Answer {
  return {
    answer: explanation(titles),
    abstained: true,
    citations: [],
    confidence: 0,
    hits: result.hits,
    dropped: result.dropped,
    question: result.question,
    relevance: result.relevance,
    timings: result.timings,
    warnings: result.warnings,
  };
}

function explanation(titles: readonly string[]): string {
  if (titles.length === 0) {
    return 'There are no documents here to answer from. Add some with: footnote ingest PATH';
  }
  const shown = titles
    .slice(0, titlesShown)
    .map((title) => `“${title}”`)
    .join(', ');
  const more = titles.length > titlesShown ? ' and more' : '';
  return `I found nothing about this in the documents. They cover: ${shown}${more}. Ask about one of these, or add documents that hold the answer.`;
}
