import type { Config } from '../config.ts';
import type { JudgedQuestion } from './judged-question.ts';

/** A collection that is ready to be asked, with the questions to ask it. */
export interface EvaluationTarget {
  readonly dataset: string;
  readonly documents: number;
  readonly questions: readonly JudgedQuestion[];
  /** Opens the collection under the settings that are measured. */
  readonly config: Config;
  readonly indexSeconds: number;
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}
