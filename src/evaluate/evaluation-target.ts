import type { Config } from '../config.ts';
import type { OpenFootnote } from '../with-footnote.ts';
import type { JudgedQuestion } from './judged-question.ts';

/** A collection that is ready to be asked, with the questions to ask it. */
export interface EvaluationTarget {
  readonly dataset: string;
  readonly documents: number;
  readonly questions: readonly JudgedQuestion[];
  /** The settings that are measured, under which the collection is opened. */
  readonly config: Config;
  /** How. Default: with the adapters that the settings name. */
  readonly open?: OpenFootnote;
  readonly indexSeconds: number;
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}
