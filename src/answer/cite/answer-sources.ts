import type { Citation } from '../../contracts/citation.ts';
import type { SearchResult } from '../../retrieve/hit.ts';
import { unnamed } from '../../text/heading-path.ts';
import type { AnswerSource } from '../answer.ts';
import { hitConfidence } from '../confidence/score-answer.ts';
import { snippet } from './snippet.ts';

/**
 * The passages that an answer cites, in the order of its first citations. Requirement rows E10 and B7; what has no
 * headings and no pages has the names of row C8.
 */
export function answerSources(citations: readonly Citation[], result: SearchResult): AnswerSource[] {
  const { hits, question } = result;
  return [...Map.groupBy(citations, ({ chunkId }) => chunkId)].flatMap(([chunkId, cited]) => {
    const [first] = cited;
    if (!first) return [];
    const hit = hits.find((one) => one.chunkId === chunkId);
    return {
      chunkId,
      documentId: first.documentId,
      chapter: (first.headingPath[0] ?? first.title) || unnamed.chapter,
      section: first.headingPath.at(-1) ?? unnamed.section,
      page: first.page,
      confidence: hit ? hitConfidence(hit) : 0,
      snippet: snippet(first.quote, question.language),
      citations: cited.map(({ number }) => number),
    };
  });
}
