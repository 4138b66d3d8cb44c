import type { Config } from '../settings/config.ts';
import type { JudgedQuestion } from './judged-question.ts';

/** A collection that is ready to be asked, with the questions to ask it. */
export interface EvaluationTarget {
  readonly dataset: string;
  readonly documents: number;
  readonly questions: readonly JudgedQuestion[];
  /** The settings that are measured, under which the collection is opened. */
  readonly config: Config;
  readonly indexSeconds: number;
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}
