import type { Coverage } from '../../contracts/coverage.ts';
import type { Outcome } from '../../contracts/outcome.ts';
import type { Speaker } from '../wording/speaker.ts';
import { coveredTopics, type TopicText } from './covered-topics.ts';

/** Why nothing is answered. */
export type Abstention = Exclude<Outcome, 'answered' | 'small-talk' | 'store-away'>;

/** Says why there is no answer, and what the documents are about instead. */
export function abstentionText(reason: Abstention, coverage: Coverage, speaker: Speaker): TopicText {
  if (reason === 'no-documents') return { text: speaker.say({ sentence: 'noDocuments' }), topics: [] };
  const why = speaker.say({ sentence: sentences[reason] });
  return coveredTopics(coverage, speaker, (topics) => ({ sentence: 'refusal', why, topics }));
}

const sentences = {
  'nothing-found': 'nothingFound',
  'below-threshold': 'nothingFound',
  'too-few-passages': 'tooLittleFound',
  unproven: 'nothingProven',
} as const satisfies Record<Exclude<Abstention, 'no-documents'>, string>;
