/**
 * How the cosines of models that can be added compare with the shipped model's: the two numbers of each in
 * `src/models/local/installed-models.ts`. Run with
 * `node bench/quality/cosine-scales.ts [--data DIR] [--models DIR] [--cache DIR]`; some ten minutes without a cache.
 *
 * Of all scales under which as many answerable questions pass the gate as under the shipped model, within {@link
 * slack}, the one that lets the fewest off-topic questions pass. Chosen on the odd questions of the sets that a model
 * is for, XQuAD in other languages, or filings and English prose; what it means for the even ones, and for the other
 * sets, is printed beside it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withFootnote } from '../../src/app/with-footnote.ts';
import type { CosineScale } from '../../src/contracts/embedder.ts';
import { prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import { offTopicQuestions } from '../../src/evaluate/calibrate/off-topic-questions.ts';
import { keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import { isAnswerable } from '../../src/evaluate/evaluation-question.ts';
import { addModel, installableModels } from '../../src/models/local/installed-models.ts';
import { comparableCosine, nearCosine } from '../../src/retrieve/legs/search-legs.ts';
import { isRelevant } from '../../src/retrieve/relevance.ts';
import { defaults } from '../../src/settings/default-config.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';

const englishSets = ['squad2-500', 'anthropic-docs', 'financebench-evidence', 'xquad/en'];

/** Of a multilingual model; as many of their questions are to pass as of the last of the English sets. */
const otherSets = ['xquad/de', 'xquad/zh', 'xquad/ar'];

/** Questions about something else, beside those of the set's language that `calibrate` has. */
const offTopicSet = 'cranfield';
const mostOffTopic = 40;
const mostAnswerable = 150;

/** By how much fewer answerable questions may pass. */
const slack = 0.01;

/** How relevant the best of what was found for a question is, by cosines as the model gives them. */
interface Asked {
  /** Among the questions of its kind, from 0. */
  readonly place: number;
  readonly isAnswerable: boolean;
  readonly bestCosine: number;
  readonly passageCosine: number;
  readonly coverage: number;
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../../shared/eval', import.meta.url)) },
    models: { type: 'string', default: fileURLToPath(new URL('../../../shared/models', import.meta.url)) },
    cache: { type: 'string' },
  },
});
const cache = values.cache === undefined ? await passingCache() : keptCache(values.cache);
const modelsDirectory = cache.folder('models');
const others = (await readBeir(join(values.data, offTopicSet))).questions.slice(0, mostOffTopic);
const asIs: CosineScale = { unrelated: 0, near: nearCosine };

const shipped = await measuredIn('', englishSets);
for (const { name, languages } of installableModels) {
  await addModel(join(values.models, name), { store: '', modelsDirectory });
  const [own, other] = [
    await measuredIn(name, englishSets),
    await measuredIn(name, languages === 'any' ? otherSets : []),
  ];
  const filings = englishSets.indexOf('financebench-evidence');
  const [chosenOn, like] =
    other.length > 0 ? [other, shipped.slice(-1)] : [own.slice(filings), shipped.slice(filings)];
  const wanted = passing(odd(like.flat()), asIs).answerable - slack;
  const scale = scales()
    .map((one) => ({ ...one, ...passing(odd(chosenOn.flat()), one) }))
    .filter(({ answerable }) => answerable >= wanted)
    .toSorted((a, b) => a.offTopic - b.offTopic || b.answerable - a.answerable)[0];
  if (!scale) throw new Error(`Under no scale do ${wanted} of the answerable questions pass`);
  console.log(`${name}: unrelated ${scale.unrelated}, near ${scale.near}`);
  for (const [place, set] of englishSets.entries()) {
    report(`${set}, shipped`, shipped[place] ?? [], asIs);
    report(set, own[place] ?? [], scale);
  }
  for (const [place, set] of otherSets.entries()) if (other[place]) report(set, other[place], scale);
}
await cache.close();

async function measuredIn(model: string, sets: readonly string[]): Promise<Asked[][]> {
  const all: Asked[][] = [];
  for (const set of sets) all.push(await measured(model, set));
  return all;
}

/** What the gate sees of a set's questions and of off-topic ones. */
async function measured(model: string, name: string): Promise<Asked[]> {
  const settings = completeConfig({ embedder: { kind: 'onnx', directory: model, modelsDirectory } });
  const scale = installableModels.find((one) => one.name === model)?.cosines ?? asIs;
  // The inverse of `comparableCosine`.
  const asGiven = (cosine: number) =>
    scale.unrelated + (cosine * (scale.near - scale.unrelated)) / nearCosine;
  const set = await readBeir(join(values.data, name));
  const { config, questions } = await prepareBeir(set, settings, cache);
  const answerable = questions.filter(isAnswerable).slice(0, mostAnswerable);
  const offTopic = [...others.map(({ text }) => text), ...(offTopicQuestions[languageOf(name)] ?? [])];
  const asked: Asked[] = [];
  await withFootnote(config, async (footnote) => {
    const ask = async (texts: readonly string[], isOfSet: boolean) => {
      for (const [place, text] of texts.entries()) {
        const { bestCosine, passageCosine, coverage } = (await footnote.search(text)).relevance;
        const cosines = {
          bestCosine: asGiven(bestCosine ?? -1),
          passageCosine: asGiven(passageCosine),
        };
        asked.push({ place, isAnswerable: isOfSet, ...cosines, coverage });
      }
    };
    await ask(
      answerable.map(({ text }) => text),
      true,
    );
    await ask(offTopic, false);
  });
  process.stderr.write(`${model || 'shipped'}: ${name}\n`);
  return asked;
}

function languageOf(set: string): string {
  return set.split('/')[1] ?? 'en';
}

function hundredths(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) / 100);
}

/** What is tried. */
function scales(): CosineScale[] {
  return hundredths(60, 84).flatMap((unrelated) =>
    hundredths(78, 92)
      .filter((near) => near > unrelated)
      .map((near) => ({ unrelated, near })),
  );
}

/** The shares of the questions of either kind that the gate lets pass under a scale. */
function passing(asked: readonly Asked[], scale: CosineScale) {
  const passes = ({ bestCosine, passageCosine, coverage }: Asked) =>
    isRelevant(
      {
        bestCosine: comparableCosine(bestCosine, scale),
        passageCosine: Math.max(0, comparableCosine(passageCosine, scale)),
        coverage,
      },
      defaults.retrieval,
    );
  const share = (some: readonly Asked[]) => some.filter(passes).length / Math.max(1, some.length);
  return {
    answerable: share(asked.filter((one) => one.isAnswerable)),
    offTopic: share(asked.filter((one) => !one.isAnswerable)),
  };
}

function odd(asked: readonly Asked[]): readonly Asked[] {
  return asked.filter(({ place }) => place % 2 === 0);
}

function report(label: string, asked: readonly Asked[], scale: CosineScale): void {
  const halves = [odd(asked), asked.filter(({ place }) => place % 2 === 1)].map((half) =>
    passing(half, scale),
  );
  const figures = halves.map(
    ({ answerable, offTopic }) => `${answerable.toFixed(3)} / ${offTopic.toFixed(3)}`,
  );
  console.log(`  ${label}: answerable / off-topic passing, odd ${figures[0]}, even ${figures[1]}`);
}
