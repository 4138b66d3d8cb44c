import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EvaluationSet, prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import type { EvaluationCache } from '../../src/evaluate/evaluation-cache.ts';
import { isAnswerable } from '../../src/evaluate/evaluation-question.ts';
import { rankQuestions } from '../../src/evaluate/measure-run.ts';
import { meanFigures } from '../../src/evaluate/metrics/ranking-metrics.ts';
import type { Config } from '../../src/settings/config.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';

/** What is searched on every engine: English abstracts by claims, German paragraphs by questions. */
export const paritySets = ['scifact', 'xquad/de'] as const;

export const parityMeasure = 'nDCG@10';

/** What is measured is what a server finds, not how soon, and it is asked several questions at once. */
const patienceMs = 60_000;

/** Of a set, with `--sample`. */
const sampled = { questions: 150, documents: 800, seed: 28 };

/** Whether the sets are there. */
export function hasSets(data: string): boolean {
  return paritySets.every((set) => existsSync(join(data, set, 'corpus.jsonl')));
}

/** Reads the sets, or a part of each. Errors: those of {@link readBeir}. */
export async function readSets(
  data: string,
  { sample }: { readonly sample: boolean },
): Promise<readonly EvaluationSet[]> {
  const sets: EvaluationSet[] = [];
  for (const name of paritySets) {
    const read = await readBeir(join(data, name));
    // Its folder alone would be called `de`.
    const set = { ...read, name };
    sets.push(sample ? samplePart(set, sampled) : set);
  }
  return sets;
}

/** Some of the questions, the documents that were judged for them, and others up to a number; in the set's order. */
export function samplePart(
  set: EvaluationSet,
  { questions: most, documents: enough, seed }: typeof sampled,
): EvaluationSet {
  const random = seededRandom(seed);
  const questions = picked(set.questions.filter(isAnswerable), most, random);
  const judged = new Set(questions.flatMap(({ judgements }) => [...judgements.keys()]));
  const others = set.documents.filter(({ id }) => !judged.has(id));
  const kept = new Set(picked(others, enough - judged.size, random).map(({ id }) => id));
  return { ...set, questions, documents: set.documents.filter(({ id }) => judged.has(id) || kept.has(id)) };
}

function picked<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  const drawn = items.map((item, at) => ({ item, at, order: random() }));
  const first = drawn.toSorted((left, right) => left.order - right.order).slice(0, Math.max(0, count));
  return first.toSorted((left, right) => left.at - right.at).map(({ item }) => item);
}

/**
 * Ingests a set under these settings and asks its questions; the mean of {@link parityMeasure}. A cache that is shared
 * embeds each text once, whatever engine it is for.
 */
export async function measureParity(
  set: EvaluationSet,
  config: Config,
  cache: EvaluationCache,
): Promise<number> {
  const engine = { ...config.engine, timeoutMs: patienceMs };
  const target = await prepareBeir(set, { ...config, engine }, cache);
  const results = await rankQuestions(target);
  return meanFigures(results.map(({ metrics }) => metrics))['ndcg@10'];
}
