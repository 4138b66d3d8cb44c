import type { Answer } from '../../src/answer/answer.ts';
import { createExtractiveGenerator } from '../../src/answer/generate/extractive-generator.ts';
import type { AnswerReader } from '../../src/contracts/answer-reader.ts';
import type { EvaluationTarget, JudgedQuestion } from '../../src/evaluate/evaluation-question.ts';
import type { QuestionResult } from '../../src/evaluate/evaluation-run.ts';
import { rankQuestions } from '../../src/evaluate/measure-run.ts';
import type { Footnote } from '../../src/footnote.ts';
import { englishAnswerReader } from '../../src/models/local/text-pair-models.ts';
import { englishWordVectors } from '../../src/models/local/word-vectors.ts';
import { openFootnote } from '../../src/pipeline.ts';
import type { Config } from '../../src/settings/config.ts';
import { analyser } from '../../src/text/analyser/analyser.ts';

/** What is asked, with the line it stands on: settings are chosen on odd ones. */
export interface PlacedText {
  readonly text: string;
  /** From 1. */
  readonly place: number;
}

type MaxSentences = Config['answer']['maxSentences'];

/** What the measures look at of an answer. */
type MeasuredAnswer = Pick<Answer, 'abstained' | 'citations'>;

/** A set that can be asked. Rankings are made once, and so is the answer to a question at each length. */
export class AskedSet {
  /** Questions with at least one document judged relevant. */
  readonly answerable: readonly (JudgedQuestion & PlacedText)[];
  /** Questions of other sets. */
  readonly offTopic: readonly PlacedText[];
  readonly #target: EvaluationTarget;
  readonly #open = new Map<MaxSentences, Promise<Footnote>>();
  readonly #answers = new Map<string, Promise<MeasuredAnswer>>();
  #rankings: Promise<ReadonlyMap<string, QuestionResult>> | undefined;
  #reader: Promise<AnswerReader> | undefined;
  readonly #readings = new Map<string, Promise<Float32Array>>();

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
  footnote(maxSentences: MaxSentences = 3): Promise<Footnote> {
    const open = this.#open.get(maxSentences) ?? this.#openFootnote(maxSentences);
    this.#open.set(maxSentences, open);
    return open;
  }

  ask(question: string, maxSentences: MaxSentences = 3): Promise<MeasuredAnswer> {
    const key = `${maxSentences} ${question}`;
    const answer =
      this.#answers.get(key) ??
      this.footnote(maxSentences)
        .then((footnote) => footnote.ask(question))
        .then(({ abstained, citations }) => ({ abstained, citations }));
    this.#answers.set(key, answer);
    return answer;
  }

  async close(): Promise<void> {
    for (const opening of this.#open.values()) await (await opening).close();
    await (await this.#reader)?.close();
  }

  /** As the settings have it, but for the reader, which all lengths share. */
  async #openFootnote(maxSentences: MaxSentences): Promise<Footnote> {
    const { config } = this.#target;
    const answer = { ...config.answer, maxSentences };
    const quotesWithReader =
      config.generator.kind === 'extractive' && answer.quote === 'sentences' && answer.reader === 'model';
    if (!quotesWithReader) return openFootnote({ ...config, answer });
    const reader = remembering(await (this.#reader ??= englishAnswerReader()), this.#readings);
    const options = { ...answer, analyser: analyser(), wordVectors: englishWordVectors(), reader };
    return openFootnote({ ...config, answer }, { generator: createExtractiveGenerator(options) });
  }
}

/**
 * A reader that reads no passage twice for one question, given what is known: answers of other lengths quote more or
 * less of the same passages. Closing it leaves it open for the others.
 */
function remembering(reader: AnswerReader, known: Map<string, Promise<Float32Array>>): AnswerReader {
  return {
    language: reader.language,
    read: (question, passages, signal) =>
      Promise.all(
        passages.map((passage) => {
          const key = JSON.stringify([question, passage]);
          const reading =
            known.get(key) ??
            reader.read(question, [passage], signal).then(([ofUnits = new Float32Array()]) => ofUnits);
          known.set(key, reading);
          return reading;
        }),
      ),
    warmUp: () => reader.warmUp(),
    close: async () => {},
  };
}
