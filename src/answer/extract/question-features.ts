import type { Analyser } from '../../contracts/analyser.ts';
import type { GenerateRequest, WeightedTerm } from '../../contracts/generator.ts';
import { names } from '../../text/proper-names.ts';
import { flowLines } from '../../text/sentences/flow-lines.ts';
import { type AnswerType, answerType } from './answer-type.ts';
import { type AskedDefinition, askedDefinition } from './asked-definition.ts';
import { asksForCode } from './asks-for-code.ts';
import { type AskedList, asksForList } from './asks-for-list.ts';

/** The question's terms that something holds, each with how far: 1 for the term itself, less for what stands for it. */
export type CoveredTerms = ReadonlyMap<string, number>;

/** What units are scored by: the question's words, and what it asks for. */
export interface QuestionFeatures {
  /** Steps, several things, or how things differ; code may hold the steps. */
  readonly list: AskedList | undefined;
  readonly wantsCode: boolean;
  readonly terms: readonly WeightedTerm[];
  readonly totalWeight: number;
  readonly covered: (terms: readonly string[]) => CoveredTerms;
  /** All of its terms, those that only ask among them. */
  readonly words: ReadonlySet<string>;
  readonly text: string;
  /** What was replied so far, on one line; empty where it may be said again. */
  readonly alreadySaid: string;
  /** What was replied earlier and seldom answers this too, on one line; empty where that does not count. */
  readonly saidEarlier: string;
  readonly type: AnswerType | undefined;
  /** Its terms that are names: words with a capital within it. */
  readonly names: ReadonlySet<string>;
  /** The numbers in it. */
  readonly figures: ReadonlySet<string>;
  /** What is asked to be defined; undefined where nothing is. */
  readonly definition: AskedDefinition | undefined;
}

/** Reads what a question asks for. */
export function questionFeatures(request: GenerateRequest, analyser: Analyser): QuestionFeatures {
  const { question, language, terms, alreadySaid = '', saidEarlier = '' } = request;
  const asked = answerType(question, language);
  // What is asked the reason of tells better than a word for one, unless it was said before.
  const known = asked === 'reason' && alreadySaid === '' ? undefined : asked;
  // "Who is a contributor under this licence?" asks who counts as one, and for no name.
  const mayDefine = known === undefined || known === 'person';
  const definition = mayDefine ? askedDefinition(question, language, analyser) : undefined;
  const words = analyser.terms(question, language).map(({ text }) => text);
  return {
    list: asksForList(question, language),
    wantsCode: asksForCode(question, language),
    terms,
    totalWeight: terms.reduce((sum, { weight }) => sum + weight, 0),
    covered: coveredBy(request),
    words: new Set(words),
    text: question,
    alreadySaid: inOneLine(alreadySaid),
    saidEarlier: inOneLine(saidEarlier),
    type: definition ? undefined : known,
    names: new Set(analyser.terms(names(question, language).join(' '), language).map(({ text }) => text)),
    figures: new Set(question.match(/\p{N}+(?:[.,]\p{N}+)*/gu)),
    definition,
  };
}

/** Tells which of the question's terms a text holds, itself or in what was looked for in their stead. */
export function coveredBy({
  terms,
  expansions,
}: Pick<GenerateRequest, 'terms' | 'expansions'>): QuestionFeatures['covered'] {
  const asked = new Set(terms.map(({ term }) => term));
  const instead = Map.groupBy(expansions, ({ term }) => term);
  return (found) => {
    const covered = new Map<string, number>();
    for (const term of new Set(found)) {
      if (asked.has(term)) covered.set(term, 1);
      for (const { standsFor, weight } of instead.get(term) ?? []) {
        for (const meant of standsFor) covered.set(meant, Math.min(1, (covered.get(meant) ?? 0) + weight));
      }
    }
    return covered;
  };
}

/** Share of the question's weight that these terms hold, in [0, 1]. */
export function share({ terms, totalWeight }: QuestionFeatures, contained: CoveredTerms): number {
  const covered = terms.reduce((sum, { term, weight }) => sum + weight * (contained.get(term) ?? 0), 0);
  return totalWeight === 0 ? 0 : covered / totalWeight;
}

/** A text on one line, as an answer has it. */
export function inOneLine(text: string): string {
  return flowLines(text).trim();
}
