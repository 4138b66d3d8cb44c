import type { Coverage } from '../../contracts/coverage.ts';
import { withoutOpeningTalk } from '../../question/asking-words.ts';
import { smallTalkOf } from '../../question/small-talk.ts';
import { Speaker } from '../wording/speaker.ts';
import {
  isSpoken,
  type LanguageEvidence,
  type LanguageSetting,
  spokenLanguage,
} from '../wording/spoken-language.ts';
import { coveredTopics, type TopicText } from './covered-topics.ts';

/** What a reply depends on. */
export interface ReplyContext {
  /** The setting `answer.language`. */
  readonly setting: LanguageSetting;
  /** What the documents are about; asked for only where the message wants to know. */
  readonly coverage: () => Promise<Coverage>;
}

/**
 * What is said to small talk, and to who asks what can be asked here, in the language of the message. Undefined for a
 * question, and where there are no documents to tell of.
 */
export async function replyToSmallTalk(
  evidence: LanguageEvidence,
  { setting, coverage }: ReplyContext,
): Promise<TopicText | undefined> {
  const { question } = evidence;
  const smallTalk = smallTalkOf(question) ?? smallTalkOf(withoutOpeningTalk(question));
  if (!smallTalk) return undefined;
  const { kind, languages } = smallTalk;
  const language = spokenLanguage(setting, evidence);
  const isSettled = setting !== 'question' || languages.includes(language);
  const speaker = new Speaker(isSettled ? language : (languages.find(isSpoken) ?? language));
  if (kind !== 'introduction') {
    const sentence = kind === 'acknowledgement' ? 'thanks' : kind;
    return { text: speaker.say({ sentence }), topics: [] };
  }
  const covered = await coverage();
  if (covered.documents.length === 0) return undefined;
  return coveredTopics(covered, speaker, (topics) => ({ sentence: kind, topics }));
}
