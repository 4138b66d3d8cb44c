import type { Analyser } from '../../contracts/analyser.ts';
import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { GenerateRequest, StandInTerm, WeightedTerm } from '../../contracts/generator.ts';
import { type Question, type QuestionPart, readPart } from '../../question/question.ts';
import type { WholeQuestion } from '../../question/whole-question.ts';
import type { QuestionTrace } from '../../retrieve/hit.ts';
import { sumOfWeights } from '../../retrieve/legs/weigh-hit.ts';
import { distinctTerms } from '../../text/words.ts';
import { Attributes } from '../attributes.ts';
import type { ReadPassage } from '../passages-to-read.ts';

/** What sentences are chosen by for one question: what it asks, with which words, and what was said before. */
export interface AskedToQuote {
  readonly question: QuestionPart;
  /** Its distinct terms as the keyword leg looked for them. */
  readonly terms: readonly WeightedTerm[];
  /** What else was looked for. */
  readonly expansions: readonly StandInTerm[];
  readonly passages: readonly ReadPassage[];
  /**
   * What was replied so far, where the question asks for more than that: to quote it once more is no answer. Empty
   * where it may be said again.
   */
  readonly alreadySaid: string;
  /**
   * What was replied before the last reply, where the question leans on the conversation, and with it where that is of
   * another subject: it rarely answers that too. Empty where it does not count.
   */
  readonly saidEarlier: string;
  readonly signal?: AbortSignal | undefined;
}

/** A request as the answer stage makes it: to be written from by any generator, and to be quoted from. */
export interface QuotingRequest extends GenerateRequest {
  readonly passages: readonly ReadPassage[];
  readonly quoting: Quoting;
}

/** What quoting knows beside question and passages: of the message and each of its questions. */
type Quoting = Pick<AskedToQuote, 'terms' | 'expansions' | 'alreadySaid' | 'saidEarlier'> &
  Pick<Question, 'message' | 'parts'>;

/** Each question of a request, as quoting reads it. What somebody else has made is read here. */
export function questionsToQuote(request: GenerateRequest, analyser: Analyser): readonly AskedToQuote[] {
  const { passages, signal } = request;
  const { message, parts, ...known } = isQuoting(request) ? request.quoting : readAlone(request, analyser);
  const all = termsAskedFor(message, known.terms, analyser);
  return parts.map((question) => {
    const terms = question === message ? all : termsOfPart(question, all, analyser);
    return { ...known, question, terms, passages, signal };
  });
}

/** All of a request as one question. */
export function questionToQuote(request: GenerateRequest, analyser: Analyser): AskedToQuote {
  const { passages, signal } = request;
  const { message, parts: _, ...known } = isQuoting(request) ? request.quoting : readAlone(request, analyser);
  return { ...known, question: message, passages, signal };
}

function isQuoting(request: GenerateRequest): request is QuotingRequest {
  return 'quoting' in request;
}

/** A request that tells nothing but its question: each of its words counts alike. */
function readAlone({ question, language }: GenerateRequest, analyser: Analyser): Quoting {
  const message = readPart(question, language);
  const terms = Array.from(distinctTerms(analyser, message.content, language), (term) => ({
    term,
    weight: 1,
  }));
  return { message, parts: [message], terms, expansions: [], alreadySaid: '', saidEarlier: '' };
}

/** What the rest of a message counts beside one of its questions, most: it tells of what is asked. */
const weightOfRest = 0.5;

/** The terms of one question of a message, with those of the rest of it together at most half as heavy as its own. */
function termsOfPart(
  part: QuestionPart,
  all: readonly WeightedTerm[],
  analyser: Analyser,
): readonly WeightedTerm[] {
  const held = distinctTerms(analyser, part.text, part.language);
  const own = termsAskedFor(part, all, analyser).filter(({ term }) => held.has(term));
  const rest = all.filter(({ term }) => !held.has(term));
  const most = weightOfRest * sumOfWeights(own);
  const share = Math.min(1, most / sumOfWeights(rest));
  return [...own, ...rest.map((one) => ({ ...one, weight: one.weight * share }))];
}

/** The number of a version, an address: its groups of digits by themselves are other numbers. */
const groupsOfDigits = /(?<![\p{L}\p{N}.])v?\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){2,}(?![\p{L}\p{N}])/giu;

/**
 * Terms without those of words that state nothing or ask for a comparison, and without the groups of a number that has
 * several, as far as these stand nowhere else: they name nothing.
 */
export function termsAskedFor(
  { text, language, content }: QuestionPart,
  terms: readonly WeightedTerm[],
  analyser: Analyser,
): readonly WeightedTerm[] {
  const all = distinctTerms(analyser, text, language);
  const numbers = content.match(groupsOfDigits) ?? [];
  const naming = new Set(distinctTerms(analyser, content.replace(groupsOfDigits, ' '), language));
  for (const number of numbers) naming.add(analyser.terms(number, language).at(-1)?.text ?? number);
  // What was taken over from a conversation stands in none of them.
  return terms.filter(({ term }) => naming.has(term) || !all.has(term));
}

/** What quoting knows of a question that was searched for, in this conversation. */
export function quotingOf(
  question: Question,
  { terms, expansions }: Pick<QuestionTrace, 'terms' | 'expansions'>,
  history: readonly ConversationTurn[],
  analyser: Analyser,
): Quoting {
  const { whole, message, parts, asksForMore, language, documentLanguage } = question;
  const weigh = asksForMore && whole.carried.length > 0 ? onlyCarried : weighCarried;
  const said = history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []));
  const asksOnlyWhy = whole.leavesAllUnsaid === true && message.type === 'reason';
  const saidEarlier = { all: said, earlier: said.slice(0, -1), none: [] }[whole.repliesPast];
  return {
    message,
    parts,
    terms: weigh(terms, whole, analyser, language),
    expansions: [
      ...expansions,
      ...new Attributes(language, analyser).standIns(message.text, documentLanguage),
    ],
    alreadySaid: asksForMore || asksOnlyWhy ? inOneText(said) : '',
    saidEarlier: inOneText(saidEarlier),
  };
}

/** Characters of earlier replies that are looked through for what was quoted already. */
const repliesRead = 20_000;

function inOneText(said: readonly string[]): string {
  return said.join('\n').slice(-repliesRead);
}

/**
 * The question's terms, those of words taken over from the conversation together at most as heavy as those of the
 * reader's own: they say what the question is about, and most of a passage that was found by them is about that.
 * `language` is that of the question.
 */
export function weighCarried(
  terms: readonly WeightedTerm[],
  { carried }: Pick<WholeQuestion, 'carried'>,
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  const isCarried = carriedTest(carried, analyser, language);
  const own = sumOfWeights(terms.filter((one) => !isCarried(one)));
  const takenOver = sumOfWeights(terms.filter(isCarried));
  if (own === 0 || takenOver <= own) return terms;
  return terms.map((one) => (isCarried(one) ? { ...one, weight: (one.weight * own) / takenOver } : one));
}

/** The terms of words taken over alone: who asks for more says nothing else of what it is about. */
export function onlyCarried(
  terms: readonly WeightedTerm[],
  { carried }: Pick<WholeQuestion, 'carried'>,
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  return terms.filter(carriedTest(carried, analyser, language));
}

function carriedTest(carried: readonly string[], analyser: Analyser, language: string) {
  const all = new Set(carried.flatMap((word) => analyser.terms(word, language).map(({ text }) => text)));
  return ({ term }: WeightedTerm) => all.has(term);
}
