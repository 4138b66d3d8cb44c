import type { Citation, NamedTopic } from '../contracts/generator.ts';
import type { Calibration } from '../contracts/index-manifest.ts';
import type { SearchResult } from '../retrieve/hit.ts';
import { unnamed } from '../text/heading-path.ts';
import { snippet } from '../text/sentences/sentences.ts';
import type { Answer, AnswerSource, FurtherPassage } from './answer.ts';
import type { ComposedAnswer } from './compose/compose-answer.ts';
import { borneOutShare, type ConfidenceMeasure, hitConfidence, scoreAnswer } from './confidence.ts';
import type { Abstention, TopicText } from './wording/replies.ts';
import type { Speaker } from './wording/speaker.ts';

/** What an answer is made of, as far as it has come. */
export interface AnswerParts {
  readonly searchedFor: string;
  readonly result: SearchResult;
  /** When answering began, by `performance.now()`. */
  readonly startedMs: number;
  readonly confidence: ConfidenceMeasure;
  readonly calibration: Calibration | undefined;
  readonly speaker: Speaker;
  readonly composed?: ComposedAnswer;
  /** What was left out. Default: nothing. */
  readonly further?: readonly FurtherPassage[];
}

/** What an answer has that says nothing from documents. */
const nothingSaid = {
  abstained: false,
  citations: [],
  sources: [],
  further: [],
  sentences: [],
  topics: [],
  unmatched: [],
  confidence: 0,
  confidenceLevel: null,
  conversationId: null,
  messageId: null,
} as const;

/** The answer of what was composed. */
export function answered(parts: AnswerParts): Answer {
  const { searchedFor, result, startedMs, composed, speaker } = parts;
  const { hits, dropped, question, relevance, timings, warnings } = result;
  const citations = composed?.citations ?? [];
  const { value, level, reason } = scoreAnswer(parts.confidence, result, {
    citations: new Set(citations.map(({ title }) => title)).size,
    calibration: parts.calibration,
    borneOut: composed && isWritten(composed) ? borneOutShare(composed.text, composed.sentences) : 1,
    answerProbability: composed?.answerProbability,
  });
  const answerMs = performance.now() - startedMs;
  return {
    ...nothingSaid,
    answer: composed?.text ?? '',
    outcome: 'answered',
    citations,
    sources: answerSources(citations, result),
    further: parts.further ?? [],
    sentences: composed?.sentences ?? [],
    unmatched: composed?.unmatched ?? [],
    confidence: value,
    confidenceLevel: level,
    confidenceReason: reason,
    model: composed?.model ?? null,
    complete: composed?.complete ?? true,
    searchedFor,
    hits,
    dropped,
    question,
    relevance,
    timings: { ...timings, answer: answerMs, total: (timings.total ?? 0) + answerMs },
    warnings: [...warnings, ...(composed?.warnings ?? []).map((warning) => speaker.say(warning))],
  };
}

/** Whether an answer has words of its own: what is quoted is borne out by itself, however often it stands there. */
function isWritten({ model, sentences }: ComposedAnswer): boolean {
  return model !== null || sentences.some(({ verdict }) => verdict !== 'verbatim');
}

/** The answer that says that there is none, and why. Where confidence has levels, it is that of nothing found. */
export function abstained(parts: AnswerParts, outcome: Abstention, { text, topics }: TopicText): Answer {
  const { level } = scoreAnswer(
    parts.confidence,
    { ...parts.result, hits: [] },
    { citations: 0, calibration: parts.calibration, borneOut: 1 },
  );
  return {
    ...answered(parts),
    ...nothingSaid,
    answer: text,
    topics,
    abstained: true,
    outcome,
    confidenceLevel: level,
    confidenceReason: 'nothing is answered',
  };
}

/**
 * The reply to small talk in this language, a BCP 47 primary subtag, for which nothing was searched; `topics` where it
 * names what the documents cover.
 */
export function smallTalk(language: string, reply: string, topics: readonly NamedTopic[] = []): Answer {
  const told = { answer: reply, outcome: 'small-talk', confidenceReason: 'nothing was asked' } as const;
  return { ...unsearched(language, told), topics };
}

/** What is shown while the store is away: passages that earlier answers cited, as they were then. */
export function storeAway(language: string, text: string, citations: readonly Citation[]): Answer {
  const told = { answer: text, outcome: 'store-away', confidenceReason: 'the store is away' } as const;
  return { ...unsearched(language, told), abstained: true, citations };
}

function unsearched(language: string, told: Pick<Answer, 'answer' | 'outcome' | 'confidenceReason'>): Answer {
  return {
    ...nothingSaid,
    ...told,
    model: null,
    complete: true,
    searchedFor: '',
    hits: [],
    dropped: [],
    question: {
      language,
      rephrased: null,
      keywords: '',
      terms: [],
      recognised: [],
      expansions: [],
    },
    relevance: { bestCosine: null, passageCosine: 0, coverage: 0, relevant: false },
    timings: { total: 0 },
    warnings: [],
  };
}

/**
 * The passages that an answer cites, in the order of its first citations. Requirement rows E10 and B7; what has no
 * headings and no pages has the names of row C8.
 */
export function answerSources(citations: readonly Citation[], result: SearchResult): AnswerSource[] {
  const { hits, question } = result;
  return [...Map.groupBy(citations, ({ chunkId }) => chunkId)].flatMap(([chunkId, cited]) => {
    const [first] = cited;
    if (!first) return [];
    const hit = hits.find((one) => one.chunkId === chunkId);
    return {
      chunkId,
      documentId: first.documentId,
      chapter: (first.headingPath[0] ?? first.title) || unnamed.chapter,
      section: first.headingPath.at(-1) ?? unnamed.section,
      page: first.page,
      confidence: hit ? hitConfidence(hit) : 0,
      snippet: snippet(first.quote, question.language),
      citations: cited.map(({ number }) => number),
    };
  });
}
