import type { Coverage } from '../contracts/coverage.ts';
import type { Outcome } from '../contracts/outcome.ts';
import { coveredTopics, type TopicText } from './covered-topics.ts';

/** Why nothing is answered. */
export type Abstention = Exclude<Outcome, 'answered' | 'small-talk' | 'store-away'>;

/** Says why there is no answer, and what the documents are about instead. */
export function abstentionText(reason: Abstention, coverage: Coverage): TopicText {
  if (coverage.documents.length === 0 || reason === 'no-documents') {
    return {
      text: 'There are no documents here to answer from. Add some with: footnote ingest PATH',
      topics: [],
    };
  }
  return coveredTopics(
    `${why[reason]} They cover: `,
    coverage,
    '. Ask about one of these, or add documents that hold the answer.',
  );
}

const why: Readonly<Record<Exclude<Abstention, 'no-documents'>, string>> = {
  'nothing-found': 'I found nothing about this in the documents.',
  'below-threshold': 'I found nothing about this in the documents.',
  'too-few-passages': 'I found too little about this in the documents to answer.',
  unproven: 'I found no sentence about this in the documents that I could prove.',
};
