import type { DocumentSummary, DocumentText } from '../contracts/document.ts';
import type { Footnote } from '../footnote.ts';
import type { Place } from '../text/sentences/blank.ts';
import type { EvaluationQuestion } from './evaluation-question.ts';
import { answerLookup } from './metrics/answer-containment.ts';

/** A part of a document. */
export interface EvidenceSpan extends Place {
  readonly documentId: string;
}

/** What the documents have of the place that a question looks for. */
export interface Evidence {
  /** Where its quote stands, on its page if it names one; without a quote that page; empty without either. */
  readonly spans: readonly EvidenceSpan[];
  /** Whether one of its answers stands there, for questions without a quote. */
  readonly hasAnswer: boolean;
}

/**
 * The evidence for each question that looks for a passage, in one walk over the documents that it may be in: those
 * whose ids `documentsOf` gives, or all where it gives undefined.
 */
export async function findEvidence(
  questions: readonly EvaluationQuestion[],
  documentsOf: (question: EvaluationQuestion) => readonly string[] | undefined,
  documents: readonly DocumentSummary[],
  footnote: Pick<Footnote, 'getDocumentText'>,
): Promise<ReadonlyMap<EvaluationQuestion, Evidence>> {
  const wanted = questions.flatMap((question) => {
    if (!question.place) return [];
    const { quote, page } = question.place;
    const pattern = quote === undefined ? undefined : anyWhiteSpace(quote);
    const evidence = { spans: [] as EvidenceSpan[], hasAnswer: false };
    return [{ question, within: documentsOf(question), page, pattern, evidence }];
  });
  for (const { documentId } of documents) {
    const here = wanted.filter(({ within }) => within?.includes(documentId) ?? true);
    if (here.length === 0) continue;
    const document = await footnote.getDocumentText(documentId);
    const isAnswered = answerLookup(document.text);
    for (const { question, page, pattern, evidence } of here) {
      const part = page === undefined ? { start: 0, end: document.text.length } : pageSpan(document, page);
      if (!part) continue;
      const text = document.text.slice(part.start, part.end);
      if (pattern) {
        for (const { index, 0: quote } of text.matchAll(pattern)) {
          const start = part.start + index;
          evidence.spans.push({ documentId, start, end: start + quote.length });
        }
        continue;
      }
      if (page !== undefined) evidence.spans.push({ documentId, ...part });
      const isAnsweredHere = page === undefined ? isAnswered : answerLookup(text);
      evidence.hasAnswer ||= isAnsweredHere(question.answers);
    }
  }
  return new Map(wanted.map(({ question, evidence }) => [question, evidence]));
}

/** Whether a passage and the evidence share half of the shorter of them. */
export function sharesHalf(passage: EvidenceSpan, evidence: EvidenceSpan): boolean {
  if (passage.documentId !== evidence.documentId) return false;
  const shared = Math.min(passage.end, evidence.end) - Math.max(passage.start, evidence.start);
  return shared * 2 >= Math.min(passage.end - passage.start, evidence.end - evidence.start);
}

/** A page from its first block to its last; what has no page of its own stands on that of what comes before it. */
function pageSpan({ blocks }: DocumentText, page: number): Place | undefined {
  let current: number | undefined;
  let span: Place | undefined;
  for (const { start, end, page: own } of blocks) {
    current = own ?? current;
    if (current === page) span = { start: span?.start ?? start, end };
  }
  return span;
}

function anyWhiteSpace(quote: string): RegExp {
  const words = quote.trim().split(/\s+/);
  return new RegExp(words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+'), 'gu');
}
