import type { Outcome } from '../contracts/outcome.ts';

/** Titles named in the text. */
const titlesShown = 5;

/** Why nothing is answered. */
export type Abstention = Exclude<Outcome, 'answered' | 'small-talk' | 'store-away'>;

/**
 * What is said where there is no answer: why, and what the collection is about. `titles` are those of its
 * documents, in the order to name them.
 */
export function abstentionText(reason: Abstention, titles: readonly string[]): string {
  if (titles.length === 0 || reason === 'no-documents') {
    return 'There are no documents here to answer from. Add some with: footnote ingest PATH';
  }
  const shown = titles
    .slice(0, titlesShown)
    .map((title) => `“${title}”`)
    .join(', ');
  const more = titles.length > titlesShown ? ' and more' : '';
  return `${why[reason]} They cover: ${shown}${more}. Ask about one of these, or add documents that hold the answer.`;
}

const why: Readonly<Record<Exclude<Abstention, 'no-documents'>, string>> = {
  'nothing-found': 'I found nothing about this in the documents.',
  'below-threshold': 'I found nothing about this in the documents.',
  'too-few-passages': 'I found too little about this in the documents to answer.',
  unproven: 'I found no sentence about this in the documents that I could prove.',
};
