import type { Analyser } from '../../contracts/analyser.ts';
import type { Generator } from '../../contracts/generator.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';
import { createPassageGenerator } from './passage-generator.ts';

/** The section `answer` of the settings, as far as it is about answers without a model. */
export interface QuotingSettings {
  readonly quote: 'sentences' | 'passages';
  /** Of `sentences`. */
  readonly maxSentences: number;
  /** Of `passages`, from here on: UTF-16 code units of each quote, and of all together. */
  readonly maxQuoteCharacters: number;
  readonly maxAnswerCharacters: number;
}

/** What answers without a model: the best sentences, or passages. */
export function createQuotingGenerator(settings: QuotingSettings, analyser: Analyser): Generator {
  return settings.quote === 'sentences'
    ? createExtractiveGenerator({ ...settings, analyser })
    : createPassageGenerator({ ...settings, analyser });
}
