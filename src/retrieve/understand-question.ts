import { FootnoteError } from '../errors.ts';
import { detectLanguage } from '../text/detect-language.ts';

/** A question as the legs take it. */
export interface Question {
  /** As it was asked, without the white space around it: what is embedded. */
  readonly text: string;
  /** BCP 47 primary subtag. */
  readonly language: string;
  /** What the keyword leg looks for: the text without words that only make it a question. */
  readonly keywords: string;
}

/**
 * Checks a question, finds its language and takes out the words that ask rather than tell.
 * `maxLength` is in UTF-16 code units. Errors: `question_empty` where there is no letter, digit or symbol;
 * `question_too_long`.
 */
export function understandQuestion(question: string, options: { maxLength: number }): Question {
  // The length is checked first, so that nothing that costs time sees a text of any length.
  if (question.length > options.maxLength) {
    throw new FootnoteError('question_too_long', { length: question.length, limit: options.maxLength });
  }
  const text = question.trim();
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) throw new FootnoteError('question_empty', {});
  const language = detectLanguage(text);
  return { text, language, keywords: language === 'en' ? withoutQuestionWords(text) : text };
}

/** Interrogatives, auxiliaries and pronouns of English. The analyser's stop words (is, are, was, will, …) go there. */
const questionWords = new Set(
  `what which who whom whose when where why how
   do does did has have had can could would should may might must am were been being shall
   i me my we us our you your its please tell about`.split(/\s+/),
);

/** Keeps names: capitalised inside a sentence ("May"), all capitals ("US"). Where all would go, nothing does. */
function withoutQuestionWords(text: string): string {
  const words = text.split(/\s+/);
  const kept = words.filter((word, position) => {
    const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const beginsSentence = position === 0 || /[.?!:]$/.test(words[position - 1] as string);
    const isName = /^\p{Lu}{2}/u.test(bare) || (!beginsSentence && /^\p{Lu}\p{L}/u.test(bare));
    return isName || !questionWords.has(bare.toLowerCase());
  });
  return kept.some((word) => /[\p{L}\p{N}]/u.test(word)) ? kept.join(' ') : text;
}
