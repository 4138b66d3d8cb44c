import type { Coverage, CoveredDocument, NamedTopic } from '../contracts/coverage.ts';
import type { Outcome } from '../contracts/outcome.ts';

/** Why nothing is answered. */
export type Abstention = Exclude<Outcome, 'answered' | 'small-talk' | 'store-away'>;

/** What is said instead of an answer. */
export interface AbstentionText {
  readonly text: string;
  /** Where it names documents, in order. */
  readonly topics: readonly NamedTopic[];
}

/** Says why there is no answer, and what the documents are about instead. */
export function abstentionText(reason: Abstention, { documents, hasMore }: Coverage): AbstentionText {
  if (documents.length === 0 || reason === 'no-documents') {
    return {
      text: 'There are no documents here to answer from. Add some with: footnote ingest PATH',
      topics: [],
    };
  }
  const topics: NamedTopic[] = [];
  let text = `${why[reason]} They cover: `;
  for (const [place, document] of documents.entries()) {
    if (place > 0) text += ', ';
    const start = text.length;
    text += topicOf(document);
    topics.push({ documentId: document.documentId, start, end: text.length });
  }
  if (hasMore) text += ' and more';
  return { text: `${text}. Ask about one of these, or add documents that hold the answer.`, topics };
}

function topicOf({ title, headings, hasMoreHeadings }: CoveredDocument): string {
  if (headings.length === 0) return quoted(title);
  return `${quoted(title)} (${headings.map(quoted).join(', ')}${hasMoreHeadings ? ' and more' : ''})`;
}

const quoted = (words: string) => `“${words}”`;

const why: Readonly<Record<Exclude<Abstention, 'no-documents'>, string>> = {
  'nothing-found': 'I found nothing about this in the documents.',
  'below-threshold': 'I found nothing about this in the documents.',
  'too-few-passages': 'I found too little about this in the documents to answer.',
  unproven: 'I found no sentence about this in the documents that I could prove.',
};
