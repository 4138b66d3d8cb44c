import type { ConversationTurn } from '../../contracts/conversation.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import { type SpokenLanguage, wordings } from './wordings.ts';

/** The setting `answer.language`: one language for all that Footnote itself says, or that of each question. */
export type LanguageSetting = 'question' | SpokenLanguage;

/** What a language is told by. */
export interface LanguageEvidence {
  readonly question: string;
  /** Earlier messages of the conversation, oldest first. */
  readonly history?: readonly ConversationTurn[];
  /** BCP 47 primary subtag of most of the documents; undefined where it is not known. */
  readonly mainLanguage?: string | undefined;
}

/**
 * The language to speak: the one that is set, else that of the question. One that the question does not show is that
 * of the questions before it, then the documents'. What there are no sentences in is spoken to in the documents'
 * language, then in English.
 */
export function spokenLanguage(setting: LanguageSetting, evidence: LanguageEvidence): SpokenLanguage {
  if (setting !== 'question') return setting;
  const { question, history = [], mainLanguage } = evidence;
  const asked = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const shown = [...asked, question].reduce(
    (expected, text) => detectLanguage(text, expected),
    mainLanguage ?? 'en',
  );
  return [shown, mainLanguage].find(isSpoken) ?? 'en';
}

function isSpoken(language: string | undefined): language is SpokenLanguage {
  return language !== undefined && Object.hasOwn(wordings, language);
}
