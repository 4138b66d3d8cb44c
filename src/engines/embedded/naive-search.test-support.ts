import type { Analyser, Term } from '../../contracts/analyser.ts';
import type { ChunkWrite, KeywordQuery } from '../../contracts/engine.ts';

export interface NaiveHit {
  readonly id: string;
  readonly score: number;
}

const byScoreThenId = (left: NaiveHit, right: NaiveHit) =>
  right.score - left.score || (left.id < right.id ? -1 : 1);

interface NaiveField {
  readonly weight: number;
  /** For each chunk. */
  readonly terms: readonly (readonly Term[])[];
}

const count = (list: readonly Term[], term: string) => list.filter((one) => one.text === term).length;

function idfIn({ terms }: NaiveField, term: string): number {
  const containing = terms.filter((list) => count(list, term) > 0).length;
  return Math.log(1 + (terms.length - containing + 0.5) / (containing + 0.5));
}

/** What one occurrence of a term in the question adds to the score of the chunk at a place. */
function bm25(field: NaiveField, term: string, at: number): number {
  const lengths = field.terms.map((list) => list.filter((one) => !one.isNumber).length);
  const filled = lengths.filter((length) => length > 0);
  const average = filled.reduce((sum, length) => sum + length, 0) / filled.length;
  const frequency = count(field.terms[at] ?? [], term);
  if (frequency === 0) return 0;
  const length = lengths[at] === 0 ? 0 : (lengths[at] as number) / average;
  return (field.weight * idfIn(field, term) * frequency) / (frequency + 1.2 * (1 - 0.75 + 0.75 * length));
}

/** What one neighbouring pair of the question adds to the score of the chunk at a place. */
function pairScore(content: NaiveField, first: string, second: string, at: number): number {
  const list = (content.terms[at] ?? []).map((term) => term.text);
  const distances = list.flatMap((left, from) =>
    list.flatMap((right, to) => (left === first && right === second ? [to - from] : [])),
  );
  const ordered = distances.filter((distance) => distance === 1).length;
  const near = distances.filter((distance) => Math.abs(distance) < 8).length;
  const idf = (idfIn(content, first) + idfIn(content, second)) / 2;
  return 0.3 * idf * (ordered / (ordered + 1.2) + near / (near + 1.2));
}

/** Whether the chunk at a place has the terms next to each other in one field. */
function holdsPhrase(fields: readonly NaiveField[], phrase: readonly string[], at: number): boolean {
  return fields.some(({ terms }) => {
    const list = (terms[at] ?? []).map((term) => term.text);
    return list.some((_, from) => phrase.every((term, offset) => list[from + offset] === term));
  });
}

/** The keyword leg by its formulas, one chunk after another. */
export function naiveKeywordSearch(
  held: readonly ChunkWrite[],
  { text, language, limit, phrases = [], expansions = [], boosts = {} }: KeywordQuery,
  analyser: Analyser,
): readonly NaiveHit[] {
  const termsOf = (of: string) => analyser.terms(of, language).map((term) => term.text);
  const analysed = (of: (one: ChunkWrite) => string, weight: number): NaiveField => ({
    weight,
    terms: held.map((one) => analyser.terms(of(one), language)),
  });
  const content = analysed((one) => one.chunk.content, 1);
  const fields = [
    content,
    analysed((one) => one.chunk.title, boosts.title ?? 0.3),
    analysed((one) => one.chunk.headingPath.join('\n'), boosts.headingPath ?? 0.3),
  ];
  const gramsOf = (of: string) => analyser.grams?.(of, language) ?? [];
  const grams: NaiveField = { weight: 0.3, terms: held.map((one) => gramsOf(one.chunk.content)) };
  const question = termsOf(text);
  const extra = new Map<string, number>();
  for (const { term, weight } of expansions) {
    if (!question.includes(term)) extra.set(term, Math.max(weight, extra.get(term) ?? 0));
  }
  const wanted = phrases.map(termsOf).filter((phrase) => phrase.length > 0);
  const pairs = new Map(
    question
      .slice(1)
      .map((term, at) => [question[at] as string, term] as const)
      .filter(([first, second]) => first !== second && !/\p{Script=Han}/u.test(first + second))
      .map((pair) => [pair.join(' '), pair]),
  );

  const scored = held.map(({ chunk }, at) => {
    let score = 0;
    for (const field of fields) {
      for (const term of question) score += bm25(field, term, at);
      for (const [term, weight] of extra) score += weight * bm25(field, term, at);
    }
    for (const { text: gram } of gramsOf(text)) score += bm25(grams, gram, at);
    return { id: chunk.id, score: rounded(score), at };
  });
  return scored
    .filter(({ score, at }) => score > 0 && wanted.every((phrase) => holdsPhrase(fields, phrase, at)))
    .toSorted(byScoreThenId)
    .map(({ id, score, at }, rank) => {
      if (rank >= 50) return { id, score };
      const added = [...pairs.values()].map(([first, second]) => pairScore(content, first, second, at));
      return { id, score: rounded(added.reduce((sum, share) => sum + share, score)) };
    })
    .toSorted(byScoreThenId)
    .slice(0, limit);
}

/** Scores that are equal but for the order in which they were added up. */
function rounded(score: number): number {
  return Math.round(score * 1e9) / 1e9;
}

/** Every cosine, the best window of each chunk. */
export function naiveVectorSearch(
  held: readonly ChunkWrite[],
  vector: Float32Array,
  limit: number,
): readonly NaiveHit[] {
  const cosine = (other: Float32Array) =>
    other.reduce((sum, value, at) => sum + value * (vector[at] as number), 0);
  return held
    .filter(({ vectors }) => vectors.length > 0)
    .map(({ chunk, vectors }) => ({ id: chunk.id, score: Math.max(...vectors.map(cosine)) }))
    .toSorted(byScoreThenId)
    .slice(0, limit);
}
