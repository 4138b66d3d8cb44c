import type { Answer } from '../../src/answer/answer.ts';
import type { EvaluationTarget, JudgedQuestion } from '../../src/evaluate/evaluation-question.ts';
import type { QuestionResult } from '../../src/evaluate/evaluation-run.ts';
import { rankQuestions } from '../../src/evaluate/measure-run.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { Config } from '../../src/settings/config.ts';

/** What is asked, with the line it stands on: settings are chosen on odd ones. */
export interface PlacedText {
  readonly text: string;
  /** From 1. */
  readonly place: number;
}

/** A set that can be asked. Rankings are made once, answers as they are asked for. */
export class AskedSet {
  /** Questions with at least one document judged relevant. */
  readonly answerable: readonly (JudgedQuestion & PlacedText)[];
  /** Questions of other sets. */
  readonly offTopic: readonly PlacedText[];
  readonly #target: EvaluationTarget;
  readonly #open = new Map<number, Promise<Footnote>>();
  #rankings: Promise<ReadonlyMap<string, QuestionResult>> | undefined;

  constructor(target: EvaluationTarget, answerable: AskedSet['answerable'], offTopic: readonly PlacedText[]) {
    this.#target = target;
    this.answerable = answerable;
    this.offTopic = offTopic;
  }

  /** The figures of every answerable question, by id. */
  rankings(): Promise<ReadonlyMap<string, QuestionResult>> {
    this.#rankings ??= rankQuestions({ ...this.#target, questions: this.answerable }).then(
      (results) => new Map(results.map((result) => [result.id, result])),
    );
    return this.#rankings;
  }

  /** Footnote over the set, its answers at most so long; 3 sentences are the default. */
  footnote(maxSentences: Config['answer']['maxSentences'] = 3): Promise<Footnote> {
    const { config } = this.#target;
    const open = this.#open.get(maxSentences);
    if (open) return open;
    const opening = openFootnote({ ...config, answer: { ...config.answer, maxSentences } });
    this.#open.set(maxSentences, opening);
    return opening;
  }

  async ask(question: string, maxSentences?: Config['answer']['maxSentences']): Promise<Answer> {
    return (await this.footnote(maxSentences)).ask(question);
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) await (await opening).close();
  }
}
