/**
 * Fits the weights of `src/answer/extract/answer-weights.ts` to questions that `record.ts` recorded, and writes them
 * there with what they were fitted to and what they are worth.
 *
 *     node training/fit.ts recorded/dev-v2.0.jsonl recorded/xquad-en.jsonl recorded/eval-squad2-500.jsonl
 *
 * Fitted and chosen on the first file, by article; the others are only reported.
 */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Feature } from '../src/answer/extract/answer-weights.ts';
import { type Choice, dot, fitConditionalLogit } from './conditional-logit.ts';
import { type Example, featureNames, isAnswered, quotesOf, readExamples } from './examples.ts';

/**
 * Weights that are not fitted, since paragraphs of an encyclopedia have no headings, tables, code, links, questions or
 * conversation. Set by hand on the scale of the others: a sentence with all of a question's words has some 7.
 */
const heldWeights: Readonly<Partial<Record<Feature, number>>> = {
  defines: 5.5,
  question: -12,
  rowLabel: 8,
  heading: 1.2,
  askedAbove: 5,
  list: 4,
  codeAskedFor: 3.2,
  headingItself: -1.6,
  pointer: -8,
  alreadySaid: -8,
  besideSaid: 2,
  saidEarlier: -2,
};

/** Pull of the others to 0, in units of a feature's deviation within a question. */
const penalty = 20;

/** A feature that varies less than this within the questions is held as if it varied so much. */
const leastDeviation = 0.05;

/** What only vectors of words tell. */
const vectorFeatures = ['alignment', 'leastAligned', 'sameSubject'] as const;

/** Articles kept apart to report on: every fourth. */
const keptApart = (place: number) => place % 4 === 3;

const [training = '', ...reported] = process.argv.slice(2);
const examples = await answerable(training);
const articles = [...new Set(examples.map(({ question }) => question.group))].toSorted();
const isApart = ({ question }: Example) => keptApart(articles.indexOf(question.group));
const seen = examples.filter((one) => !isApart(one));
const unseen = examples.filter(isApart);

const prior = Float64Array.from(featureNames, (name) => heldWeights[name] ?? 0);
const trial = fit(seen);
const figures = [
  `kept apart: ${measured(unseen, trial)}`,
  `all articles, each by the other three quarters: ${crossValidated()}`,
];
for (const line of figures) print(line);
const weights = fit(examples);
const withoutVectors = fit(examples, vectorFeatures);
figures.push(`without vectors, kept apart: ${measured(unseen, fit(seen, vectorFeatures))}`);
print(figures.at(-1) ?? '');
for (const file of reported) {
  const others = await answerable(file);
  const name = basename(file, '.jsonl');
  figures.push(`${name}: ${measured(others, weights)}`);
  print(figures.at(-1) ?? '');
}
await write();

async function answerable(file: string): Promise<Example[]> {
  return (await readExamples(file)).filter(({ question }) => question.documents.length > 0);
}

/** Features that are `left` out have no weight. */
function fit(some: readonly Example[], left: readonly Feature[] = []): Float64Array {
  const choices = some.flatMap(({ rows, holds }): Choice[] => {
    const right = holds.filter(Boolean).length;
    if (right === 0 || right === rows.length) return [];
    return [{ rows, wanted: Float64Array.from(holds, (one) => (one ? 1 / right : 0)) }];
  });
  const pulls = deviations(choices).map((one) => penalty * Math.max(one, leastDeviation) ** 2);
  for (const name of [...left, ...Object.keys(heldWeights)])
    pulls[featureNames.indexOf(name as Feature)] = 1e9;
  const fitted = fitConditionalLogit(choices, { prior, penalty: pulls });
  return fitted.map((weight, place) => (Math.abs(weight) < 1e-4 ? 0 : prior[place] || weight));
}

/** By feature, how far it lies from its mean within a question, on average. */
function deviations(choices: readonly Choice[]): Float64Array {
  const squares = new Float64Array(featureNames.length);
  let count = 0;
  for (const { rows } of choices) {
    count += rows.length;
    for (let place = 0; place < squares.length; place += 1) {
      const mean = rows.reduce((sum, row) => sum + (row[place] ?? 0), 0) / rows.length;
      for (const row of rows) squares[place] = (squares[place] ?? 0) + ((row[place] ?? 0) - mean) ** 2;
    }
  }
  return squares.map((square) => Math.sqrt(square / count));
}

function crossValidated(): string {
  const scored = [0, 1, 2, 3].flatMap((fold) => {
    const isIn = ({ question }: Example) => articles.indexOf(question.group) % 4 === fold;
    const fitted = fit(examples.filter((one) => !isIn(one)));
    return examples.filter(isIn).map((one) => [one, fitted] as const);
  });
  return figuresOf(scored);
}

function measured(some: readonly Example[], by: Float64Array): string {
  return figuresOf(some.map((one) => [one, by] as const));
}

/** The share answered in one, two and three sentences, and how many sentences there are where three may be. */
function figuresOf(scored: readonly (readonly [Example, Float64Array])[]): string {
  let quoted = 0;
  const shares = [1, 2, 3].map((most) => {
    const right = scored.filter(([one, by]) => {
      const scores = one.rows.map((row) => dot(row, by));
      const quotes = quotesOf(one, scores, most);
      if (most === 3) quoted += quotes.length;
      return isAnswered(one, quotes);
    });
    return (right.length / scored.length).toFixed(3);
  });
  return `${shares.join(' / ')}, ${(quoted / scored.length).toFixed(2)} sentences`;
}

async function write(): Promise<void> {
  const file = fileURLToPath(new URL('../src/answer/extract/answer-weights.ts', import.meta.url));
  const told = [
    `Made by \`training/fit.ts\` on ${new Date().toISOString().slice(0, 10)}; see \`training/README.md\`.`,
    `Fitted to ${examples.length} answerable questions on ${articles.length} articles of SQuAD 2.0, CC BY-SA 4.0.`,
    'Answered in 1 / 2 / 3 sentences:',
    ...figures.map((line) => `- ${line}`),
  ];
  const text = [
    `/**\n${told.map((line) => ` * ${line}`).join('\n')}\n */`,
    `export const answerWeights = ${table(weights)} as const;\n`,
    '/** The same where words have no vectors, as in languages other than English. */',
    `export const weightsWithoutVectors: Readonly<Record<Feature, number>> = ${table(withoutVectors)};\n`,
    '/** What speaks for or against quoting a unit; `unit-features.ts` says what each is. */',
    'export type Feature = keyof typeof answerWeights;\n',
  ];
  await writeFile(file, text.join('\n'));
}

function table(fitted: Float64Array): string {
  return `{\n${featureNames.map((name, place) => `  ${name}: ${(fitted[place] ?? 0).toFixed(3)},\n`).join('')}}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
