import type { Coverage, CoveredDocument, NamedTopic, Outcome } from '../../contracts/generator.ts';
import type { SpokenLanguage } from '../../language/language-pack.ts';
import type { HeardMessage } from '../../question/question-language.ts';
import { type Remark, Speaker, wordings } from './speaker.ts';

/** The setting `answer.language`: one language for all that Footnote itself says, or that of each question. */
export type LanguageSetting = 'question' | SpokenLanguage;

/**
 * The language to speak: the one that is set, else that of the question, a BCP 47 primary subtag. What there are no
 * sentences in is spoken to in English, whatever documents are written in.
 */
export function spokenLanguage(setting: LanguageSetting, language: string): SpokenLanguage {
  if (setting !== 'question') return setting;
  return isSpoken(language) ? language : 'en';
}

/** Whether a language, a BCP 47 primary subtag, is one that Footnote speaks. */
function isSpoken(language: string): language is SpokenLanguage {
  return Object.hasOwn(wordings, language);
}

/** Words that name documents, with where they name each. */
export interface TopicText {
  readonly text: string;
  /** Where it names documents, in order. */
  readonly topics: readonly NamedTopic[];
}

/** What documents cover, in a sentence that has a place for `topics`. */
function coveredTopics(
  { documents, hasMore }: Coverage,
  speaker: Speaker,
  sentenceWith: (topics: string) => Remark & { readonly topics: string | number },
): TopicText {
  const separator = speaker.say({ sentence: 'listSeparator' });
  const topics: NamedTopic[] = [];
  let listed = '';
  for (const document of documents) {
    if (listed !== '') listed += separator;
    const start = listed.length;
    listed += topicOf(document, speaker);
    topics.push({ documentId: document.documentId, start, end: listed.length });
  }
  const list = hasMore ? speaker.place({ sentence: 'andMore', list: listed }) : undefined;
  const { text, starts } = speaker.place(sentenceWith(list?.text ?? listed));
  const moved = (starts.get('topics') ?? 0) + (list?.starts.get('list') ?? 0);
  return {
    text,
    topics: topics.map((topic) => ({ ...topic, start: topic.start + moved, end: topic.end + moved })),
  };
}

function topicOf({ title, headings, hasMoreHeadings }: CoveredDocument, speaker: Speaker): string {
  const quoted = (words: string) => speaker.say({ sentence: 'quoted', words });
  if (headings.length === 0) return quoted(title);
  const list = headings.map(quoted).join(speaker.say({ sentence: 'listSeparator' }));
  return speaker.say({
    sentence: 'titleWithHeadings',
    title: quoted(title),
    headings: hasMoreHeadings ? speaker.say({ sentence: 'andMore', list }) : list,
  });
}

/** Why nothing is answered. */
export type Abstention = Exclude<Outcome, 'answered' | 'small-talk' | 'store-away'>;

/** Says why there is no answer, and what the documents are about instead. */
export function abstentionText(reason: Abstention, coverage: Coverage, speaker: Speaker): TopicText {
  if (reason === 'no-documents') return { text: speaker.say({ sentence: 'noDocuments' }), topics: [] };
  const why = speaker.say({ sentence: sentences[reason] });
  return coveredTopics(coverage, speaker, (topics) => ({ sentence: 'refusal', why, topics }));
}

const sentences = {
  'nothing-found': 'nothingFound',
  'below-threshold': 'nothingFound',
  'too-few-passages': 'tooLittleFound',
  unproven: 'nothingProven',
} as const satisfies Record<Exclude<Abstention, 'no-documents'>, string>;

/** What a reply depends on. */
interface ReplyContext {
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
  { smallTalk, language: told }: HeardMessage,
  { setting, coverage }: ReplyContext,
): Promise<TopicText | undefined> {
  if (!smallTalk) return undefined;
  const { kind, languages } = smallTalk;
  const language = spokenLanguage(setting, told);
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
