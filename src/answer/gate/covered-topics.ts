import type { Coverage, CoveredDocument, NamedTopic } from '../../contracts/coverage.ts';
import type { Speaker } from '../wording/speaker.ts';
import type { Remark } from '../wording/wording.ts';

/** Words that name documents, with where they name each. */
export interface TopicText {
  readonly text: string;
  /** Where it names documents, in order. */
  readonly topics: readonly NamedTopic[];
}

/** What documents cover, in a sentence that has a place for `topics`. */
export function coveredTopics(
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
