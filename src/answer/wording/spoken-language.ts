import type { ConversationTurn } from '../../contracts/conversation.ts';
import type { SpokenLanguage } from '../../language/language-pack.ts';
import { possibleLanguages } from '../../text/language/detect-language.ts';
import { wordings } from './wording.ts';

/** The setting `answer.language`: one language for all that Footnote itself says, or that of each question. */
export type LanguageSetting = 'question' | SpokenLanguage;

/** What a language is told by. */
export interface LanguageEvidence {
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history?: readonly ConversationTurn[];
  /** BCP 47 primary subtags of the documents' languages, the most common first. Default: not known. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * The language to speak: the one that is set, else that of the question. One that the question does not show is that
 * of the questions before it, then the first of the documents' that is written in its letters. What there are no
 * sentences in is spoken to in English, whatever documents are written in.
 */
export function spokenLanguage(setting: LanguageSetting, evidence: LanguageEvidence): SpokenLanguage {
  if (setting !== 'question') return setting;
  const { question, history = [], languages = [] } = evidence;
  const asked = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const [language = 'en'] = [...asked, question].reduce<readonly string[]>(
    (likeliest, text) => [possibleLanguages(text, likeliest)[0], ...languages],
    languages,
  );
  return isSpoken(language) ? language : 'en';
}

/** Whether a language, a BCP 47 primary subtag, is one that Footnote speaks. */
export function isSpoken(language: string): language is SpokenLanguage {
  return Object.hasOwn(wordings, language);
}
