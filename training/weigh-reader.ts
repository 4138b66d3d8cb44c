/**
 * Fits how much the reader's log-odds count beside those of the features, and measures what that is worth: answered in
 * one, two and three sentences, on questions that `record.ts` recorded. Fits also how likely a question is answered by
 * the best of the log-odds, answerable or not. The weights are fitted to the first file, to articles that the reader
 * was not trained on.
 *
 *     node training/weigh-reader.ts recorded/dev-v2.0.jsonl --groups Huguenot,Immune_system,Yuan_dynasty
 */
import { parseArgs } from 'node:util';
import { readingsOf } from '../src/answer/extract/score-units.ts';
import { fitAnswerability } from '../src/evaluate/calibrate/fit-answerability.ts';
import { englishAnswerReader } from '../src/models/local/text-pair-models.ts';
import { readPart } from '../src/question/question.ts';
import { fitConditionalLogit } from './conditional-logit.ts';
import { type Example, isAnswered, quotesOf, readExamples } from './examples.ts';

/** A question with what the reader says of each unit. */
interface Reading {
  readonly example: Example;
  /** Empty where it cannot tell. */
  readonly odds: readonly number[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { groups: { type: 'string' } },
});
const groups = values.groups?.split(',');
let fitted: Float64Array | undefined;
const reader = await englishAnswerReader();
for (const file of positionals) {
  const examples = (await readExamples(file)).filter(
    ({ question }) => groups?.includes(question.group) ?? true,
  );
  const milliseconds: number[] = [];
  const all: Reading[] = [];
  for (const example of examples) {
    const {
      question,
      asked: { terms },
      units,
    } = example;
    const begun = performance.now();
    const asked = {
      question: readPart(question.text, 'en'),
      terms,
      expansions: [],
      alreadySaid: '',
      saidEarlier: '',
    };
    all.push({ example, odds: (await readingsOf(units, asked, reader)) ?? [] });
    milliseconds.push(performance.now() - begun);
  }
  const read = all.filter(isAnswerable);
  fitted ??= fit(read);
  const told = all.filter(({ odds }) => odds.length > 0);
  const curve = fitAnswerability(
    told.map((one) => ({ confidence: Math.max(...one.odds), isRight: isAnswerable(one) })),
  );
  if (curve)
    process.stdout.write(
      `${told.length} questions, ${told.filter(isAnswerable).length} answerable, by the best log-odds: ` +
        `slope ${curve.slope.toFixed(3)}, intercept ${curve.intercept.toFixed(3)}\n`,
    );
  for (const [ofFeatures = 0, ofReading = 0] of combinations(fitted)) {
    let quoted = 0;
    const shares = [1, 2, 3].map((most) => {
      const right = read.filter(({ example, odds }) => {
        const scores = example.units.map(
          ({ score }, place) => ofFeatures * score + ofReading * (odds[place] ?? 0),
        );
        const quotes = quotesOf(example, scores, most);
        if (most === 3) quoted += quotes.length;
        return isAnswered(example, quotes);
      });
      return (right.length / read.length).toFixed(3);
    });
    process.stdout.write(
      `${read.length} questions of ${file}, features ${ofFeatures.toFixed(2)}, reading ${ofReading.toFixed(2)}: ` +
        `${shares.join(' / ')}, ${(quoted / read.length).toFixed(2)} sentences\n`,
    );
  }
  const median = milliseconds.toSorted((one, other) => one - other)[milliseconds.length >> 1] ?? 0;
  process.stdout.write(`reading: ${median.toFixed(0)} ms a question, median\n`);
}
await reader.close();

function isAnswerable({ example: { question } }: Reading): boolean {
  return question.documents.length > 0;
}

/** Each alone, the fitted weights, and these scaled down, by which more is quoted. */
function combinations([features = 0, reading = 0]: Float64Array): readonly (readonly number[])[] {
  const scaled = [1, 0.85, 0.7, 0.55, 0.4].map((share) => [share * features, share * reading]);
  return [[1, 0], [0, 1], ...scaled];
}

/** The two weights by which a softmax over the units is nearest to what answers. */
function fit(read: readonly Reading[]): Float64Array {
  const choices = read.flatMap(({ example: { units, holds }, odds }) => {
    const right = holds.filter(Boolean).length;
    if (right === 0 || right === holds.length) return [];
    const rows = units.map(({ score }, place) => Float64Array.of(score, odds[place] ?? 0));
    return [{ rows, wanted: Float64Array.from(holds, (one) => (one ? 1 / right : 0)) }];
  });
  return fitConditionalLogit(choices, { prior: Float64Array.of(1, 0), penalty: Float64Array.of(1, 1) });
}
