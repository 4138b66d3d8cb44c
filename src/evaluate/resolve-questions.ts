import { resolve } from 'node:path';
import type { DocumentSummary, DocumentText } from '../contracts/document.ts';
import type { Footnote } from '../footnote.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Place } from '../text/sentences/note-marks.ts';
import {
  type EvaluationQuestion,
  type ExpectedPlace,
  type JudgedQuestion,
  type QuestionFault,
  refuseFaults,
} from './evaluation-question.ts';
import { answerLookup, containsAnswer } from './metrics/answer-metrics.ts';

/** Questions of the user's own, ready to be asked. */
export interface ResolvedQuestions {
  readonly questions: readonly JudgedQuestion[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

/**
 * Ties questions of the user's own to the documents of a collection. A hit is at the expected place where it shares
 * half with the quote, or with the page where there is no quote, and, without a quote, holds an accepted answer where
 * there are any. Answers that no document has are noted. Errors: `file_malformed` with the lines of questions that
 * name a document or page, or quotes words, that the collection does not have, or the end of several paths;
 * `collection_unknown`.
 * @param file the questions' file, for messages
 */
export async function resolveQuestions(
  questions: readonly EvaluationQuestion[],
  footnote: Pick<Footnote, 'listDocuments' | 'getDocumentText'>,
  file: string,
): Promise<ResolvedQuestions> {
  const documents = await footnote.listDocuments();
  const faults: QuestionFault[] = [];
  const fault = ({ line = 1 }: EvaluationQuestion, problem: string) => faults.push({ line, problem });
  const findDocument = (question: EvaluationQuestion, name: string): DocumentSummary[] => {
    const [found, other] = documentsNamed(name, documents);
    if (found && !other) return [found];
    if (!found) fault(question, `there is no document "${name}" in the collection`);
    else fault(question, `"${name}" could be "${found.path}" or "${other?.path}": give more of the path`);
    return [];
  };
  const named = new Map(
    questions.map((question) => {
      const names = question.place ? question.place.documents : [...question.judgements.keys()];
      return [question, names?.flatMap((name) => findDocument(question, name))];
    }),
  );
  const documentsOf = (question: EvaluationQuestion) =>
    named.get(question)?.map(({ documentId }) => documentId);
  const evidence = await findEvidence(questions, documentsOf, documents, footnote);

  const unanswered: EvaluationQuestion[] = [];
  const resolved = questions.map((question): JudgedQuestion => {
    const { id, text, answers, place } = question;
    const paths = named.get(question)?.map(({ path }) => path);
    const found = evidence.get(question);
    if (!place || !found) {
      const judgements = new Map(paths?.map((path) => [path, 1]));
      return { id, text, answers, judgements, itemOf: ({ path }) => path };
    }
    const expected = describePlace({ ...place, documents: paths }, answers);
    const isSpan = place.quote !== undefined || place.page !== undefined;
    // Of a document that there is not, it was said already.
    const isNamed = place.documents === undefined || place.documents.length === paths?.length;
    if (isSpan && isNamed && found.spans.length === 0)
      fault(question, `there is no such place in the documents: ${expected}`);
    const isAnswer = place.quote === undefined && answers.length > 0;
    if (isAnswer && !found.hasAnswer) unanswered.push(question);
    const isExpected = (hit: Hit) =>
      (!isSpan || found.spans.some((span) => sharesHalf(hit, span))) &&
      (!isAnswer || containsAnswer(hit.content, answers));
    return {
      id,
      text,
      answers,
      judgements: new Map([[expected, 1]]),
      itemOf: (hit) => (isExpected(hit) ? expected : describeHit(hit)),
    };
  });
  refuseFaults(file, faults);
  return { questions: resolved, notes: unansweredNotes(unanswered) };
}

/** Questions that a note names. */
const mostNamed = 5;

function unansweredNotes(questions: readonly EvaluationQuestion[]): string[] {
  if (questions.length === 0) return [];
  const lines = questions.slice(0, mostNamed).map(({ line = 1 }) => `line ${line}`);
  const more = questions.length > mostNamed ? `, and ${questions.length - mostNamed} more` : '';
  return [`Counted as not found because no document contains the answer: ${lines.join(', ')}${more}.`];
}

/** The document of that path, however it is written from here, else those whose path ends with it. */
function documentsNamed(name: string, documents: readonly DocumentSummary[]): readonly DocumentSummary[] {
  const end = name.replace(/^\.?\//, '');
  const whole = resolve(name);
  const exact = documents.filter(
    ({ paths }) =>
      paths.includes(name) || paths.includes(end) || paths.some((path) => resolve(path) === whole),
  );
  return exact.length > 0
    ? exact
    : documents.filter(({ paths }) => paths.some((path) => path.endsWith(`/${end}`)));
}

/** The item that every hit at the expected place stands for, in words. */
function describePlace({ documents, page, quote }: ExpectedPlace, answers: readonly string[]): string {
  const words = quote ?? answers[0];
  return [
    documents?.join(' or ') ?? 'any document',
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(words === undefined ? [] : [quoted(words)]),
  ].join(', ');
}

/** A passage that was found and not looked for: where it stands, and how it begins. */
function describeHit({ path, start, end, content }: Hit): string {
  return `${path} ${start}–${end}, ${quoted(content)}`;
}

function quoted(words: string): string {
  const text = words.trim().replace(/\s+/g, ' ');
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
}

/** A part of a document. */
interface EvidenceSpan extends Place {
  readonly documentId: string;
}

/** What the documents have of the place that a question looks for. */
interface Evidence {
  /** Where its quote stands, on its page if it names one; without a quote that page; empty without either. */
  readonly spans: readonly EvidenceSpan[];
  /** Whether one of its answers stands there, for questions without a quote. */
  readonly hasAnswer: boolean;
}

/**
 * The evidence for each question that looks for a passage, in one walk over the documents that it may be in: those
 * whose ids `documentsOf` gives, or all where it gives undefined.
 */
async function findEvidence(
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
function sharesHalf(passage: EvidenceSpan, evidence: EvidenceSpan): boolean {
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
