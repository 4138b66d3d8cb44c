import type { Analyser } from '../../contracts/analyser.ts';
import type { CosineScale } from '../../contracts/embedder.ts';
import type {
  EngineHit,
  Filter,
  KeywordBoosts,
  KeywordQuery,
  SearchIndex,
  TermStatistics,
} from '../../contracts/engine.ts';
import { type ErrorDetails, FootnoteError, isFootnoteError } from '../../errors.ts';
import type { Question } from '../../question/question.ts';
import { distinctTerms, unspacedLetters, writesSpaces } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import { bestFirst, type CollectionHits } from '../candidate.ts';
import type { Expansion } from '../hit.ts';
import { type AskedTerms, weighTerms } from '../relevance.ts';
import type { Stopwatch } from '../stopwatch.ts';
import { expandQuestion, type QuestionExpansion } from '../terms/expand-question.ts';
import { otherWritings } from '../terms/other-writings.ts';
import { Vocabulary } from '../terms/vocabulary.ts';
import { identifiersOf, preferWholeIdentifiers } from './prefer-whole-identifiers.ts';
import { bestOf, searchOtherWritings } from './search-other-writings.ts';
import { addUp, reweigh, weighHit } from './weigh-hit.ts';

/** A collection to search: its name and its live index. */
export interface SearchedCollection {
  readonly name: string;
  readonly index: SearchIndex;
  /** Where what is meant for it of the question's vector begins and ends. Default: all. */
  readonly vectorPart?: { readonly from: number; readonly to: number };
  /** How its model's cosines compare with the shipped model's. Default: they are taken as they are. */
  readonly cosines?: CosineScale | undefined;
}

/** What the legs need. */
export interface LegsContext {
  /** At least one. All under the same analyser, and under the same embedder or on one scale of cosines. */
  readonly collections: readonly SearchedCollection[];
  /** What the caller may see: words are as rare as they are there, and no others are known. Default: everything. */
  readonly allowed?: Filter | undefined;
  /** The question's vector, which may still be in the making. */
  readonly embedding: Promise<Float32Array>;
  readonly analyser: Analyser;
  readonly questionExpansion: QuestionExpansion;
  /** What words in titles and headings count for. Default: what the engine says. */
  readonly boosts?: KeywordBoosts;
  /** Hits to take from each leg of each collection, 1–1000. */
  readonly limit: number;
  readonly stopwatch: Stopwatch;
  /** Takes what the words found, in a time that is spent waiting for the vector anyway. */
  readonly prepare?: (found: readonly CollectionHits[]) => Promise<unknown>;
}

/** What a search found before anything was fused. */
export interface SearchedLegs extends AskedTerms {
  readonly hits: readonly CollectionHits[];
  /**
   * Those of the content terms that no chunk holds, nor anything in their stead, where chunks are in their language.
   */
  readonly absent: ReadonlySet<string>;
}

/** What the words of a phrase count for where it stands, beside passages that have them apart. */
const phraseWeight = 1.5;

/**
 * {@link searchLegs}, by the phrases of the question: passages that have them are preferred, and the others found as
 * well, since words are often quoted in another form than the documents have them in. Where all of the question is
 * quoted, or the settings say so, nothing else is found, but for a second search without them where no passage has them
 * all. Warnings tell of phrases that could not be required, or are nowhere.
 */
export async function searchLegsOrWords(
  question: Question,
  context: LegsContext,
  options: { readonly filter?: Filter; readonly signal?: AbortSignal },
): Promise<SearchedLegs & { readonly warnings: readonly string[] }> {
  const isLookedFor = (phrase: string) =>
    distinctTerms(context.analyser, phrase, question.documentLanguage).size > 0;
  const phrases = question.phrases.filter(isLookedFor);
  const isExact = question.isQuotation || context.questionExpansion.settings.exactPhrases === true;
  if (!isExact)
    return { ...(await searchLegs({ ...question, phrases: [] }, context, options, phrases)), warnings: [] };
  const warnings = question.phrases
    .filter((phrase) => !isLookedFor(phrase))
    .map((phrase) => `“${phrase}” is not required: all its words are too common to search for.`);
  const legs = await searchLegs({ ...question, phrases }, context, options);
  if (phrases.length === 0 || legs.hits.some(({ keyword }) => keyword.length > 0))
    return { ...legs, warnings };
  const quoted = phrases.map((phrase) => `“${phrase}”`).join(' and ');
  warnings.push(`No passage contains ${quoted}, so the search ignored the quotation marks.`);
  return { ...(await searchLegs({ ...question, phrases: [] }, context, options)), warnings };
}

/**
 * Both legs of every collection at once. Scores are comparable over collections: cosines by themselves, and
 * BM25 after each term's part is weighed anew by its rarity in all the collections together, or in what the
 * caller may see of them. Where the question has phrases, the vector leg keeps only what the keyword leg found
 * with them; those that are `preferred` count more where they stand. Stages timed: vector, and keyword, which
 * has the question's expansion in it. Errors: those of the engine; a filter that one of several collections
 * cannot hold is refused with its name.
 */
export async function searchLegs(
  question: Question,
  context: LegsContext,
  options: { readonly filter?: Filter; readonly signal?: AbortSignal },
  preferred: readonly string[] = [],
): Promise<SearchedLegs> {
  const { collections, allowed, embedding, analyser, limit, stopwatch } = context;
  const { keywords, contents, documentLanguage: language, phrases } = question;
  const terms = [...distinctTerms(analyser, keywords, language)];
  const contentTerms = contents.map((content) => contentShares(content, language, analyser));
  const allContent = new Set(contentTerms.flatMap((some) => [...some.keys()]));
  const [vector, keyword] = await Promise.all([
    embedding.then((vector) =>
      stopwatch.time('vector', () =>
        inEach(collections, async ({ index, vectorPart: part, cosines }) => {
          const own = part ? vector.subarray(part.from, part.to) : vector;
          const found = await index.vectors.search({ vector: own, limit, ...options });
          if (!cosines) return found;
          const higher =
            question.language === language ? ownValue(cosines.higherIn ?? {}, language) : undefined;
          return found.map((hit) => ({
            ...hit,
            score: comparableCosine(hit.score - (higher ?? 0), cosines),
          }));
        }),
      ),
    ),
    searchWords(question, { terms, preferred }, context, options),
  ]);
  const common = addUp(keyword.map(({ visible }) => visible));
  const weighted = weighTerms(terms, common);
  const isComparable = collections.length === 1 && !allowed;
  const hits = keyword.map(({ collection, hits: found, whole }, place): CollectionHits => {
    const near = vector[place] ?? [];
    return {
      collection,
      vector: phrases.length === 0 ? near : amongThese(near, found),
      keyword: isComparable ? found : reweigh(found, terms, whole, common),
    };
  });
  const expansions = keyword.flatMap((leg) => leg.expansions);
  const nowhere = termsNowhere(terms, common);
  const isForeign = question.language !== language;
  return {
    hits,
    terms: weighted,
    contents: contentTerms.map((wanted) =>
      weighted.flatMap(({ term, weight }) => {
        const share = wanted.get(term);
        if (share === undefined) return [];
        return { term, weight: weight * share * (isForeign && nowhere.has(term) ? foreignWordShare : 1) };
      }),
    ),
    needless: writesSpaces(language) ? nowhere.difference(allContent) : new Set(),
    expansions: [...new Map(expansions.map((one) => [`${one.from}\n${one.term}`, one])).values()],
    absent: isForeign ? new Set() : absentOf(allContent.intersection(nowhere), expansions),
    chunks: common.chunks,
    wordShare: question.wordShare,
  };
}

/** The cosine from which a passage of the shipped model is near a question. */
export const nearCosine = 0.4;

/**
 * A model's cosine on the scale of the shipped model, within [−1, 1]: its `unrelated` is 0 there, its `near` is
 * {@link nearCosine}, and all between and beyond lies on the same line. Thresholds, confidence and the choice of
 * sentences thus mean the same under every model, and collections under different ones can be asked together.
 */
export function comparableCosine(cosine: number, { unrelated, near }: CosineScale): number {
  const scaled = (nearCosine * (cosine - unrelated)) / (near - unrelated);
  return Math.min(1, Math.max(-1, scaled));
}

/**
 * The terms of what a question is about, with what each counts for: the pairs of a Korean word together as much as one
 * word, since its ending changes with its place in the sentence and long words would count most.
 */
function contentShares(content: string, language: string, analyser: Analyser): ReadonlyMap<string, number> {
  const terms = withoutParts(distinctTerms(analyser, content, language));
  const shares = new Map(Array.from(terms, (term) => [term, 1]));
  if (language !== 'ko') return shares;
  for (const word of content.split(/\s+/)) {
    const pairs = distinctTerms(analyser, word, language);
    for (const pair of pairs) if (shares.has(pair)) shares.set(pair, 1 / pairs.size);
  }
  return shares;
}

/** Without the characters of pairs, which are found in many other words. */
function withoutParts(terms: ReadonlySet<string>): ReadonlySet<string> {
  const pairs = [...terms].filter((term) => unspaced.test(term) && term.length > 1);
  if (pairs.length === 0) return terms;
  const characters = new Set(pairs.join(''));
  return new Set([...terms].filter((term) => term.length > 1 || !characters.has(term)));
}

/** What a word that no document holds counts for in a question in another language than theirs: they could not. */
const foreignWordShare = 0.5;

/** The terms that no chunk holds. */
function termsNowhere(terms: readonly string[], statistics: TermStatistics): ReadonlySet<string> {
  return new Set(terms.filter((_, place) => statistics.frequencies[place] === 0));
}

/** Without those that are found in another form, and pieces of words that are written without spaces. */
function absentOf(terms: ReadonlySet<string>, expansions: readonly Expansion[]): ReadonlySet<string> {
  const standIn = new Set(expansions.flatMap(({ standsFor }) => standsFor));
  return new Set([...terms].filter((term) => !standIn.has(term) && !unspaced.test(term)));
}

const unspaced = new RegExp(`[${unspacedLetters}]`, 'u');

/** What the words found in a collection. */
interface FoundWords {
  readonly collection: string;
  readonly hits: readonly EngineHit[];
  /** What was looked for beside the question's own. */
  readonly expansions: readonly Expansion[];
  /** How common the question's terms are in what the caller may see, and in all. */
  readonly visible: TermStatistics;
  readonly whole: TermStatistics;
}

/** What the words find in each collection. `terms` are those of the question, `preferred` phrases of it. */
async function searchWords(
  question: Question,
  { terms, preferred }: { readonly terms: readonly string[]; readonly preferred: readonly string[] },
  { collections, allowed, analyser, questionExpansion, boosts, limit, stopwatch, prepare }: LegsContext,
  { filter, signal }: { readonly filter?: Filter; readonly signal?: AbortSignal },
): Promise<readonly FoundWords[]> {
  const { keywords: text, documentLanguage: language, phrases } = question;
  const identifiers = identifiersOf(question, analyser);
  const found = await stopwatch.time('keyword', () =>
    inEach(collections, async ({ name, index }) => {
      const vocabulary = new Vocabulary(index.keywords, { allowed, signal });
      const context = { ...questionExpansion, vocabulary, analyser };
      const query = { text, language, phrases, boosts, limit, filter, signal };
      const writings = questionExpansion.settings.spelling ? await otherWritings(question, context) : [];
      const otherwise = await searchOtherWritings(writings, { index, vocabulary, query, analyser });
      const inOtherWriting = otherwise.flatMap((one) => one.expansions);
      const expansions = await expandQuestion(question, context, inOtherWriting);
      const [own, whole] = await Promise.all([
        index.keywords.search({ ...query, expansions }),
        allowed && index.keywords.statistics(terms, { signal }),
        vocabulary.learn(terms),
      ]);
      const written =
        otherwise.length === 0 ? own : bestOf([own, ...otherwise.map((one) => one.hits)], limit);
      const hits = await preferPhrases(written, preferred, {
        index,
        query: { ...query, expansions },
        analyser,
      });
      const visible = vocabulary.statisticsOf(terms);
      return {
        collection: name,
        hits: await preferWholeIdentifiers(hits, identifiers, { index, query: { ...query, expansions } }),
        expansions: [...expansions, ...inOtherWriting],
        visible,
        whole: whole ?? visible,
      };
    }),
  );
  await prepare?.(found.map(({ collection, hits }) => ({ collection, vector: [], keyword: hits })));
  return found;
}

/** What a keyword search found, with more for the words of phrases where these stand whole. Best first. */
async function preferPhrases(
  found: readonly EngineHit[],
  phrases: readonly string[],
  context: { readonly index: SearchIndex; readonly query: KeywordQuery; readonly analyser: Analyser },
): Promise<readonly EngineHit[]> {
  const { index, query, analyser } = context;
  const having = await Promise.all(
    phrases.map((phrase) => index.keywords.search({ ...query, phrases: [phrase] })),
  );
  const all = [...new Map([...having.flat(), ...found].map((hit) => [hit.chunkId, hit])).values()];
  const weighed = phrases.reduce<readonly EngineHit[]>((hits, phrase, place) => {
    const terms = distinctTerms(analyser, phrase, query.language);
    const whole = new Set(having[place]?.map(({ chunkId }) => chunkId));
    return hits.map((hit) =>
      whole.has(hit.chunkId) ? weighHit(hit, (term) => (terms.has(term) ? phraseWeight : 1)) : hit,
    );
  }, all);
  return phrases.length === 0 ? found : weighed.toSorted(bestFirst).slice(0, query.limit);
}

/** What is searched for in each collection, in their order. A refusal names the one of several that it comes from. */
function inEach<Result>(
  collections: readonly SearchedCollection[],
  search: (collection: SearchedCollection) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(
    collections.map(async (collection) => {
      try {
        return await search(collection);
      } catch (error) {
        throw collections.length > 1 ? namingCollection(error, collection.name) : error;
      }
    }),
  );
}

/** Collections may declare different fields: of several, whoever asked must know which one refused the filter. */
function namingCollection(error: unknown, name: string): unknown {
  if (!isFootnoteError(error) || error.code !== 'filter_invalid') return error;
  const details = error.details as ErrorDetails<'filter_invalid'>;
  const problem = `in the collection "${name}" ${details.problem}`;
  return new FootnoteError('filter_invalid', { ...details, problem }, { cause: error });
}

/** The hits whose chunk is among the others. */
function amongThese(hits: readonly EngineHit[], others: readonly EngineHit[]): EngineHit[] {
  const ids = new Set(others.map(({ chunkId }) => chunkId));
  return hits.filter(({ chunkId }) => ids.has(chunkId));
}
