import { byLanguage } from '../../language/language-packs.ts';
import { wholeWords } from '../../text/whole-words.ts';

/** What kind of thing a question asks for, as far as its question word tells. */
export type AnswerType = 'person' | 'time' | 'quantity' | 'place' | 'reason';

/** How each kind is asked for, the first that fits, by language. */
const written = byLanguage(({ asking }) => asking?.answerTypes);

const questions = new Map(
  Object.entries(written).map(([language, kinds]) => [
    language,
    Object.entries(kinds).map(([kind, words]) => [kind as AnswerType, wholeWords(words, language)] as const),
  ]),
);

/** The kind of thing that a question asks for; undefined where its words do not say, or its language is not known. */
export function answerType(question: string, language: string): AnswerType | undefined {
  const asked = question.replace(/^[\p{P}\s]+/u, '');
  return questions.get(language)?.find(([, pattern]) => pattern.test(asked))?.[0];
}
