import type { Analyser } from '../contracts/analyser.ts';
import type { ConversationTurn } from '../contracts/conversation.ts';
import type { Filter, SearchIndex } from '../contracts/engine.ts';
import { isFunctionWord, withoutFunctionWords } from '../text/function-words.ts';
import { detectLanguage, possibleLanguages } from '../text/language/detect-language.ts';
import { blank } from '../text/sentences/note-marks.ts';
import { distinctTerms } from '../text/words.ts';
import { isQuestionWord, withoutOpeningTalk, withoutQuestionWords } from './asking-words.ts';
import { numbersAndIdentifiers } from './names.ts';
import { type SmallTalk, smallTalkOf } from './small-talk.ts';

/** What the language of a conversation is told by. */
export interface LanguageEvidence {
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history?: readonly ConversationTurn[];
  /** BCP 47 primary subtags of the documents' languages, the most common first. Default: not known. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * The language of a question as a BCP 47 primary subtag. One that the question does not show is that of the questions
 * before it, then the first of the documents' that is written in its letters.
 */
export function conversedLanguage({ question, history = [], languages = [] }: LanguageEvidence): string {
  const asked = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const [language = 'en'] = [...asked, question].reduce<readonly string[]>(
    (likeliest, text) => [possibleLanguages(text, likeliest)[0], ...languages],
    languages,
  );
  return language;
}

/** A message as it is heard first, before it is known what it asks. */
export interface HeardMessage {
  /** What Footnote answers in, as {@link conversedLanguage} tells it: a BCP 47 primary subtag. */
  readonly language: string;
  /** What it is instead of a question; undefined for a question. */
  readonly smallTalk: SmallTalk | undefined;
}

/** Hears a message of a conversation. */
export function hearMessage(evidence: LanguageEvidence): HeardMessage {
  const { question } = evidence;
  return {
    language: conversedLanguage(evidence),
    smallTalk: smallTalkOf(question) ?? smallTalkOf(withoutOpeningTalk(question)),
  };
}

/** The language that one message shows, or several of one user; else the `expected` one. */
export function messageLanguage(message: string, expected?: string): string {
  return detectLanguage(message, expected);
}

/** The field of every chunk that has its document's language. */
const languageField = 'language';

/** Languages in which a question's words are looked up at most. */
const mostTried = 8;

/** The share of its words that documents hold from which a question is in their language, and in none besides. */
const mostWords = 0.5;

/** What the language of a question is told by. */
interface QuestionLanguageContext {
  /** Of the documents, the most common first. */
  readonly languages: readonly string[];
  /** All that are searched. */
  readonly indexes: readonly Pick<SearchIndex, 'spec' | 'keywords' | 'count'>[];
  /** What the caller may see; undefined for everything. */
  readonly allowed: Filter | undefined;
  /** The one that the indexes were written with. */
  readonly analyser: Analyser;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The language of a question as a BCP 47 primary subtag. Where its words leave open which of the documents' languages
 * it is in, it is the one whose documents hold most of them: "orari del museo" stands in an Italian one. Errors:
 * `aborted`, and those of the engine.
 */
export async function questionLanguage(text: string, context: QuestionLanguageContext): Promise<string> {
  const [likeliest, ...others] = possibleLanguages(text, context.languages);
  if (others.length === 0) return likeliest;
  // Where no document is in it, its own small words are no words of theirs, and names and codes are of any language.
  const isTheirs = context.languages.includes(likeliest);
  const asked = isTheirs ? text : blank(text, numbersAndIdentifiers(text));
  const telling = isTheirs ? text : withoutFunctionWords(asked, likeliest);
  const tried = await Promise.all(
    [likeliest, ...others.slice(0, mostTried - 1)].map(async (language) => ({
      language,
      share: await shareFound({ asked, telling }, language, context),
    })),
  );
  // The sort is stable: of equals, the likeliest stays first.
  const [best] = tried.toSorted((a, b) => b.share - a.share);
  if (best === undefined || (!isTheirs && best.share < mostWords)) return likeliest;
  const asksInItsOwn = !isTheirs && (await hasOwnWords(text, likeliest, best.language, context));
  return asksInItsOwn ? likeliest : best.language;
}

function asksOrJoins(word: string, language: string): boolean {
  return isQuestionWord(word, language) || isFunctionWord(word, language);
}

/**
 * Whether a text has words that ask or join in a language, that the other does not have, and that no document in the
 * other holds: “was”, “die” and “welchem” of a question over a price list, which shows no language itself.
 */
async function hasOwnWords(
  text: string,
  language: string,
  other: string,
  context: QuestionLanguageContext,
): Promise<boolean> {
  const own = (text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).filter(
    (word, at) =>
      (at === 0 || !/^\p{Lu}/u.test(word)) && asksOrJoins(word, language) && !asksOrJoins(word, other),
  );
  for (const word of own) {
    const share = await shareFound({ asked: word, telling: word }, other, context);
    if (share === 0) return true;
  }
  return false;
}

/** The share of a question's terms that documents of a language hold, those of what is telling in it alone. */
async function shareFound(
  { asked, telling }: { readonly asked: string; readonly telling: string },
  language: string,
  { indexes, allowed, analyser, signal }: QuestionLanguageContext,
): Promise<number> {
  const all = distinctTerms(analyser, withoutQuestionWords(asked, language), language);
  const terms = [...all.intersection(distinctTerms(analyser, telling, language))];
  const statistics = await Promise.all(
    indexesWithLanguage(indexes).map(async (index) => {
      const inLanguage: Filter = { field: languageField, op: 'eq', value: language };
      const filter = allowed ? { and: [allowed, inLanguage] } : inLanguage;
      return index.keywords.statistics(terms, { filter, signal });
    }),
  );
  const found = terms.filter((_, place) => statistics.some((one) => (one.frequencies[place] ?? 0) > 0));
  return found.length / Math.max(1, all.size);
}

/**
 * Of the documents' languages those of what the caller may see, the most common first: what the others are in is theirs
 * alone. Errors: `aborted`, and those of the engine.
 */
export async function visibleLanguages({
  languages,
  indexes,
  allowed,
  signal,
}: QuestionLanguageContext): Promise<readonly string[]> {
  if (!allowed) return languages;
  const counted = await Promise.all(
    languages.map(async (language) => {
      const filter = { and: [allowed, { field: languageField, op: 'eq' as const, value: language }] };
      const statistics = await Promise.all(
        indexesWithLanguage(indexes).map(async (index) => index.count({ filter, signal })),
      );
      return { language, chunks: statistics.reduce((sum, one) => sum + one, 0) };
    }),
  );
  const visible = counted.filter(({ chunks }) => chunks > 0).toSorted((a, b) => b.chunks - a.chunks);
  return visible.map(({ language }) => language);
}

function indexesWithLanguage(indexes: QuestionLanguageContext['indexes']) {
  return indexes.filter(({ spec }) => Object.hasOwn(spec.fields, languageField));
}
