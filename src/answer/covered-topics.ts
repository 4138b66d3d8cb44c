import type { Coverage, CoveredDocument, NamedTopic } from '../contracts/coverage.ts';

/** Words that name documents, with where they name each. */
export interface TopicText {
  readonly text: string;
  /** Where it names documents, in order. */
  readonly topics: readonly NamedTopic[];
}

/** What documents cover, between what is said before and behind it. */
export function coveredTopics(before: string, { documents, hasMore }: Coverage, behind: string): TopicText {
  const topics: NamedTopic[] = [];
  let text = before;
  for (const [place, document] of documents.entries()) {
    if (place > 0) text += ', ';
    const start = text.length;
    text += topicOf(document);
    topics.push({ documentId: document.documentId, start, end: text.length });
  }
  return { text: `${text}${hasMore ? ' and more' : ''}${behind}`, topics };
}

function topicOf({ title, headings, hasMoreHeadings }: CoveredDocument): string {
  if (headings.length === 0) return quoted(title);
  return `${quoted(title)} (${headings.map(quoted).join(', ')}${hasMoreHeadings ? ' and more' : ''})`;
}

const quoted = (words: string) => `“${words}”`;
